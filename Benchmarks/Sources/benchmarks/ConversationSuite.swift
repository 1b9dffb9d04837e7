import ConversationLoads

/// A conversation at three sizes: single events, rows, search; and the list of very many.
enum ConversationSuite {
    static let sizes = [1_000, 10_000, 100_000]

    /// How a size is called in names of rows.
    static func suffix(_ size: Int) -> String { "-\(size / 1_000)k" }

    static func operations(_ sizes: [Int] = sizes) -> [Operation] {
        let loads = sizes.map { Load(rows: $0) }
        return Folded.Kind.allCases.flatMap { kind in
            loads.map { event(kind, $0) }
        } + loads.map(rows)
            + [
                search(loads), searchAgain("search-again", "nothing like it", loads),
                searchAgain("search-hits", "RESUME", loads), list(),
            ].compactMap(\.self)
    }

    /// One event that comes by itself.
    private static func event(_ kind: Folded.Kind, _ load: Load) -> Operation {
        var events = ConversationEvents()
        return Operation(
            implementation: "messages", name: "event-\(kind.rawValue)" + suffix(load.rows),
            goalNanoseconds: load.rows > 10_000 ? 15_000 : 10_000, largestBatch: max(load.rows / 20, 64),
            prepare: { count in
                let folded = try load.folded(changes: count)
                events = ConversationEvents(folded, folded.events(kind, count: count))
            },
            call: { index in try events.folded?.take(events.all[index]) })
    }

    /// Fifty rows somewhere in a conversation.
    private static func rows(_ load: Load) -> Operation {
        Operation(
            implementation: "messages", name: "rows-50" + suffix(load.rows), goalNanoseconds: 1_000_000,
            prepare: { _ in try load.ready() },
            call: { _ in try load.ready().window() })
    }

    /// A search through all messages, none of which was searched before.
    private static func search(_ loads: [Load]) -> Operation? {
        guard let load = loads.first(where: { $0.rows == 10_000 }) ?? loads.last else { return nil }
        let fresh = Scratch()
        return Operation(
            implementation: "messages", name: "search-first" + suffix(load.rows),
            goalNanoseconds: 30_000_000, largestBatch: 1,
            prepare: { _ in fresh.folded = try load.ready().copy() },
            call: { _ in try fresh.folded?.search("nothing like it") })
    }

    /// A search of what was searched before: through all messages, or to the 50th that is found.
    private static func searchAgain(_ name: String, _ text: String, _ loads: [Load]) -> Operation? {
        guard let load = loads.first(where: { $0.rows == 10_000 }) ?? loads.last else { return nil }
        let searched = Scratch()
        return Operation(
            implementation: "messages", name: "\(name)" + suffix(load.rows),
            goalNanoseconds: 30_000_000, largestBatch: 16,
            prepare: { _ in
                guard searched.folded == nil else { return }
                let copy = try load.ready().copy()
                try copy.search("nothing like it")
                searched.folded = copy
            },
            call: { _ in try searched.folded?.search(text) })
    }

    /// The list of 1,000 conversations, each of 20 rows, from encoded events.
    private static func list() -> Operation {
        let list = Scratch()
        return Operation(
            implementation: "messages", name: "list-1000", goalNanoseconds: 200_000_000, largestBatch: 1,
            prepare: { _ in
                if list.list == nil { list.list = try ColdList(conversations: 1_000, rows: 20) }
            },
            call: { _ in try list.list?.make() })
    }
}

/// A conversation of so many rows, made when it is first asked for, and again when it grew by a tenth.
private final class Load {
    let rows: Int
    private var history: History?
    private var made: Folded?
    private var changeCount = 0

    init(rows: Int) { self.rows = rows }

    @discardableResult
    func ready() throws -> Folded {
        if let made { return made }
        let known = try history ?? History(Cast(isGroup: false), rows: rows)
        history = known
        let folded = try Folded(known)
        made = folded
        changeCount = 0
        return folded
    }

    /// The conversation, which is about to get so many events.
    func folded(changes count: Int) throws -> Folded {
        if changeCount + count > rows / 10 { made = nil }
        let folded = try ready()
        changeCount += count
        return folded
    }
}

/// Events that wait for their turn.
private struct ConversationEvents {
    var folded: Folded?
    var all: [Folded.Waiting] = []

    init() {}

    init(_ folded: Folded, _ all: [Folded.Waiting]) {
        self.folded = folded
        self.all = all
    }
}

private final class Scratch {
    var folded: Folded?
    var list: ColdList?
}
