/// Prints what happens, in rows that fit into 80 columns: message, place, event, what.
///
/// Of a long text only the first and last messages are printed, and whatever was refused.
final class Log {
    let style: Style
    private let messageCount: Int
    private let write: (String) -> Void
    private var lastNumber: Int?
    private var hasSaidWhatIsLeftOut = false

    init(messageCount: Int, style: Style, write: @escaping (String) -> Void) {
        self.messageCount = messageCount
        self.style = style
        self.write = write
    }

    func line(_ text: String = "") { write(text) }

    func heading(_ text: String) {
        write("")
        write(style.heading(text))
        lastNumber = nil
    }

    func columns() {
        write(style.dim(row("No", "Where", "Event", "What")))
    }

    /// One row about a message, or about the handshake if there is no number.
    ///
    /// - Parameters:
    ///   - what: Anybody's text; what is shown of it can't drive the terminal.
    ///   - note: Our own words before it.
    func row(
        _ number: Int?, _ place: Place, _ event: String, _ what: @autoclosure () -> String,
        note: String = "", isRefusal: Bool = false
    ) {
        guard isRefusal || shows(number) else { return sayWhatIsLeftOut() }
        let shown = number == lastNumber ? "" : number.map { String($0) } ?? ""
        lastNumber = number
        // A row without an event goes on with what the row before says.
        let name = event.isEmpty ? "" : place.name
        let columns = 80 - headColumns - note.count
        let text = row(shown, name, event, note + TerminalText.fitted(what(), columns: columns))
        write(isRefusal ? style.refused(text) : style.place(place, text))
    }

    /// What a device refused, why, and what the error says is to be done.
    func refusal(_ number: Int?, by side: Side, _ refusal: Refusal) {
        row(number, .device(side), "refuses", "\(refusal.fault): \(refusal.reason)", isRefusal: true)
        row(number, .device(side), "", "→ \(refusal.recovery): \(refusal.advice)", isRefusal: true)
    }

    /// How many messages aren't printed.
    var leftOutCount: Int {
        messageCount > Self.shownWhole ? messageCount - Self.firstShown - Self.lastShown : 0
    }

    private func shows(_ number: Int?) -> Bool {
        guard let number, leftOutCount > 0 else { return true }
        return number <= Self.firstShown || number > messageCount - Self.lastShown
    }

    private func sayWhatIsLeftOut() {
        guard !hasSaidWhatIsLeftOut else { return }
        hasSaidWhatIsLeftOut = true
        let first = Figures.grouped(Self.firstShown + 1)
        let last = Figures.grouped(messageCount - Self.lastShown)
        write("")
        write(
            style.dim(
                "     … messages \(first) to \(last) are left out, except what was refused …"))
        write("")
    }

    private func row(_ number: String, _ place: String, _ event: String, _ what: String) -> String {
        let head =
            Figures.aligned(number, to: numberColumns) + "  " + Figures.padded(place, to: placeColumns) + "  "
            + Figures.padded(event, to: 7) + "  "
        return head + what
    }

    private var numberColumns: Int { max(4, String(messageCount).count) }

    private var headColumns: Int { numberColumns + 2 + placeColumns + 2 + 7 + 2 }

    private var placeColumns: Int { 6 }

    /// Texts of up to so many messages are printed whole.
    static let shownWhole = 40
    static let firstShown = 16
    static let lastShown = 8
}
