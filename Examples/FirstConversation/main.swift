import Sotto

let alice = try Device.inMemory(as: Address(user: "alice", device: 1), trusting: .onFirstUse)
let bob = try Device.inMemory(as: Address(user: "bob", device: 1), trusting: .onFirstUse)

// Bob uploads public keys. The server makes a bundle of them, which Alice checks.
guard let upload = try bob.prekeyUpload() else { fatalError("a new device has an upload") }
try bob.confirm(upload)
try alice.start(with: upload.bundle(oneTimePrekey: upload.oneTimePrekeys.first), of: bob.address)

// Seals for the devices of a user, here one. The network carries, `receiver` opens and takes over.
func pass(_ text: String, from sender: Device, to receiver: Device) throws -> [UInt8] {
    let bytes = try sender.send(Array(text.utf8), to: .user(receiver.address.user)).envelopes[0].bytes
    let message = try receiver.receive(bytes, from: sender.address)
    guard case .message(_, let content) = message.content else { return bytes }
    print(message.sender, "says", String(decoding: content, as: UTF8.self))
    try receiver.acknowledge(message.id)
    return bytes
}
_ = try pass("Hello, Bob", from: alice, to: bob)
let bytes = try pass("Hello, Alice", from: bob, to: alice)
// The same bytes open once. The error says what to do.
do { _ = try alice.receive(bytes, from: bob.address) } catch {
    print("the same bytes again:", error.recovery)
}
