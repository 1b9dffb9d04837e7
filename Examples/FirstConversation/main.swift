import SottoSessions

// Milliseconds since 1970. An app reads its clock.
let now: UInt64 = 1_800_000_000_000

let alice = try InMemorySessionStore(address: Address(user: "alice", device: 1))
let bob = try InMemorySessionStore(address: Address(user: "bob", device: 1))

// Bob publishes a bundle of public keys. Alice checks it and starts a session.
let bundle = bob.makeBundle(at: now).bytes
try alice.start(withBundle: bundle, of: bob.address, at: now)

// Alice seals, the network carries, Bob opens. And back.
let hello = try alice.seal(Array("Hello, Bob".utf8), to: bob.address)
let atBob = try bob.open(hello, from: alice.address, at: now)
print(atBob.sender, "says", String(decoding: atBob.content, as: UTF8.self))

let reply = try bob.seal(Array("Hello, Alice".utf8), to: alice.address)
let atAlice = try alice.open(reply, from: bob.address, at: now)
print(atAlice.sender, "says", String(decoding: atAlice.content, as: UTF8.self))

// The same bytes open once. The error says what to do.
do { _ = try bob.open(hello, from: alice.address, at: now) } catch {
    print("the same bytes again:", error.recovery)
}
