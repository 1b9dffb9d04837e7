public import SottoCrypto

/// What a store's data key is wrapped with: 32 bytes of the caller's, or a passphrase.
public enum StorageKey: ~Copyable, Sendable {
    /// 32 random bytes that the caller keeps, in a keychain say.
    case key(SecretBytes)
    /// A passphrase; what opening costs is decided when the store is made. Opening takes that long each time,
    /// so a process that starts often should be given the key.
    case passphrase(SecretBytes)

    /// The longest passphrase in bytes.
    public static var maximumPassphraseByteCount: Int { 1_024 }
}
