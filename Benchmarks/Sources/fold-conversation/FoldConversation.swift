import ConversationLoads
import SottoMessages

/// Folds the encoded events of a file to the last 50 rows, in a process that holds nothing else.
@main
enum FoldConversation {
    static func main() throws {
        let words = CommandLine.arguments.dropFirst().map(\.self)
        guard words.count >= 2, ["direct", "group"].contains(words[0]) else {
            throw LoadError("usage: fold-conversation direct|group FILE [ROWS-TO-WRITE]")
        }
        let cast = try Cast(isGroup: words[0] == "group")
        if words.count > 2 {
            try EventFile.write(History(cast, rows: Int(words[2]) ?? 0), to: words[1])
        } else {
            try fold(EventFile(reading: words[1]), cast)
        }
    }

    /// Prints nanoseconds, the most bytes of memory, and how many rows there are.
    private static func fold(_ file: EventFile, _ cast: Cast) throws {
        let start = EventFile.now()
        let result = try Folded.lastRows(cast, file)
        let elapsed = EventFile.now() - start
        guard result.rows.count == 50 else { throw LoadError("rows are missing") }
        print(elapsed, EventFile.peakByteCount(), result.count)
    }
}
