import Sotto

/// A user of a store that is known there.
///
/// Rules TN-6 and TN-8.
struct StoredUser {
    let user: UserID
    let device: Device
    let path: String

    /// Finds the user; a word such as `bob.1` may also be the address of a device that is known.
    init(_ identifier: Identifier, _ device: Device, _ path: String) throws(Failure) {
        self.device = device
        self.path = path
        let exact = try Self.user(identifier.bytes)
        var found = try Self.isKnown(exact, device, path) ? [exact] : []
        if let word = identifier.word, let address = try Self.address(word, device, path) {
            found.append(address)
        }
        guard found.count <= 1 else {
            throw Failure(
                .ambiguousUser,
                "\(Printable.text(identifier.word ?? "")) is a user and the address of a device too: write text:…"
            )
        }
        user = found.first ?? exact
    }

    /// The number under the key in use, or under the one that waits for a decision.
    func number(which: String?) throws(Failure) -> UserSafetyNumber {
        let used: UserSafetyNumber
        do { used = try device.safetyNumber(with: user) } catch { throw Failure(error, store: path) }
        guard let change = used.change else {
            if which == "waiting" {
                throw Failure(.noWaitingKey, "no other key of theirs waits: leave --which out")
            }
            return used
        }
        switch which {
        case "used": return used
        case "waiting":
            do { return try device.safetyNumber(after: change) } catch { throw Failure(error, store: path) }
        default:
            throw Failure(
                .anotherKeyWaits,
                "another key of theirs waits for a decision: say --which waiting for that one or --which used for the one before"
            )
        }
    }

    private static func user(_ bytes: [UInt8]) throws(Failure) -> UserID {
        do { return try UserID(bytes) } catch {
            throw Failure(
                .badIdentifier, "an identifier has 1 to 255 bytes, not \(bytes.count): write another one")
        }
    }

    private static func facts(
        _ user: UserID, _ device: Device, _ path: String
    ) throws(Failure) -> IdentityFacts? {
        do { return try device.identity(of: user) } catch { throw Failure(error, store: path) }
    }

    private static func isKnown(_ user: UserID, _ device: Device, _ path: String) throws(Failure) -> Bool {
        guard user != device.address.user else { return true }
        return try facts(user, device, path) != nil
    }

    /// The user of `USER.NUMBER`, when that device is known.
    private static func address(
        _ word: String, _ device: Device, _ path: String
    ) throws(Failure) -> UserID? {
        // In the one way that a number is written, or `bob.01` would pass by a user who is called `bob.1`.
        guard let point = word.lastIndex(of: "."), let number = UInt32(word[word.index(after: point)...]),
            word[word.index(after: point)...] == String(number),
            let identifier = try? Identifier(String(word[..<point]))
        else { return nil }
        let user = try user(identifier.bytes)
        guard let facts = try facts(user, device, path), facts.devices.contains(number) else { return nil }
        return user
    }
}
