internal import CSQLite
internal import SottoSessions

extension StorageError {
    /// What a result code of SQLite means, with the system's own number of the error that came last.
    ///
    /// A store that is there and can't be opened is never ``StorageError/noStore``: who reads that may go on to
    /// make a new one.
    init(_ code: Int32, systemError: Int32) {
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
        case SQLITE_NOTADB: self = .foreignFile
        case SQLITE_CORRUPT, SQLITE_CONSTRAINT, SQLITE_MISMATCH: self = .storeCorrupt
        case SQLITE_FULL: self = .storeFull
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: self = .readOnly
        case SQLITE_NOMEM: self = .outOfMemory
        case SQLITE_CANTOPEN:
            // The file itself is open: its log or the log's index can't be made beside it. When SQLite may not make
            // one, it looks for one to read, and that it found none is the number that is left.
            switch SystemError(rawValue: systemError) {
            case .notPermitted, .accessDenied, .readOnlyFileSystem, .noEntry: self = .readOnly
            case .fileTooLarge, .noSpace, .overQuota: self = .storeFull
            default: self = .system(code)
            }
        case SQLITE_IOERR:
            switch SystemError(rawValue: systemError) {
            case .fileTooLarge, .noSpace, .overQuota: self = .storeFull
            default: self = .system(code)
            }
        default: self = .system(code)
        }
    }

    /// What it means that the file couldn't be opened.
    ///
    /// - Parameter isMissing: Whether the file was to be there, or the folder of one to be made, and isn't.
    init(opening code: Int32, systemError: Int32, isMissing: Bool) {
        switch SystemError(rawValue: systemError) {
        case .noEntry, .notAFolder: self = isMissing ? .noStore : .readOnly
        case .aFolder: self = .foreignFile
        default: self.init(code, systemError: systemError)
        }
    }
}

/// Numbers of the system that say what went wrong with a file; on Linux and on Apple systems.
private enum SystemError: Int32 {
    case notPermitted = 1
    case noEntry = 2
    case accessDenied = 13
    case notAFolder = 20
    case aFolder = 21
    case fileTooLarge = 27
    case noSpace = 28
    case readOnlyFileSystem = 30
    #if os(Linux)
    case overQuota = 122
    #else
    case overQuota = 69
    #endif
}
