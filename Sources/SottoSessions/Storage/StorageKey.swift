public import SottoCrypto

/// What a store's data key is wrapped with: 32 bytes, or a passphrase.
///
/// Rule ST-6.
public struct StorageKey: ~Copyable, Sendable {
    package let isPassphrase: Bool
    private let secret: Secret

    private enum Secret: ~Copyable, Sendable {
        case plain(SecretBytes)
        case guarded(GuardedBytes)
    }

    private init(_ secret: consuming Secret, isPassphrase: Bool) {
        self.secret = secret
        self.isPassphrase = isPassphrase
    }

    /// A fresh key of 32 random bytes, in guarded memory.
    ///
    /// ``exposeBytes()`` gives them for the keychain, once. A store whose key is dropped without that opens never again.
    ///
    /// - Throws: ``StorageError/outOfMemory`` within ``SessionError/storage(_:)`` when the system gives no guarded block.
    public static func random() throws(SessionError) -> StorageKey {
        do {
            return StorageKey(.guarded(try GuardedBytes.random(byteCount: byteCount)), isPassphrase: false)
        } catch {
            throw .storage(.outOfMemory)
        }
    }

    /// A key that the caller keeps: what ``exposeBytes()`` gave, or 32 random bytes of their own.
    ///
    /// Another number of bytes is ``StorageError/keyLength(_:)`` where the key is used.
    public static func key(_ bytes: consuming SecretBytes) -> StorageKey {
        StorageKey(.plain(bytes), isPassphrase: false)
    }

    /// A passphrase in bytes, 1 to 1,024, used as given.
    ///
    /// Another number of bytes is ``StorageError/keyLength(_:)`` where it is used. What opening costs is decided when the store is
    /// made. Opening takes that long each time, so a process that starts often should be given a key.
    public static func passphrase(_ bytes: consuming SecretBytes) -> StorageKey {
        StorageKey(.plain(bytes), isPassphrase: true)
    }

    /// A passphrase in text: its UTF-8 bytes as they were typed, 1 to 1,024.
    ///
    /// Nothing is normalised, so "é" in one code point and "é" in two are different passphrases, though Swift's `==` says
    /// that the texts are equal: who asks for one twice compares their `utf8`. The text itself is the caller's, and nothing wipes it.
    ///
    /// Another number of bytes is ``StorageError/keyLength(_:)`` where it is used.
    public static func passphrase(_ text: String) -> StorageKey {
        var bytes = Array(text.utf8)
        return .passphrase(SecretBytes(consuming: &bytes))
    }

    /// Copies the bytes out into an array that nothing wipes, and ends the key.
    ///
    /// For who keeps a ``random()`` key: write the bytes down where the system keeps secrets, and only then make a store with
    /// ``key(_:)`` of what was written.
    public consuming func exposeBytes() -> [UInt8] { duplicate().exposeBytes() }

    /// The number of bytes of a key.
    public static var byteCount: Int { 32 }
    /// The longest passphrase in bytes.
    public static var maximumPassphraseByteCount: Int { 1_024 }

    /// An unguarded copy, wiped when it ends.
    package borrowing func duplicate() -> SecretBytes {
        switch secret {
        case .plain(let bytes): bytes.duplicate()
        case .guarded(let bytes): bytes.duplicate()
        }
    }
}
