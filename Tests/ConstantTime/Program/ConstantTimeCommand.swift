import Memcheck
import SottoCrypto

/// Runs every check under memcheck, or one planted leak.
///
///     constant-time [--rounds N] [--newer-libsodium]
///     constant-time --leak branch|table
@main
enum ConstantTimeCommand {
    static func main() throws {
        guard marks_are_watched() != 0 else { fatalError("this program says something under memcheck only") }
        var arguments = Array(CommandLine.arguments.dropFirst())
        var rounds = 1
        while let argument = arguments.first {
            arguments.removeFirst()
            switch argument {
            case "--rounds": rounds = Int(arguments.removeFirst()) ?? 1
            case "--newer-libsodium": marks_pretend_newer_libsodium()
            case "--leak": return Leak.plant(arguments.first ?? "")
            default: fatalError("unknown: \(argument)")
            }
        }
        for check in Checks.all {
            let before = marks_error_count()
            for _ in 0..<rounds { try check.run() }
            let errors = marks_error_count() - before
            print(errors == 0 ? "quiet    " : "LEAKS    ", check.name)
        }
    }
}

/// Mistakes that memcheck has to report.
private enum Leak {
    static func plant(_ kind: String) {
        let secret = secretBytes(32)
        switch kind {
        case "branch": print(branch(secret))
        case "table": print(lookUp(secret))
        default: fatalError("no such leak: \(kind)")
        }
    }

    @inline(never)
    private static func branch(_ secret: borrowing SecretBytes) -> Int {
        var count = 0
        secret.withSpan { if $0[3] & 1 == 0 { count = marks_are_watched() == 0 ? 0 : 1 } }
        return published(count)
    }

    // As long as a byte has values, so that no bounds check branches first.
    @inline(never)
    private static func lookUp(_ secret: borrowing SecretBytes) -> Int {
        let table = (0..<256).map { $0 * 7 & 0xFF }
        return published(secret.withSpan { table[Int($0[3])] })
    }

    /// The number as a public one, so that printing it isn't the leak.
    private static func published(_ number: Int) -> Int {
        var number = number
        unsafe withUnsafeBytes(of: &number) {
            if let base = $0.baseAddress { unsafe marks_public(base, $0.count) }
        }
        return number
    }
}
