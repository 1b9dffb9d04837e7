import Sotto

/// `safetynum keygen`.
///
/// Rule TN-16.
enum KeygenCommand {
    static func run(_ run: Invocation) throws(Failure) -> Outcome {
        guard let path = run.arguments.operands.first, path != "-" else {
            throw .usage("keygen writes a secret into a file: give the name of a new one")
        }
        let publicKey = try make(path)
        let hex = Hex.encode(publicKey.encoded.span)
        if run.arguments.has(.json) {
            let json: JSON = .object([("command", .text("keygen")), ("identityKey", .text(hex))])
            return Outcome(text: json.line)
        }
        if run.terminal.isTerminal {
            Console.note(
                "The private key is in \(Printable.text(path)): keep it secret. The public key, to give away:"
            )
        }
        return Outcome(text: hex + "\n")
    }

    private static func make(_ path: String) throws(Failure) -> IdentityPublicKey {
        let pair: IdentityKeyPair
        do { pair = try IdentityKeyPair() } catch {
            throw Failure(.storeFailed, "there is no memory for a key: close other programs and try again")
        }
        var content = PrivateKeyFile.content(pair)
        defer { _ = SecretBytes(consuming: &content) }
        try NewFile.write(content, to: path, rights: .secret, replaces: false)
        return pair.publicKey
    }
}
