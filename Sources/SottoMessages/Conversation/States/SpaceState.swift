/// The space that a group belongs to.
///
/// Rule CV-24.
public struct SpaceState: Hashable, Sendable {
    /// The space with its name and channels.
    public let content: SpaceUpdateContent
    /// Who told it.
    public let person: PersonID
}
