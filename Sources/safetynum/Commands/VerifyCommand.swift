import Sotto

/// `safetynum verify`.
///
/// Rule TN-14.
enum VerifyCommand {
    static func run(_ run: Invocation) throws(Failure) -> Outcome {
        let arguments = run.arguments
        if arguments.has(.scan), !arguments.operands.isEmpty {
            throw .usage("digits and --scan are both given: compare with one of them")
        }
        if arguments.has(.codeVersion), !arguments.has(.scan) {
            throw .usage("--code-version goes with --scan: leave it out for digits")
        }
        let sides = try Sides.stored(arguments, run.input)
        guard let stored = sides.stored else { throw .usage("verify needs --store PATH") }
        let comparing: Comparing
        let found: UserComparison
        if let scan = arguments[.scan] {
            let bytes = try CodeInput.bytes(scan, for: OptionName.scan.text, run.input)
            comparing = try Comparing(scanned: bytes, with: sides, run)
            found = stored.compared.compare(scanned: bytes, version: CodeVersion.of(arguments))
        } else {
            let digits = try DigitsInput.read(arguments, run.input)
            comparing = try Comparing(digits: digits, with: sides, run)
            found = stored.compared.compare(digits: digits)
        }
        let user = stored.compared.user
        var verifiedAt: UInt64?
        if case .match(let compared) = found { verifiedAt = try mark(compared, in: stored.store) }
        if arguments.has(.json) {
            let json: JSON = .object(
                [("command", .text("verify"))] + comparing.fields
                    + [("marked", .flag(verifiedAt != nil)), ("them", .object(SideJSON.fields(sides.them)))]
                    + [("verifiedAt", JSON(verifiedAt.map(Timestamp.text)))]
                    + [("anotherKeyWaits", .flag(waits(stored.compared, isMarked: verifiedAt != nil)))])
            return Outcome(status: comparing.status, text: json.line)
        }
        let name = run.name(of: user.bytes)
        let last =
            verifiedAt.map { "Verified: \(name), at \(Timestamp.text($0)), the key" }
            ?? "Nothing was marked: \(name) and the key stay as they were"
        var lines =
            TextWrap.lines(last, columns: run.terminal.columns)
            + NumberText.key(sides.them.key, run.terminal.columns)
        if waits(stored.compared, isMarked: verifiedAt != nil) {
            let which = stored.compared.isOfKeyInUse ? "Another key of theirs" : "This key"
            lines += TextWrap.lines(
                "\(which) waits for a decision: messages with \(name) stay blocked until it is decided.",
                columns: run.terminal.columns)
        }
        return Outcome(status: comparing.status, text: comparing.text + lines.joined(separator: "\n") + "\n")
    }

    /// Whether a key still waits; one that was marked doesn't, for that accepted it.
    private static func waits(_ compared: UserSafetyNumber, isMarked: Bool) -> Bool {
        compared.isOfKeyInUse ? compared.change != nil : !isMarked
    }

    /// Marks the very key that was compared, and reads back that the store has it so.
    private static func mark(
        _ compared: ComparedSafetyNumber, in store: StoreInput
    ) throws(Failure) -> UInt64 {
        do { try store.device.markVerified(compared) } catch { throw Failure(error, store: store.path) }
        let (user, key) = (compared.number.user, compared.number.theirIdentityKey)
        let facts = try store.readBack(user)
        guard let facts, facts.identityKey == key, let verifiedAt = facts.verifiedAt
        else {
            throw Failure(
                .notRecorded, "the store didn't keep the verification: look with safetynum list and try again"
            )
        }
        return verifiedAt
    }
}

/// `safetynum unverify`.
///
/// Rule TN-15.
enum UnverifyCommand {
    static func run(_ run: Invocation) throws(Failure) -> Outcome {
        guard let with = run.arguments[.with], run.arguments.has(.store) else {
            let missing = run.arguments.has(.store) ? "--with ADDRESS" : "--store PATH"
            throw .usage("\(missing) is missing: see safetynum unverify --help")
        }
        let identifier = try Identifier(with)
        let store = try StoreInput(run.arguments, run.input)
        let user = try StoredUser(identifier, store.device, store.path).user
        let before: IdentityFacts?
        do {
            before = try store.device.identity(of: user)
            try store.device.clearVerified(user)
        } catch { throw Failure(error, store: store.path) }
        let after = try store.readBack(user)
        guard let after, after.verifiedAt == nil else {
            throw Failure(.notRecorded, "the store didn't keep it: look with safetynum list and try again")
        }
        let wasVerified = before?.verifiedAt != nil
        if run.arguments.has(.json) {
            let side = Sides.Side(identifier: user.bytes, key: after.identityKey)
            let json: JSON = .object([
                ("command", .text("unverify")), ("wasVerified", .flag(wasVerified)),
                ("them", .object(SideJSON.fields(side))),
            ])
            return Outcome(text: json.line)
        }
        let name = run.name(of: user.bytes)
        let text = wasVerified ? "Not verified any more: \(name)" : "Not verified, and wasn't before: \(name)"
        return Outcome(
            text: TextWrap.lines(text, columns: run.terminal.columns).joined(separator: "\n") + "\n")
    }
}
