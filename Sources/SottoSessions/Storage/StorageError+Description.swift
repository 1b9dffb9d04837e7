/// Sentences for logs and for who reads them; programs go by the cases.
extension StorageError: CustomStringConvertible {
    /// What went wrong, in the words of `SessionError.storage` around it.
    public var description: String { "storage: \(sentence)" }

    private var sentence: String {
        switch self {
        case .busy: "another process is writing"
        case .noStore: "there is no store at this place"
        case .noIdentity: "the store has no device"
        case .storeExists: "there is a store or a device already"
        case .foreignFile: "the file is no store of this library"
        case .newerFormat: "a newer version wrote the store"
        case .storeCorrupt: "the store is damaged"
        case .storeFull: "the disk is full"
        case .readOnly: "the store can't be written"
        case .headerCorrupt: "the header with the wrapped key is damaged"
        case .wrongKey: "the key or the passphrase is not this store's"
        case .keyLength(let count): "a key has 32 bytes, a passphrase 1 to 1,024, not \(count)"
        case .recordCorrupt: "a record is damaged"
        case .recordOutdated: "a record is older than it should be"
        case .archiveCorrupt: "an archive doesn't have its form"
        case .otherInstallation: "the server has another installation of this device"
        case .rolledBack: "the server has more of this device than the store"
        case .valueLength(let count): "a value has \(count) bytes"
        case .notWriting: "a writing call in a reading transaction"
        case .outOfMemory: "there is no memory for a guarded key"
        case .adapterFailed(.ranTwice): "the store that the program brought ran a transaction twice"
        case .adapterFailed(.threw(let type, nil)): "the store that the program brought threw \(type)"
        case .adapterFailed(.threw(let type, let code?)):
            "the store that the program brought threw \(type) with the number \(code)"
        case .system(let code): "the system's error \(code)"
        }
    }
}
