import SottoMessages
import TestSupport
import Testing

/// Rules MR-15 and MR-16.
@Suite("Waveforms")
struct WaveformTests {
    @Test(
        "have a bar of 0 for silence and 1 to 31 for speech",
        arguments: [
            (0, 0), (0.0199, 0), (0.02, 1), (0.036, 1), (0.037, 2), (0.51, 16), (0.98, 30), (1, 31), (7, 31),
            (-1, 0), (.nan, 0), (.infinity, 31), (-.infinity, 0),
        ] as [(Float, UInt8)])
    func bar(_ level: Float, _ bar: UInt8) {
        #expect(Waveform.bar(of: level) == bar)
    }

    @Test(
        "have 60 to 80 bars, whatever the number of levels",
        arguments: [
            (0, 60), (1, 60), (3, 60), (60, 60), (61, 61), (80, 80), (81, 80), (1_200, 80), (100_000, 80),
        ])
    func counts(_ levels: Int, _ bars: Int) {
        let result = Waveform.bars(of: [Float](repeating: 0.5, count: levels))
        #expect(result.count == bars)
        #expect(Set(result) == [levels == 0 ? 0 : 16])
    }

    @Test("repeat few levels evenly")
    func few() {
        let bars = Waveform.bars(of: [0, 1, 0])
        #expect(
            bars == [UInt8](repeating: 0, count: 20) + [UInt8](repeating: 31, count: 20)
                + [UInt8](repeating: 0, count: 20))
    }

    @Test("show the loudest level of each part", arguments: [1, 2, 3] as [UInt64])
    func loudest(_ seed: UInt64) {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let levels = (0..<Int.random(in: 81...5_000, using: &generator)).map { _ in
            Float.random(in: 0...1, using: &generator)
        }
        let bars = Waveform.bars(of: levels)
        for (index, level) in levels.enumerated() {
            let place = (0..<80).last { $0 * levels.count / 80 <= index } ?? 0
            guard bars[place] >= Waveform.bar(of: level) else {
                Issue.record("level \(index) is louder than its bar")
                return
            }
        }
        #expect(bars.max() == levels.map(Waveform.bar).max())
    }

    @Test("are kept by content as they are")
    func content() {
        let bars = Waveform.bars(of: (0..<1_200).map { Float($0) / 1_200 })
        var voice = VoiceContent(
            attachment: AttachmentPointer(id: [1], key: [], digest: [], byteCount: 1),
            duration: TimeSpan(seconds: 60), barCount: 0, packedBars: [])
        voice.bars = bars
        #expect(voice.bars == bars)
        #expect(voice.packedBars.count <= 50)
    }

    @Test("are drawn in any number of bars")
    func resample() {
        #expect(Waveform.resample([1, 5, 2, 9], to: 2) == [5, 9])
        #expect(Waveform.resample([1, 5], to: 4) == [1, 1, 5, 5])
        #expect(Waveform.resample([1, 5, 3], to: 3) == [1, 5, 3])
        #expect(Waveform.resample([], to: 2) == [0, 0])
        #expect(Waveform.resample([200], to: 1) == [31])
        #expect(Waveform.resample([1], to: 0).isEmpty && Waveform.resample([1], to: -1).isEmpty)
        #expect(Waveform.resample([3, 4], to: 10_000).count == 10_000)
    }

    @Test("show the last levels while recording", arguments: [(60, 60), (80, 80), (0, 60), (.max, 80)])
    func live(_ wanted: Int, _ count: Int) {
        var live = LiveWaveform(count: wanted)
        #expect(live.bars.isEmpty)
        live.append(1)
        #expect(live.bars == [31])
        for index in 0..<1_000 { live.append(index % 2 == 0 ? 0 : 1) }
        live.append(0.02)
        #expect(live.bars.count == count)
        #expect(live.bars.suffix(3) == [0, 31, 1])
    }
}
