import Sotto

/// `safetynum pubkey`.
///
/// Rule TN-26.
enum PublicKeyCommand {
    static func run(_ run: Invocation) throws(Failure) -> Outcome {
        let path = run.arguments.operands.first ?? "-"
        var content = try run.input.file(path, for: "the private key")
        defer { _ = SecretBytes(consuming: &content) }
        let name = path == "-" ? "standard input" : Printable.text(path)
        // Raw bytes could be a secret, which this would print.
        guard content.starts(with: PrivateKeyFile.label.utf8) else {
            throw Failure(.badKey, "\(name) isn't what keygen makes: name the file of a private key")
        }
        let hex = Hex.encode(try PrivateKeyFile.publicKey(content, named: name).encoded.span)
        guard run.arguments.has(.json) else { return Outcome(text: hex + "\n") }
        let json: JSON = .object([("command", .text("pubkey")), ("identityKey", .text(hex))])
        return Outcome(text: json.line)
    }
}
