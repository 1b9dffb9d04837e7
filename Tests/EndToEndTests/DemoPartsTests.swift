import Testing

@testable import demo

@Suite("The demo's parts")
struct DemoPartsTests {
    @Test(
        "what drives a terminal is escaped",
        arguments: [
            ("\u{1B}[2J", "\\u{1B}[2J"), ("a\tb\r", "a\\tb\\r"), ("\u{9B}1m", "\\u{9B}1m"),
            ("\u{202E}abc\u{2066}", "\\u{202E}abc\\u{2066}"), ("e\u{301}", "e\u{301}"),
            ("\u{301}", "◌\u{301}"),
            ("👩‍👧", "👩‍👧"), ("\u{E0041}", "\\u{E0041}"), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"),
            ("e" + String(repeating: "\u{301}", count: 99), "[100 code points in one character]"),
        ])
    func escapes(_ text: String, _ shown: String) { #expect(TerminalText.escaped(text) == shown) }

    @Test(
        "a row is cut between characters and never longer than its columns",
        arguments: [
            ("abcdef", 6, "abcdef"), ("abcdefg", 6, "abcde…"), ("", 6, ""), ("土曜日", 6, "土曜日"),
            ("土曜日で", 6, "土曜…"), ("a土曜日", 6, "a土曜…"), ("👩‍👧👩‍👧👩‍👧👩‍👧", 6, "👩‍👧👩‍👧…"),
            ("ab\u{1B}cd", 6, "ab…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
        ])
    func fits(_ text: String, _ columns: Int, _ row: String) {
        #expect(TerminalText.fitted(text, columns: columns) == row)
        #expect(TerminalText.width(of: row) <= columns)
    }

    @Test("lines end with LF or CR LF, and a last end makes no line")
    func lines() throws {
        func contents(_ text: String) throws -> [String] {
            try Text(Array(text.utf8), name: "").map { String(decoding: $0.content, as: UTF8.self) }
        }
        #expect(try contents("") == [])
        #expect(try contents("\n") == [""])
        #expect(try contents("a") == ["a"])
        #expect(try contents("a\r\n\r\nb\rc\n\nd") == ["a", "", "b\rc", "", "d"])
        #expect(try contents("\u{FEFF}a\n\u{FEFF}b") == ["a", "\u{FEFF}b"])
    }

    @Test("a long line is cut between characters, and nothing of it is lost")
    func pieces() {
        let line = String(repeating: "e\u{301}土👩‍👧", count: 50)
        for limit in 32...64 {
            let ranges = Piece.ranges(of: line, limit: limit)
            let bytes = Array(line.utf8)
            let pieces = ranges.map { String(decoding: bytes[$0], as: UTF8.self) }
            #expect(pieces.joined() == line)
            #expect(pieces.reduce(0) { $0 + $1.count } == line.count)
            #expect(ranges.allSatisfy { $0.count <= limit && !$0.isEmpty })
        }
    }

    @Test("the bad byte of a text is found")
    func badByte() {
        func failure(_ bytes: [UInt8]) -> TextFailure? {
            do {
                _ = try Text(bytes, name: "t")
                return nil
            } catch { return error }
        }
        #expect(failure([0x61, 0x0A, 0x62, 0xC3]) == .notUTF8("t", line: 2, byte: 2, value: 0xC3))
        #expect(failure([0xED, 0xA0, 0x80]) == .notUTF8("t", line: 1, byte: 1, value: 0xED))
        #expect(failure([0xFF, 0xFE, 0x61, 0x00]) == .notUTF8("t", line: 1, byte: 1, value: 0xFF))
        #expect(failure(Array("fine".utf8)) == nil)
    }

    @Test("every text of a line or more has something repeated and something changed")
    func schedule() {
        for count in 1...600 {
            let treatments = (1...count).map { Schedule(messageCount: count).treatment(of: $0) }
            #expect(treatments.contains { $0.isTwice })
            #expect(treatments.contains { $0.change != nil })
            #expect(count < 4 || treatments.contains { $0.lateUntil != nil })
            #expect(treatments.allSatisfy { $0.lateUntil ?? 0 <= count })
            #expect(treatments[0].lateUntil == nil)
            #expect(treatments.contains { $0.kill != nil })
            #expect(count < 28 || Set(treatments.compactMap(\.kill)).count == Kill.allCases.count)
            // A message that is late can't tell when the network has it.
            #expect(treatments.allSatisfy { $0.kill == nil || $0.lateUntil == nil })
            #expect(treatments.filter { $0 != Schedule.Treatment() }.count <= 48)
        }
    }

    @Test("frames come back as they were, and others are refused")
    func frames() {
        let id = [UInt8](repeating: 3, count: 16)
        let orders: [Order] = [
            .make(Store(path: "/a", key: [1, 2], isKept: false)),
            .open(Store(path: "", key: [], isKept: true)), .upload, .confirm([1]),
            .start(bundle: [1, 2], with: .carol), .send([], to: .bob), .send([0], to: .alice), .sent(id: id),
            .outbox, .deliver([9]), .acknowledge(id: id), .inbox,
            .compare, .number, .verify(scanned: [7]), .certify(certificate: [1], root: [2]),
            .deliverSealed([3]), .apply(roster: [4], by: .carol), .sendToGroup([5], [6]),
            .chat(.text("a"), number: 1), .chat(.reply("", to: 2), number: 3),
            .chat(.react("👍", to: 2), number: 4), .chat(.edit("b", of: 2), number: 5),
            .chat(.voiceNote(seconds: 12), number: 6), .chat(.timer(seconds: 30), number: 7),
            .chat(.read, number: 8), .deliverChat([1], number: 9), .screen,
        ]
        for order in orders {
            let body = order.frame.body
            #expect(Frame(body: body).flatMap { Order($0) } == order)
            for count in 1..<body.count { #expect(Frame(body: Array(body[..<count])) != order.frame) }
            #expect(Frame(body: body + [0]) == nil)
        }
        let packets = [Packet(id: [1], bytes: [2, 3]), Packet(id: [], bytes: [])]
        let opened = [
            Opened(id: [1], content: [], sender: "bob.1", senderIdentityKey: [2]),
            Opened(id: [2], content: [0, 0], sender: "", senderIdentityKey: []),
        ]
        let keys = [
            GroupKey(id: [1], receiver: "bob.1", bytes: [2]), GroupKey(id: [], receiver: "", bytes: []),
        ]
        let reports: [Report] = [
            .introduced(Introduction(process: "1", identityKey: [5])), .upload(nil), .upload([]),
            .upload([1]),
            .packet(packets[0]), .outbox([]), .outbox(packets), .opened(opened[0]), .inbox([]),
            .inbox(opened),
            .digest([1]), .number(ShownNumber(text: "1 2", code: [3])), .verified("match", isVerified: true),
            .verified("mismatch", isVerified: false), .refused(Refusal(fault: "a", recovery: "b")), .done,
            .groupPacket(GroupPacket(id: [1], bytes: [2], keyName: [3], keys: [])),
            .groupPacket(GroupPacket(id: [], bytes: [], keyName: [], keys: keys)),
            .screen(lines: [], said: []), .screen(lines: ["a", ""], said: ["b"]),
        ]
        for report in reports {
            #expect(Frame(body: report.frame.body).flatMap { Report($0) } == report)
        }
        #expect(Report(Frame(kind: 4, fields: [[]])) == nil)
        #expect(Report(Frame(kind: 6, fields: [[], [], []])) == nil)
        for order in [Order.sent(id: [3]), .acknowledge(id: [4])] { #expect(Order(order.frame) == nil) }
        #expect(Frame(body: []) == nil)
        #expect(Order(Frame(kind: 4)) == nil)
        #expect(Order(Frame(kind: 6, fields: [[], Array("eve".utf8)])) == nil)
        #expect(Report(Frame(kind: 12)) == nil)
        #expect(Report(Frame(kind: 99)) == nil)
    }

    @Test("colour needs a terminal and no word against it")
    func colour() {
        #expect(Style(isColoured: false).refused("x") == "x")
        #expect(Style(isColoured: true).refused("x") == "\u{1B}[31mx\u{1B}[0m")
        #expect(!Style.standardOutput(environment: ["NO_COLOR": "1"]).isColoured)
        #expect(!Style.standardOutput(environment: ["TERM": "dumb"]).isColoured)
    }

    @Test("numbers read well")
    func figures() {
        #expect(Figures.grouped(0) == "0")
        #expect(Figures.grouped(1_234_567) == "1,234,567")
        #expect(Figures.grouped(-1_000) == "-1,000")
        #expect(Figures.seconds(.milliseconds(61_005)) == "61.005 s")
        #expect(Figures.rate(10, in: .seconds(4)) == 2)
        #expect(Figures.hex([0, 1, 255, 16, 2], byteCount: 5) == "0001ff10 02")
    }
}
