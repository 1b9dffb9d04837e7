/// A row that tells what this device noticed, and nobody sent.
///
/// Rule CV-27.
@nonexhaustive
public enum LocalNotice: Hashable, Sendable {
    /// A person's identity key changed.
    case identityChanged(PersonID)
}
