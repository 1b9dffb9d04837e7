import Sotto
import SottoCrypto

/// A figure that isn't a time: a count or a length.
struct Figure {
    let name: String
    let value: Double

    /// The most that it should be, where something is wanted of it.
    var goal: Double?
}

/// What a device does with its store, counted: commits, rows, bytes.
///
/// None of them jitters but the memory.
enum DeviceFigures {
    /// The figures whose names contain `filter`.
    static func all(
        _ store: LargeStore, _ extensionStore: LargeStore, filter: String = ""
    ) throws -> [Figure] {
        let groups: [(names: [String], count: () throws -> [Double])] = [
            (warmNames, warm), (coldNames, { try cold(store) }), (["record-bytes"], recordBytes),
            (["open-growth-bytes"], { [try store.openedByteCount()] }),
            (ExtensionFigures.names, { try ExtensionFigures.all(extensionStore) }),
        ]
        return try groups.flatMap { group -> [Figure] in
            let isWanted = filter.isEmpty || group.names.contains { $0.contains(filter) }
            guard isWanted else { return [] }
            return zip(group.names, try group.count()).map { Figure(name: $0, value: $1) }
        }
    }

    private static let warmNames = [
        "send-commits", "send-rows-read", "send-rows-written", "receive-commits", "receive-rows-read",
        "receive-rows-written",
    ]

    /// One message each way through a file, of a session that is in use.
    private static func warm() throws -> [Double] {
        let files = try TemporaryStore()
        let storages = Numbered<CountingStorage>()
        let pair = try DevicePair { address in
            let storage = CountingStorage(try SQLiteStorage.create(at: files.path()))
            storages.all.append(storage)
            return try Device.create(
                in: storage, key: TemporaryStore.key(), as: address, trusting: .onFirstUse)
        }
        try pair.fill(1, [1])
        let received = try storages.all[1].counts { try pair.receive(0) }
        let sent = try storages.all[0].counts { try pair.send([2], id: .random()) }
        return [sent, received].flatMap { [$0.commits, $0.rowsRead, $0.rowsWritten] }.map(Double.init)
    }

    private static let coldNames = [
        "cold-send-rows-read", "cold-send-rows-written", "cold-receive-rows-read",
    ]

    /// The first message with one of very many devices after the store was opened; opening isn't counted.
    private static func cold(_ store: LargeStore) throws -> [Double] {
        let (path, bob) = try store.ready()
        let storage = CountingStorage(try SQLiteStorage.open(at: path))
        func open() throws -> Device {
            try Device.open(in: storage, key: TemporaryStore.key(), clock: Crowd.clock)
        }
        let sender = try open()
        let sent = try storage.counts { _ = try sender.send([1], to: .device(bob.address)) }
        let receiver = try open()
        let message = try bob.send([2], to: .device(receiver.address)).envelopes[0].bytes
        let received = try storage.counts { _ = try receiver.receive(message, from: bob.address) }
        return [sent.rowsRead, sent.rowsWritten, received.rowsRead].map(Double.init)
    }

    /// The record of a device with which there is one answered session.
    private static func recordBytes() throws -> [Double] {
        let pair = try DevicePair()
        guard let facts = try pair.alice.diagnostics(for: pair.bob.address) else {
            throw BenchmarkError("nothing is known of a device that got a message")
        }
        return [Double(facts.recordByteCount)]
    }
}
