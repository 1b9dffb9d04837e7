/// Stands in until the code is drawn.
enum CodeDrawing {
    static func text(_ sides: Sides, _ run: Invocation) throws(Failure) -> String { "" }
}

/// Stands in until codes are read.
enum CodeInput {
    static func bytes(_ name: String, for option: String, _ input: StandardInput) throws(Failure) -> [UInt8] {
        try input.file(name, for: option)
    }
}
