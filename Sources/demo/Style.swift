#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Colour, where it is wanted; it never says anything that the words don't.
struct Style {
    let isColoured: Bool

    /// Colour on a terminal, unless `NO_COLOR` is set or the terminal has none.
    static func standardOutput(environment: [String: String]) -> Style {
        let isUnwanted = !environment["NO_COLOR", default: ""].isEmpty || environment["TERM"] == "dumb"
        return Style(isColoured: isatty(1) == 1 && !isUnwanted)
    }

    func heading(_ text: String) -> String { wrapped("1", text) }
    func dim(_ text: String) -> String { wrapped("2", text) }
    func refused(_ text: String) -> String { wrapped("31", text) }
    func good(_ text: String) -> String { wrapped("32", text) }

    func place(_ place: Place, _ text: String) -> String {
        switch place {
        case .device(.alice): wrapped("36", text)
        case .device(.bob): wrapped("35", text)
        case .device(.carol): wrapped("33", text)
        case .wire, .server: dim(text)
        }
    }

    private func wrapped(_ code: String, _ text: String) -> String {
        isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

/// Where something happens.
enum Place: Equatable {
    case device(Side)
    case wire
    case server

    var name: String {
        switch self {
        case .device(let side): side.name
        case .wire: "wire"
        case .server: "server"
        }
    }
}
