/// A QR code as an SVG file, whose unit is a module: black on white, with the quiet zone that the standard asks for.
struct SVGImage {
    let text: String

    init(_ code: QRCode) {
        let quietZone = TerminalCode.usualQuietZone
        let side = code.size + 2 * quietZone
        let path = (0..<code.size).map { row in
            Self.runs(of: row, in: code).map { run in
                "M\(run.lowerBound + quietZone) \(row + quietZone)h\(run.count)v1h-\(run.count)z"
            }.joined()
        }.joined()
        text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">
            <rect width="\(side)" height="\(side)" fill="#fff"/>
            <path fill="#000" d="\(path)"/>
            </svg>

            """
    }

    /// The columns of a row that are dark, neighbours as one.
    private static func runs(of row: Int, in code: QRCode) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for column in 0..<code.size where code.isDark(row: row, column: column) {
            if let last = runs.last, last.upperBound == column {
                runs[runs.count - 1] = last.lowerBound..<column + 1
            } else {
                runs.append(column..<column + 1)
            }
        }
        return runs
    }
}
