package import Foundation

/// What came of a command.
package struct Reply: Codable, Hashable, Sendable {
    /// What is to be sent.
    package var letters: [Letter] = []
    /// What was opened, or is in the inbox.
    package var opened: [Opened] = []
    /// What went wrong, for each part.
    package var failures: [Failure] = []
    /// What a push showed.
    package var shown: Shown?
    /// An upload.
    package var upload: Data?
    /// What is known of a device.
    package var facts: Facts?
    /// How long it took, in microseconds.
    package var microseconds = 0

    package init() {}

    /// Whether the store failed.
    package var isStorageFailure: Bool {
        failures.contains { if case .storage = $0 { true } else { false } }
    }

    /// What a push showed.
    package struct Shown: Codable, Hashable, Sendable {
        /// One line; empty for nothing.
        package let line: String
        package let failure: String?
        package let received: Data?
    }

    /// Bytes for one device.
    package struct Letter: Codable, Hashable, Sendable {
        package let id: Data
        package let user: String
        package let bytes: Data
    }

    /// A message that was opened.
    package struct Opened: Codable, Hashable, Sendable {
        package let id: Data
        package let sender: String
        package let kind: Kind

        package enum Kind: Codable, Hashable, Sendable {
            case message(id: Data, content: Data)
            case resendRequest
            case other
        }
    }

    /// Why something wasn't done.
    package enum Failure: Codable, Hashable, Sendable {
        case duplicate(Data)
        case undecryptable(isDue: Bool, fault: String)
        case storage(String)
        case usage(String)
        case other(String)
    }

    /// What is known of a peer's device, and of the prekeys.
    package struct Facts: Codable, Hashable, Sendable {
        package let transcripts: [Data]
        package let hasActive: Bool
        package let oneTimePrekeyCount: Int
        package let inboxCount: Int
    }
}
