/// Why a command ends without a result: a code for programs, a status for shells, a sentence that says what to do.
///
/// Rule TN-17.
struct Failure: Error, Equatable {
    let code: Code
    /// One sentence, without anything secret.
    let message: String
    /// The words of a command that helps.
    let command: [String]

    init(_ code: Code, _ message: String, command: [String] = []) {
        self.code = code
        self.message = message
        self.command = command
    }

    /// All that is said, on one line.
    var line: String { command.isEmpty ? message : "\(message): \(command.joined(separator: " "))" }

    /// All that is said, in lines that break between words; the command can be copied whole.
    func lines(columns: Int) -> [String] {
        TextWrap.lines("safetynum: \(message)\(command.isEmpty ? "" : ":")", columns: columns)
            + TextWrap.command(command, columns: columns)
    }

    /// What kind of failure; the names are stable.
    enum Code: String, CaseIterable {
        case usage
        case badIdentifier, ambiguousIdentifier
        case badKey, ambiguousKey, privateKey, sameKey
        case badDigits, badCode, badPicture, noPictureReader
        case badPassphrase, badStorageKey
        case fileMissing, fileUnreadable, fileExists, folderMissing, inputTooLarge
        case noTerminal, terminalTooNarrow
        case unknownUser, ownUser, ambiguousUser, anotherKeyWaits, noWaitingKey, otherKey
        case storeMissing, storeBusy, storeWrongKey, storeForeign, storeNewer, storeDamaged, storeReadOnly
        case storeFull, storeFailed, notRecorded, outputFailed

        var status: ExitStatus {
            switch self {
            case .usage: .usage
            case .badIdentifier, .ambiguousIdentifier, .badKey, .ambiguousKey, .privateKey, .sameKey:
                .badInput
            case .badDigits, .badCode, .badPicture, .noPictureReader, .badPassphrase, .badStorageKey:
                .badInput
            case .fileMissing, .fileUnreadable, .fileExists, .folderMissing, .inputTooLarge: .badInput
            case .noTerminal, .terminalTooNarrow: .badInput
            case .unknownUser, .ownUser, .ambiguousUser, .anotherKeyWaits, .noWaitingKey, .otherKey:
                .badInput
            case .storeMissing, .storeBusy, .storeWrongKey, .storeForeign, .storeNewer, .storeDamaged:
                .storage
            case .storeReadOnly, .storeFull, .storeFailed, .notRecorded, .outputFailed: .storage
            }
        }
    }

    static func usage(_ message: String) -> Failure { Failure(.usage, message) }
}

/// What the process ends with.
///
/// Rule TN-17.
enum ExitStatus: Int32 {
    /// A match, or what was asked for was done.
    case success = 0
    /// Compared, and it isn't a match.
    case mismatch = 1
    /// The command line is wrong.
    case usage = 2
    /// What was given or named can't be used, as it is or in this place.
    case badInput = 3
    /// The store couldn't be opened, read or written, or the result couldn't be written.
    case storage = 4
}
