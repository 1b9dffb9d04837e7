public import SottoHandshake
public import SottoIdentity

/// What the server has of this device.
public struct PrekeyStatus: Hashable, Sendable {
    /// The installation that uploaded last.
    public let registrationID: RegistrationID
    /// The signed prekey in its bundles.
    public let signedPrekeyID: PrekeyID
    /// How many one-time prekeys are left.
    public let oneTimePrekeyCount: Int

    /// Takes what the server says.
    public init(registrationID: RegistrationID, signedPrekeyID: PrekeyID, oneTimePrekeyCount: Int) {
        self.registrationID = registrationID
        self.signedPrekeyID = signedPrekeyID
        self.oneTimePrekeyCount = oneTimePrekeyCount
    }
}
