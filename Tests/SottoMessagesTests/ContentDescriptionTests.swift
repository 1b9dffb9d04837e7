import MessageSamples
import Testing

@testable import SottoMessages

/// Rule CN-30.
@Suite("A description of content")
struct ContentDescriptionTests {
    @Test("tells nothing of what it holds, printed or dumped", arguments: ContentSamples.everyKind)
    func silent(kind: ContentKind) {
        let content = ContentSamples.full(kind)
        var dumped = ""
        dump(content, to: &dumped)
        dump(content.kind, to: &dumped)
        let texts = [
            "\(content)", "\(content.kind)", String(reflecting: content), String(reflecting: content.kind),
            dumped,
        ]
        for text in texts { #expect(text.count < 100, "\(text.count) characters") }
    }

    @Test("tells the type, or the kind's number")
    func name() {
        let text = TextContent(body: "secret")
        #expect("\(text)" == "TextContent")
        #expect("\(ContentKind.text(text))" == "kind 64")
        #expect("\(ContentKind.unknown(number: 900, bytes: [1]))" == "kind 900")
    }
}
