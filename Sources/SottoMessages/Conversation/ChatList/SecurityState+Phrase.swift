/// Rule CL-11.
extension SecurityState {
    /// What is said of it.
    public var phrase: SecurityPhrase {
        switch self {
        case .notEncrypted: .notEncrypted
        case .changedSinceVerified: .changedSinceVerified
        case .unverified: .unverified
        case .verified: .verified
        }
    }

    /// The question to be asked; nil when there is none.
    public var question: SecurityPhrase? {
        switch self {
        case .changedSinceVerified, .unverified: .verifyQuestion
        case .notEncrypted, .verified: nil
        }
    }
}
