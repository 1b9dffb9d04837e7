/// Rule CN-12.
extension VoiceContent {
    /// Makes a voice message with its bars as they are drawn.
    ///
    /// - Parameter bars: 60 to 80, as ``Waveform/bars(of:)`` makes them; the count is checked when content is encoded.
    public init(
        attachment: AttachmentPointer, duration: TimeSpan, bars: [UInt8], transcript: String = "",
        language: String = ""
    ) {
        self.init(
            attachment: attachment, duration: duration, barCount: 0, packedBars: [], transcript: transcript,
            language: language)
        self.bars = bars
    }

    /// The bars, 0 for silence and 1 to 31 for speech.
    public var bars: [UInt8] {
        get {
            var result: [UInt8] = []
            var buffer: UInt32 = 0
            var bitCount: UInt32 = 0
            for byte in packedBars {
                buffer = (buffer << 8 | UInt32(byte)) & 0xFFFF
                bitCount += 8
                while bitCount >= 5, result.count < Int(barCount) {
                    bitCount -= 5
                    result.append(UInt8(truncatingIfNeeded: buffer >> bitCount) & 31)
                }
                if result.count >= Int(barCount) { break }
            }
            return result
        }
        set {
            barCount = UInt32(clamping: newValue.count)
            packedBars = Self.pack(newValue)
        }
    }

    /// Whether there are as many bytes as the bars need, and 0 in the bits behind the last.
    var hasPackedBars: Bool {
        let bitCount = Int(barCount) * 5
        guard packedBars.count == (bitCount + 7) / 8, let last = packedBars.last else { return false }
        let rest = UInt8(packedBars.count * 8 - bitCount)
        return last & ((1 << rest) - 1) == 0
    }

    static func pack(_ bars: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var buffer: UInt32 = 0
        var bitCount: UInt32 = 0
        for bar in bars {
            buffer = (buffer << 5 | UInt32(min(bar, 31))) & 0xFFFF
            bitCount += 5
            if bitCount >= 8 {
                bitCount -= 8
                result.append(UInt8(truncatingIfNeeded: buffer >> bitCount))
            }
        }
        if bitCount > 0 { result.append(UInt8(truncatingIfNeeded: buffer << (8 - bitCount))) }
        return result
    }
}
