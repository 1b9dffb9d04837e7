/// Rule CL-2.
enum Initials {
    /// The first letters of the first and the last word, in capitals; the first character of a name without letters.
    static func of(_ name: String) -> String {
        let words = name.split { $0.isWhitespace || $0 == "," }.compactMap { word in
            word.first.flatMap { $0.isLetter || $0.isNumber ? $0 : nil }
        }
        guard let first = words.first else { return name.first.map { String($0) } ?? "" }
        guard words.count > 1, let last = words.last else { return first.uppercased() }
        return first.uppercased() + last.uppercased()
    }
}
