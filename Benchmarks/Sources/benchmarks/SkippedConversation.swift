import Sotto
import SottoCrypto

/// A device that keeps skipped keys, and the messages that they are for.
final class SkippedConversation {
    private let kept: Int
    private let makePair: () throws -> DevicePair
    private var pair: DevicePair?
    private var order: [Int] = []

    init(kept: Int, _ makePair: @escaping () throws -> DevicePair = { try DevicePair() }) {
        self.kept = kept
        self.makePair = makePair
    }

    /// Has Bob keep the keys of all the messages but the last, in a chain that was there, in the order in which they come.
    func prepare(_ count: Int) throws {
        let pair = try makePair()
        // One message opens over a gap of 1,000 at most: several of them leave more keys.
        var messages: [Incoming] = []
        while messages.count < kept {
            let gap = min(1_000, kept - messages.count)
            try pair.fill(gap + 1, Random.bytes(DeviceSuite.contentByteCount))
            messages += pair.messages.dropLast()
            try pair.receive(gap)
        }
        pair.messages = messages
        var generator = SystemRandomNumberGenerator()
        order = Array(Array(0..<kept).shuffled(using: &generator).prefix(count))
        pair.messages = order.map { messages[$0] }
        try pair.settle()
        self.pair = pair
    }

    func receive(_ index: Int) throws { try current().receive(index) }

    /// Opens the first `count` of the messages in one transaction.
    func receiveAll(_ count: Int) throws { try current().receive(0..<count) }

    private func current() throws -> DevicePair {
        guard let pair else { throw BenchmarkError("nothing was prepared") }
        return pair
    }
}
