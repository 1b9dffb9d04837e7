internal import SottoCrypto

/// Tells one installation on a device from the next: another one after each new installation.
public struct RegistrationID: Hashable, Sendable {
    /// The number, 1 or more.
    public let value: UInt32

    /// Takes a stored number; 0 is none.
    public init?(_ value: UInt32) {
        guard value >= 1 else { return nil }
        self.value = value
    }

    /// Makes a random one.
    public static func random() -> RegistrationID {
        RegistrationID(unchecked: 1 + Random.number(below: UInt32.max - 1))
    }

    private init(unchecked value: UInt32) { self.value = value }
}
