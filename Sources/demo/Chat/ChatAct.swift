/// What a user does in the chat.
///
/// Messages are named by their number in the script, from 1.
enum ChatAct: Equatable {
    case text(String)
    case reply(String, to: Int)
    case react(String, to: Int)
    case edit(String, of: Int)
    /// Speaks for so many seconds.
    case voiceNote(seconds: Int)
    /// Has all messages to come disappear after so many seconds.
    case timer(seconds: Int)
    /// Reads all that came, and says so.
    case read

    /// What the log says that somebody does.
    var words: String {
        switch self {
        case .text(let text): text
        case .reply(let text, let number): "answers \(number): \(text)"
        case .react(let emoji, let number): "\(emoji) to \(number)"
        case .edit(let text, let number): "changes \(number): \(text)"
        case .voiceNote(let seconds): "a voice note of \(seconds) seconds"
        case .timer(let seconds): "messages disappear \(seconds / 3_600) hours after they are read"
        case .read: "a receipt: all read"
        }
    }
}

/// The chat that the demo plays.
enum ChatScript {
    struct Step {
        let number: Int
        let side: Side
        let act: ChatAct
    }

    static let steps: [Step] = acts.enumerated().map { index, step in
        Step(number: index + 1, side: step.0, act: step.1)
    }

    private static let acts: [(Side, ChatAct)] = [
        (.alice, .text("Bob? Is this you, or somebody with your phone? 👋")),
        (.bob, .text("Me. We compared the numbers, remember: all sixty digits.")),
        (.alice, .reply("Then let's keep nothing we don't need.", to: 2)),
        (.alice, .timer(seconds: 86_400)),
        (.bob, .react("👍", to: 3)),
        (.bob, .voiceNote(seconds: 12)),
        (.alice, .text("Saturday at 19:03, platform 2.")),
        (.alice, .edit("Saturday at 19:30, platform 2.", of: 7)),
        (.bob, .text("🎉🚂")),
        (.bob, .read),
        (.alice, .read),
    ]
}

extension ChatAct {
    var fields: [[UInt8]] {
        switch self {
        case .text(let text): [[1], Array(text.utf8), []]
        case .reply(let text, let number): [[2], Array(text.utf8), Self.field(number)]
        case .react(let emoji, let number): [[3], Array(emoji.utf8), Self.field(number)]
        case .edit(let text, let number): [[4], Array(text.utf8), Self.field(number)]
        case .voiceNote(let seconds): [[5], [], Self.field(seconds)]
        case .timer(let seconds): [[6], [], Self.field(seconds)]
        case .read: [[7], [], []]
        }
    }

    init?(_ fields: [[UInt8]]) {
        guard fields.count == 3 else { return nil }
        let text = String(decoding: fields[1], as: UTF8.self)
        let number = Int(String(decoding: fields[2], as: UTF8.self)) ?? 0
        switch fields[0] {
        case [1]: self = .text(text)
        case [2]: self = .reply(text, to: number)
        case [3]: self = .react(text, to: number)
        case [4]: self = .edit(text, of: number)
        case [5]: self = .voiceNote(seconds: number)
        case [6]: self = .timer(seconds: number)
        case [7]: self = .read
        default: return nil
        }
    }

    private static func field(_ number: Int) -> [UInt8] { Array(String(number).utf8) }
}
