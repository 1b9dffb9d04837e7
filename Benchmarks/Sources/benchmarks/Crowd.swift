import Sotto
import SottoCrypto
import SottoHandshake
import SottoSessions

/// Many users that one device has sessions with.
///
/// They are made of the core alone, so that only the device that is measured keeps records.
enum Crowd {
    static func address(_ number: Int) throws -> Address {
        let digits = String(number)
        return try Address(
            user: "user-" + String(repeating: "0", count: max(0, 11 - digits.count)) + digits, device: 1)
    }

    /// Starts a session of `device` with each of `range`, and has it answered.
    static func join(_ range: Range<Int>, _ device: Device, isAnswered: Bool = true) throws {
        for number in range {
            let address = try address(number)
            let identity = try IdentityKeyPair()
            let description = DeviceDescription(address: address, registrationID: .random())
            let signedPrekey = SignedPrekey(
                id: PrekeyID(1), identity: identity, device: description, createdAt: Conversation.instant)
            let bundle = PrekeyBundle(
                identityKey: identity.publicKey, signedPrekey: signedPrekey, oneTimePrekey: nil)
            try device.start(with: bundle, of: address)
            guard isAnswered else { continue }
            let first = try device.send([], to: .device(address))
            let message = first.envelopes[0].bytes
            var session = try Session.respond(
                to: try PrekeyMessage(message).handshake, identity: identity, signedPrekey: signedPrekey)
            _ = try session.open(message, at: Conversation.instant)
            // A heartbeat of DS-11.
            _ = try device.receive(try session.seal([3]), from: address)
            try device.noteDelivered(first.id, to: address)
        }
    }

    /// The clock of a device that has sessions with the crowd.
    static var clock: DeviceClock { DeviceClock { Conversation.instant } }
}
