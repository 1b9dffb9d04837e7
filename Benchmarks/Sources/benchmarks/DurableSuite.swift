import Sotto
import SottoCrypto

/// Messages through a file: each call is one commit, which waits for the disk.
enum DurableSuite {
    static let batch = 256

    static func operations() -> [Operation] {
        [send(), receive(), receiveBatch()] + skipped()
    }

    /// A pair of which `durable` has its store in a file.
    private static func pair(_ durable: DevicePair.Side) -> () throws -> DevicePair {
        {
            let files = try TemporaryStore()
            let pair = try DevicePair { address in
                address.user == durable.user
                    ? try files.device(address, exclusively: true) : try DevicePair.inMemory(address)
            }
            pair.files = files
            return pair
        }
    }

    private static func send() -> Operation {
        let pair = LazyPair(pair(.alice))
        let content = Random.bytes(DeviceSuite.contentByteCount)
        return Operation(
            implementation: "device", name: "send-durable", largestBatch: 16,
            prepare: { _ in _ = try pair.settled() },
            call: { _ in try pair.current().send(content, id: .random()) })
    }

    private static func receive() -> Operation {
        let pair = LazyPair(pair(.bob))
        let content = Random.bytes(DeviceSuite.contentByteCount)
        return Operation(
            implementation: "device", name: "receive-durable", largestBatch: 16,
            prepare: { try pair.settled().fill($0, content) }, call: { try pair.current().receive($0) })
    }

    private static func receiveBatch() -> Operation {
        let pair = LazyPair(pair(.bob))
        let content = Random.bytes(DeviceSuite.contentByteCount)
        return Operation(
            implementation: "device", name: "receive-batch-256", largestBatch: 4, messages: batch,
            prepare: { try pair.settled().fill($0 * batch, content) },
            call: { try pair.current().receive($0 * batch..<($0 + 1) * batch) })
    }

    private static func skipped() -> [Operation] {
        [100, 2_000].map { kept in
            let conversation = SkippedConversation(kept: kept, pair(.bob))
            let count = min(kept / 2, batch)
            return Operation(
                implementation: "device", name: "skipped-batch-\(kept)", largestBatch: 1, messages: count,
                prepare: { _ in try conversation.prepare(count) },
                call: { _ in try conversation.receiveAll(count) })
        }
    }
}
