import Foundation
import Sotto

/// The 60 digits that somebody compares with: as arguments, at a prompt, or from standard input.
///
/// Rule TN-10.
enum DigitsInput {
    /// 60 ASCII digits.
    static func read(_ arguments: Arguments, _ input: StandardInput) throws(Failure) -> String {
        let text: String
        if arguments.operands == ["-"] || arguments.operands.isEmpty && !input.isTerminal {
            text = String(decoding: try input.read(for: "the digits"), as: UTF8.self)
        } else if arguments.operands.isEmpty {
            try input.claim(for: "the digits")
            let typed = Result { () throws(Failure) in try prompted() }
            // What is behind the digits must neither be overlooked nor run by the shell.
            let holdsMore = input.dropTyped()
            text = try typed.get()
            if holdsMore {
                throw Failure(.badDigits, "there is more behind the 60 digits: paste the 60 digits alone")
            }
        } else {
            text = arguments.operands.joined(separator: " ")
        }
        guard let groups = SafetyNumber.groups(read: text) else { throw failure(text) }
        return groups.joined()
    }

    /// Asks at the terminal, until there are 60 digits, an empty line or the end of input.
    ///
    /// What is pasted may have several lines; after each it says how many digits there are. What can't become 60 digits
    /// is refused at once.
    private static func prompted() throws(Failure) -> String {
        Console.note("Paste or type the 60 digits that they see, then press Return:")
        var text = ""
        var isPaused = false
        while !isPaused, SafetyNumber.groups(read: text) == nil, let line = readLine() {
            text += line + "\n"
            let found = count(text)
            isPaused = line.allSatisfy(\.isWhitespace) && found > 0
            if let other = text.unicodeScalars.first(where: { !isTaken($0) }) {
                throw Failure(
                    .badDigits,
                    "\"\(Printable.text(String(other)))\" is no digit: paste the 60 digits alone, without the words around them"
                )
            }
            guard found <= SafetyNumber.digitCount else { throw failure(text) }
            if !isPaused, found < SafetyNumber.digitCount {
                Console.note(
                    "\(found) of \(SafetyNumber.digitCount) digits so far; \(found > 0 ? "an empty line" : "Ctrl-D") ends"
                )
            }
            guard text.utf8.count <= BoundedInput.maximumByteCount else {
                throw Failure(.inputTooLarge, "that is more than 60 digits can be: paste the digits only")
            }
        }
        return text
    }

    private static func count(_ text: String) -> Int {
        text.unicodeScalars.count { $0.properties.generalCategory == .decimalNumber }
    }

    /// Whether it is a digit, or what SN-7 passes over; whether all is a number is decided there.
    private static func isTaken(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return properties.numericType == .decimal || properties.isWhitespace || properties.isDash
            || properties.generalCategory == .format
    }

    private static func failure(_ text: String) -> Failure {
        let found = count(text)
        if found > SafetyNumber.digitCount {
            return Failure(.badDigits, "a number has 60 digits and there are \(found): give one number only")
        }
        return Failure(
            .badDigits,
            found == SafetyNumber.digitCount
                ? "there is something else among the 60 digits: give the digits only"
                : "all 60 digits are needed and there are \(found): give the whole number, a part of it proves nothing"
        )
    }
}
