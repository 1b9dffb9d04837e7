import Sotto

/// `safetynum list`.
///
/// Rule TN-15.
enum ListCommand {
    private struct Entry {
        let user: UserID
        let facts: IdentityFacts
    }

    static func run(_ run: Invocation) throws(Failure) -> Outcome {
        let store = try StoreInput(run.arguments, run.input)
        let device = store.device
        let entries: [Entry]
        do { entries = try Self.entries(device) } catch {
            throw Failure(error, store: store.path)
        }
        if run.arguments.has(.json) { return Outcome(text: json(device, entries).line) }
        if !run.terminal.isTerminal { return Outcome(text: entries.map { row($0, run) }.joined()) }
        guard !entries.isEmpty else { return Outcome(text: "Nobody is known in this store yet.\n") }
        return Outcome(text: entries.map { block($0, run) }.joined(separator: "\n"))
    }

    /// All other users whose key is known, in the order in which they came.
    private static func entries(_ device: Device) throws(SessionError) -> [Entry] {
        var entries: [Entry] = []
        var next: UInt64? = 0
        while let start = next {
            let page = try device.users(after: start)
            for user in page.users where user != device.address.user {
                if let facts = try device.identity(of: user) {
                    entries.append(Entry(user: user, facts: facts))
                }
            }
            next = page.next
        }
        return entries
    }

    private static func word(_ facts: IdentityFacts) -> String {
        facts.change != nil ? "changed" : facts.isVerified ? "verified" : "unverified"
    }

    /// A line of fields with tabs between them.
    private static func row(_ entry: Entry, _ run: Invocation) -> String {
        let facts = entry.facts
        let fields = [
            run.name(of: entry.user.bytes), word(facts), Hex.encode(facts.identityKey.encoded.span),
            Timestamp.text(facts.knownSince), facts.verifiedAt.map(Timestamp.text) ?? "-",
            facts.change == nil ? "-" : facts.changeSeenAt.map(Timestamp.text) ?? "-",
            facts.change.map { Hex.encode($0.received.encoded.span) } ?? "-",
        ]
        return fields.joined(separator: "\t") + "\n"
    }

    private static func block(_ entry: Entry, _ run: Invocation) -> String {
        let (facts, terminal) = (entry.facts, run.terminal)
        let state =
            facts.change != nil
            ? terminal.bad("\(word(facts)): another key waits")
            : facts.isVerified ? terminal.good(word(facts)) : word(facts)
        var lines = [terminal.bold(run.name(of: entry.user.bytes)), "  \(state)"]
        lines.append("  key known since  \(Timestamp.text(facts.knownSince))")
        if let verified = facts.verifiedAt { lines.append("  verified         \(Timestamp.text(verified))") }
        if facts.change != nil, let seen = facts.changeSeenAt {
            lines.append("  changed since    \(Timestamp.text(seen))")
        }
        if facts.change != nil { lines.append("  key in use:") }
        lines += NumberText.key(facts.identityKey, terminal.columns)
        if let change = facts.change {
            lines += ["  waiting key:"] + NumberText.key(change.received, terminal.columns)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func json(_ device: Device, _ entries: [Entry]) -> JSON {
        let users = entries.map { entry -> JSON in
            let (facts, side) = (
                entry.facts, Sides.Side(identifier: entry.user.bytes, key: entry.facts.identityKey)
            )
            let change = facts.change.map { JSON.text(Hex.encode($0.received.encoded.span)) } ?? .null
            return .object(
                SideJSON.fields(side) + [
                    ("state", .text(word(facts))), ("knownSince", .text(Timestamp.text(facts.knownSince))),
                    ("verifiedAt", JSON(facts.verifiedAt.map(Timestamp.text))),
                    ("waitingKey", change),
                    (
                        "changedSince",
                        JSON(facts.change == nil ? nil : facts.changeSeenAt.map(Timestamp.text))
                    ),
                ])
        }
        let me = Sides.Side(identifier: device.address.user.bytes, key: device.identityKey)
        return .object([
            ("command", .text("list")), ("me", .object(SideJSON.fields(me))), ("users", .list(users)),
        ])
    }
}
