/// Why a store could not be read or written; nothing has changed then.
///
/// A device and `SQLiteStorage` throw it within ``SessionError/storage(_:)``; a store that you write throws it as it is. Alone it
/// says the same and asks for the same as it does there.
@nonexhaustive
public enum StorageError: Error, Hashable, Sendable {
    /// Another process was writing for about 2 s: try again.
    case busy
    /// There is no store at this place, or no folder for one, or nothing was made in it yet; opening never makes one.
    case noStore
    /// The store has no device yet: creating one was cut short, or another program made the store.
    case noIdentity
    /// There is a store at this place; creating never takes one.
    case storeExists
    /// The file is no store of this library.
    case foreignFile
    /// The store was written by a newer version of this library.
    case newerFormat
    /// The store itself is damaged.
    case storeCorrupt
    /// No room is left on the disk.
    case storeFull
    /// The store can't be written: rights, or a read-only place.
    case readOnly
    /// The header that holds the wrapped key is damaged.
    case headerCorrupt
    /// The key or the passphrase is not this store's.
    case wrongKey
    /// A key doesn't have 32 bytes, or a passphrase none or more than 1,024; so many it has.
    case keyLength(Int)
    /// One record is damaged; the others are not.
    case recordCorrupt
    /// One record is older than it should be: somebody put it back.
    case recordOutdated
    /// What a session or a prekey was to be restored from doesn't have its form.
    case archiveCorrupt
    /// The server has newer prekeys of this device than the store: the store was set back.
    case rolledBack
    /// The server has another installation of this device's address: the store was set back to one before, or the
    /// address went to somebody else.
    case otherInstallation
    /// A value has no bytes, or more than 16 MiB.
    case valueLength(Int)
    /// A writing call in a reading transaction.
    case notWriting
    /// No memory for a guarded key or for Argon2id.
    case outOfMemory
    /// A store that the caller wrote failed in a way of its own.
    case adapterFailed(AdapterFailure)
    /// An error of the system below, with its number.
    case system(Int32)

    /// What to do about it.
    public var recovery: Recovery {
        switch self {
        case .busy: .tryAgain
        case .newerFormat: .updateSoftware
        case .rolledBack: .declareRestored
        case .otherInstallation: .decideInstallation
        case .wrongKey, .keyLength, .noStore, .noIdentity, .storeExists, .valueLength, .notWriting: .fixCall
        case .foreignFile, .storeCorrupt, .storeFull, .readOnly, .headerCorrupt: .fixStorage
        case .recordCorrupt, .recordOutdated, .archiveCorrupt, .outOfMemory, .system, .adapterFailed:
            .fixStorage
        }
    }
}
