/// A poll with its votes.
///
/// Rule CV-18.
public struct PollState: Hashable, Sendable {
    /// One option.
    public struct Option: Hashable, Sendable {
        /// What it says.
        public let text: String
        /// Who chose it, in the order of their votes.
        public let voters: [PersonID]

        /// How many chose it.
        public var count: Int { voters.count }
    }

    /// The question.
    public let question: String
    /// The options.
    public let options: [Option]
    /// Whether several may be chosen.
    public let isMultiple: Bool
    /// How many people voted.
    public let voterCount: Int
    /// Positions of the options that I chose, ascending.
    public let myOptions: [Int]
    /// Whether its author closed it.
    public let isClosed: Bool
}
