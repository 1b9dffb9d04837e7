import Sotto
import TestSupport
import Testing

/// A device of the same number and identity, installed anew.
///
/// Rules SM-13, DS-17.
@Suite("A device installed anew")
struct InstallationTests {
    let two: TwoDevices
    let old: Device
    let new: Device
    var bob: Device { two.bob }

    init() throws {
        two = try TwoDevices()
        let identity = try IdentityKeyPair()
        let copy = try IdentityKeyPair(identity.exposePrivateKey())
        old = try two.device("carol", identity: identity)
        new = try two.device("carol", identity: copy)
    }

    @Test("retires the sessions of the one before, which still open what is on its way")
    func retires() throws {
        try two.start(old, bob)
        try two.send(old, bob, "one")
        let late = try old.seal([2], to: bob.address)
        try two.start(new, bob)
        let first = try bob.receive(try new.seal([3], to: bob.address), from: new.address)
        #expect(first.facts.beganSession?.isNewInstallation == true)
        #expect(first.facts.beganSession?.isNewDevice == false)
        let session = try new.active(with: bob)
        #expect(try bob.active(with: new) == session)

        #expect(try bob.open(late, from: old.address) == [2])
        #expect(try bob.active(with: new) == session)
        let sessions = try #require(try bob.diagnostics(for: new.address)).sessions
        #expect(sessions.map(\.isRetired) == [false, true])
        try two.send(bob, new, "four")
    }

    @Test("isn't displaced by a first message that the one before left behind")
    func heldBack() throws {
        try two.start(old, bob)
        try two.send(old, bob, "one")
        try two.start(old, bob)
        let heldBack = try old.seal([2], to: bob.address)
        try two.start(new, bob)
        try two.send(new, bob, "three")
        let session = try bob.active(with: new)

        #expect(try bob.open(heldBack, from: old.address) == [2])
        #expect(try bob.active(with: new) == session)
        try two.send(bob, new, "four")
    }
}
