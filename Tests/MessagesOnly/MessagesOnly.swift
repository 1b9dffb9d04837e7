import SottoMessages

/// A program that links SottoMessages and nothing else, to show that it needs no library for that.
@main
enum MessagesOnly {
    static func main() throws {
        var generator = SystemRandomNumberGenerator()
        let content = Content(
            id: .random(using: &generator), sentAt: Instant(milliseconds: 1_800_000_000_000),
            kind: .text(TextContent(body: "hello")))
        guard case .text(let text) = try Content(decoding: content.encoded()).kind else { return }
        print(text.body)
    }
}
