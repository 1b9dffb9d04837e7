import MessageSamples
import SottoMessages
import Testing

/// Rules CN-12 and MR-16.
@Suite("What WeChat and Taobao are known for")
struct WeChatTests {
    @Test("push to talk is a voice message of a second, which comes with its words")
    func pushToTalk() throws {
        var chat = RowChat()
        var voice = ContentSamples.voice
        voice.bars = Waveform.bars(of: [Float](repeating: 0.5, count: 20))
        voice.duration = TimeSpan(seconds: 1)
        (voice.transcript, voice.language) = ("还有货吗", "zh")
        let name = try chat.deliver(.voice(voice))
        #expect(chat.row(name)?.body == .voice(voice))
        #expect(ContentLimits.barCounts.contains(voice.bars.count))
    }
}
