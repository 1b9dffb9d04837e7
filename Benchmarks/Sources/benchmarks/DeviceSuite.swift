import Sotto
import SottoCrypto

/// The device: what it costs beyond its ratchet to keep records, in memory and in a file.
///
/// Rows that have a name of the ratchet's stand beside it and are measured with it by turns.
enum DeviceSuite {
    static func operations(_ store: LargeStore) throws -> [Operation] {
        [encrypt(), encryptBatch(), decrypt(), decryptBatch()] + skipped() + DurableSuite.operations()
            + FanOutSuite.operations() + [
                open(store)
            ]
    }

    static let contentByteCount = 256

    private static func encrypt() -> Operation {
        let pair = LazyPair()
        let content = Random.bytes(contentByteCount)
        let ids = Numbered<MessageID>()
        return Operation(
            implementation: "device", name: "encrypt-256", largestBatch: 2_000,
            prepare: { count in
                _ = try pair.settled()
                ids.all = (0..<count).map { _ in .random() }
            },
            call: { try pair.current().send(content, id: ids.all[$0]) })
    }

    private static func decrypt() -> Operation {
        let pair = LazyPair()
        let content = Random.bytes(contentByteCount)
        return Operation(
            implementation: "device", name: "decrypt-256", largestBatch: 128,
            prepare: { try pair.settled().fill($0, content) },
            call: { try pair.current().receive($0) })
    }

    /// The same in batches, each one transaction of 256 messages.
    private static func encryptBatch() -> Operation {
        let pair = LazyPair()
        let content = Random.bytes(contentByteCount)
        let drafts = Numbered<[Draft]>()
        return Operation(
            implementation: "device", name: "encrypt-batch-256", largestBatch: 8, messages: batch,
            prepare: { count in
                let bob = try pair.settled().bob.address.user
                drafts.all = (0..<count).map { _ in (0..<batch).map { _ in Draft(content, to: .user(bob)) } }
            },
            call: { try pair.current().send(drafts.all[$0]) })
    }

    private static func decryptBatch() -> Operation {
        let pair = LazyPair()
        let content = Random.bytes(contentByteCount)
        return Operation(
            implementation: "device", name: "decrypt-batch-256", largestBatch: 4, messages: batch,
            prepare: { try pair.settled().fill($0 * batch, content) },
            call: { try pair.current().receive($0 * batch..<($0 + 1) * batch) })
    }

    private static let batch = DurableSuite.batch

    /// Opens a file of very many sessions, with a key of 32 bytes.
    private static func open(_ store: LargeStore) -> Operation {
        Operation(
            implementation: "device", name: "open-\(store.sessionCount)", largestBatch: 16,
            prepare: { _ in _ = try store.ready() },
            call: { _ in _ = try LargeStore.open(store.ready().path) })
    }

    /// Skipped messages in any order, while so many are kept; beside `decrypt-256` they show what skipping costs.
    private static func skipped() -> [Operation] {
        [100, 2_000].map { kept in
            let conversation = SkippedConversation(kept: kept)
            return Operation(
                implementation: "device", name: "skipped-\(kept)", largestBatch: min(kept / 2, 256),
                prepare: { try conversation.prepare($0) }, call: { try conversation.receive($0) })
        }
    }
}

/// Holds values for closures to change.
final class Numbered<Value> {
    var all: [Value] = []
}
