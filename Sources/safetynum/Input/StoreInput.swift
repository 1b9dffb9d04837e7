import Foundation
import Sotto

/// A store that a command names, opened; never made.
///
/// Rule TN-7.
final class StoreInput {
    let path: String
    let device: Device
    private let key: StorageKey

    init(_ arguments: Arguments, _ input: StandardInput) throws(Failure) {
        guard let path = arguments[.store] else {
            throw .usage("--store PATH is missing: see safetynum \(arguments.command) --help")
        }
        if arguments[.keyFile] != nil, arguments[.passphraseFile] != nil {
            throw .usage("--key-file and --passphrase-file are both given: give the one that the store has")
        }
        let storage = try Self.storage(path)
        let key = try Self.storageKey(arguments, input, path)
        device = try Self.device(storage, key, path)
        self.key = key
        self.path = path
    }

    /// What the file says of a user, read by a device that is opened anew.
    ///
    /// Rules TN-14 and TN-15.
    func readBack(_ user: UserID) throws(Failure) -> IdentityFacts? {
        let fresh = try Self.device(try Self.storage(path), key, path)
        do { return try fresh.identity(of: user) } catch { throw Failure(error, store: path) }
    }

    private static func storage(_ path: String) throws(Failure) -> SQLiteStorage {
        if BoundedInput.isOtherThanFile(path) {
            // A pipe without a writer would be waited for.
            throw Failure(.storeForeign, "\(Printable.text(path)) is no file, so no store: check the path")
        }
        // A path and nothing else: SQLite takes some names for a store in memory, or for an address.
        let file = path.hasPrefix("/") ? path : "./" + path
        do { return try SQLiteStorage.open(at: file) } catch { throw Failure(error, store: path) }
    }

    private static func device(
        _ storage: SQLiteStorage, _ key: borrowing StorageKey, _ path: String
    ) throws(Failure) -> Device {
        do { return try Device.open(in: storage, key: key) } catch { throw Failure(error, store: path) }
    }

    private static func storageKey(
        _ arguments: Arguments, _ input: StandardInput, _ path: String
    ) throws(Failure) -> StorageKey {
        if let file = arguments[.keyFile] {
            var bytes = try secret(file, .keyFile, input, limit: StorageKey.byteCount)
            let key = SecretBytes(consuming: &bytes)
            guard key.count == StorageKey.byteCount else {
                throw Failure(
                    .badStorageKey,
                    "the file of --key-file has \(key.count) bytes: name one with 32 raw bytes")
            }
            return .key(key)
        }
        let passphrase: SecretBytes
        if let file = arguments[.passphraseFile] {
            // The end of a line isn't part of it.
            var bytes = try secret(
                file, .passphraseFile, input, limit: StorageKey.maximumPassphraseByteCount + 2)
            let all = SecretBytes(consuming: &bytes)
            passphrase = all.withSpan { SecretBytes(copying: $0.extracting(first: countWithoutLineEnd($0))) }
        } else {
            passphrase = try SecretPrompt.passphrase(for: path)
        }
        guard (1...StorageKey.maximumPassphraseByteCount).contains(passphrase.count) else {
            throw Failure(
                .badPassphrase,
                "a passphrase has 1 to 1024 bytes, not \(passphrase.count): give the right one")
        }
        return .passphrase(passphrase)
    }

    private static func secret(
        _ file: String, _ option: OptionName, _ input: StandardInput, limit: Int
    ) throws(Failure) -> [UInt8] {
        do { return try input.file(file, for: option.text, limit: limit) } catch {
            // Without the value: somebody may have written the secret itself there.
            switch error.code {
            case .inputTooLarge:
                throw Failure(
                    option == .keyFile ? .badStorageKey : .badPassphrase,
                    "the file of \(option.text) has more bytes than one can have: name the right file")
            case .fileMissing:
                throw Failure(.fileMissing, "there is no file of \(option.text)'s name: name the right file")
            case .fileUnreadable:
                throw Failure(
                    .fileUnreadable, "the file of \(option.text) can't be read: check its name and its rights"
                )
            default: throw error
            }
        }
    }

    private static func countWithoutLineEnd(_ bytes: Span<UInt8>) -> Int {
        guard bytes.count > 0, bytes[bytes.count - 1] == UInt8(ascii: "\n") else { return bytes.count }
        let count = bytes.count - 1
        return count > 0 && bytes[count - 1] == UInt8(ascii: "\r") ? count - 1 : count
    }
}

extension Failure {
    /// What the error of a device means for who called the tool.
    ///
    /// Rule TN-17.
    init(_ error: SessionError, store path: String) {
        let name = Printable.text(path)
        switch error {
        case .storage(let error): self.init(storage: error, name)
        case .usage(let fault):
            switch fault {
            case .unknownUser(let user):
                let user = Identifier.text(of: user.bytes, isUTF8: false)
                self.init(.unknownUser, "nothing is known of \(user) in \(name): see safetynum list --store")
            case .ownUser:
                self.init(.ownUser, "that is the store's own user: name the other one with --with")
            case .otherIdentityKey, .unseenIdentityKey:
                self.init(.otherKey, "their key changed meanwhile: show the number and compare again")
            default: self.init(.storeFailed, "the store \(name) refused it (\(error)): try again")
            }
        default: self.init(.storeFailed, "the store \(name) refused it (\(error)): try again")
        }
    }

    private init(storage error: StorageError, _ name: String) {
        switch error {
        case .busy:
            self.init(.storeBusy, "the store \(name) is busy in another program: close that or try again")
        case .noStore: self.init(.storeMissing, "there is no store \(name): check the path")
        case .noIdentity: self.init(.storeMissing, "the store \(name) has no device yet: start the app once")
        case .wrongKey:
            self.init(
                .storeWrongKey,
                "the key or the passphrase isn't that of the store \(name): give the right one")
        case .foreignFile: self.init(.storeForeign, "\(name) is no store of Sotto: check the path")
        case .newerFormat:
            self.init(.storeNewer, "a newer Sotto wrote the store \(name): update this program")
        case .storeCorrupt, .headerCorrupt, .recordCorrupt, .recordOutdated, .archiveCorrupt:
            self.init(
                .storeDamaged,
                "the store \(name) is damaged (\(error)): let the app repair it, or take a backup")
        case .readOnly:
            self.init(
                .storeReadOnly, "the store \(name) can't be written: check the rights of it and its folder")
        case .storeFull: self.init(.storeFull, "the disk of the store \(name) is full: make room")
        default: self.init(.storeFailed, "the store \(name) failed (\(error)): try again")
        }
    }
}
