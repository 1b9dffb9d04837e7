internal import SottoCrypto

/// Fails unless the bytes are those of the file.
func compare(_ name: String, _ computed: [UInt8], _ expected: [UInt8]) throws(CaseFailure) {
    guard computed != expected else { return }
    let (computedText, expectedText) = (Hex.encode(computed.span), Hex.encode(expected.span))
    throw CaseFailure("\(name) is \(expectedText.shortened), computed \(computedText.shortened)")
}

/// Fails unless the values are the same.
func compare<Value: Equatable>(_ name: String, _ computed: Value, _ expected: Value) throws(CaseFailure) {
    guard computed != expected else { return }
    throw CaseFailure("\(name) is \(expected), computed \(computed)")
}

/// Fails unless the secret has the bytes of the file.
func compare(_ name: String, _ computed: borrowing SecretBytes, _ expected: [UInt8]) throws(CaseFailure) {
    try compare(name, computed.exposeBytes(), expected)
}

/// Fails unless `body` is refused for the reason with this name in Specs.
func checkRefused<Value>(_ reason: String, _ body: () throws -> Value) throws(CaseFailure) {
    do { _ = try body() } catch {
        return try compare("refusal", refusalName(of: error), reason)
    }
    throw CaseFailure("accepted, not refused as \(reason)")
}

/// Fails unless `body` is refused, for whatever reason.
func checkRefused<Value>(_ body: () throws -> Value) throws(CaseFailure) {
    do { _ = try body() } catch { return }
    throw CaseFailure("accepted")
}

/// A secret of test data.
func secret(_ bytes: [UInt8]) -> SecretBytes { SecretBytes(copying: bytes.span) }

extension String {
    fileprivate var shortened: String { count <= 160 ? self : "\(prefix(120))… (\(count) digits)" }
}
