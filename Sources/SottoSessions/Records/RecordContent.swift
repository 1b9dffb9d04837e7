package import SottoCrypto

/// What can be written as a record: its length, and its bytes to where they are to lie.
package protocol RecordContent {
    /// The length of the record in bytes.
    var encodedByteCount: Int { get }
    /// Writes the record's bytes.
    func append(to writer: inout SecretWriter)
}
