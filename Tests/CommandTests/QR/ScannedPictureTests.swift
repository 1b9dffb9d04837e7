import Foundation
import Sotto
import TestSupport
import Testing

@testable import safetynum

@Suite("A picture that is scanned")
struct ScannedPictureTests {
    private let environment = ProcessInfo.processInfo.environment

    private func picture(_ payload: [UInt8]) throws -> [UInt8] {
        PNGImage(try QRCode(bytes: payload, level: .m)).bytes
    }

    /// A PNM picture of codes side by side.
    private func row(of payloads: [[UInt8]], isInverted: Bool = false) throws -> [UInt8] {
        let codes = try payloads.map { try QRCode(bytes: $0, level: .l) }
        let (side, scale) = (41, 6)
        var bytes = Array("P5\n\(side * scale * codes.count) \(side * scale)\n255\n".utf8)
        for y in 0..<side * scale {
            for code in codes {
                bytes += (0..<side * scale).map { x in
                    code.isDark(row: y / scale - 4, column: x / scale - 4) != isInverted ? 0 : 255
                }
            }
        }
        return bytes
    }

    private func error(_ picture: [UInt8], _ environment: [String: String]? = nil) -> ScannedPictureError? {
        do throws(ScannedPictureError) {
            _ = try ScannedPicture(picture, environment: environment ?? self.environment)
            return nil
        } catch { return error }
    }

    @Test("gives the bytes of its code")
    func reads() throws {
        for payload in Payloads.awkward + (30..<34).map({ Payloads.random($0) }) {
            #expect(try ScannedPicture(picture(payload), environment: environment).payload == payload)
        }
    }

    @Test("gives them too when the code is light on dark")
    func inverted() throws {
        let payload = Payloads.random(35)
        let picture = try row(of: [payload], isInverted: true)
        #expect(try ScannedPicture(picture, environment: environment).payload == payload)
    }

    @Test("may have as many pixels as a photograph")
    func photograph() throws {
        let payload = Payloads.random(44)
        let code = try QRCode(bytes: payload, level: .l)
        let (width, height, scale) = (6000, 4000, 20)
        let wall = [UInt8](repeating: 200, count: width)
        var picture = Array("P5\n\(width) \(height)\n255\n".utf8)
        for y in 0..<height {
            var row = wall
            let moduleRow = y / scale - 50
            if (-4..<code.size + 4).contains(moduleRow) {
                for x in 0..<41 * scale {
                    row[1500 + x] = code.isDark(row: moduleRow, column: x / scale - 4) ? 0 : 255
                }
            }
            picture += row
        }
        #expect(try ScannedPicture(picture, environment: environment).payload == payload)
    }

    @Test("with several codes is refused, even if they are the same")
    func several() throws {
        let payload = Payloads.random(36)
        #expect(try error(row(of: [payload, Payloads.random(37)])) == .severalCodes)
        #expect(try error(row(of: [payload, payload])) == .severalCodes)
    }

    @Test("without a code, or with a part of one, is refused")
    func none() throws {
        #expect(error(Array("P5\n90 90\n255\n".utf8) + [UInt8](repeating: 255, count: 8100)) == .noCode)
        let whole = try row(of: [Payloads.random(38)])
        // The lower half is white.
        let half =
            whole.prefix(whole.count / 2) + [UInt8](repeating: 255, count: whole.count - whole.count / 2)
        #expect(error(Array(half)) == .noCode)
    }

    @Test("that is cut off or of too many pixels is refused")
    func damaged() throws {
        let whole = try picture(Payloads.random(39))
        for count in [8, 20, 33, 60] { #expect(error(Array(whole.prefix(count))) == .damaged) }
        #expect(error(Array("P5\n60000 60000\n255\n".utf8)) == .damaged)
    }

    @Test("is read whatever is changed in it, or refused", arguments: 0..<4)
    func hostile(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let payload = Payloads.random(seed)
        let whole = try picture(payload)
        for _ in 0..<6 {
            var changed = whole
            for _ in 0..<Int.random(in: 1...20, using: &random) {
                changed[Int.random(in: 8..<changed.count, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            do {
                let read = try ScannedPicture(changed, environment: environment).payload
                #expect(read == payload)
            } catch { #expect([.damaged, .noCode].contains(error)) }
        }
    }

    @Test("is refused when it is no picture, before a program starts")
    func noPicture() {
        for bytes in [[], Array("<svg/>".utf8), Array("label:text".utf8), Array("push graphic-context".utf8)]
        {
            #expect(error(bytes, [:]) == .notAPicture)
        }
    }

    @Test("of more than 32 MiB is refused, before a program starts")
    func tooLarge() throws {
        let limit = 32 << 20
        let beginning = Array("P5\n1 1\n255\n".utf8)
        let largest = beginning + [UInt8](repeating: 0, count: limit - beginning.count)
        #expect(error(largest, [:]) == .notInstalled)
        #expect(error(largest + [0], [:]) == .tooLarge)
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("-q").path
            try Data(largest).write(to: URL(fileURLWithPath: file))
            #expect(try ScannedFile.read(file).count == limit)
            try Data(largest + [0]).write(to: URL(fileURLWithPath: file))
            #expect(throws: ScannedPictureError.tooLarge) { try ScannedFile.read(file) }
            #expect(throws: ScannedPictureError.unreadable) { try ScannedFile.read(folder.path) }
            #expect(throws: ScannedPictureError.unreadable) { try ScannedFile.read(file + ".missing") }
        }
    }

    @Test("isn't read where zbarimg isn't installed, and the message says how to install it")
    func notInstalled() throws {
        let picture = try picture(Payloads.random(40))
        // Folders that aren't absolute are passed over, whatever is in them.
        for path in ["", ":", ".", "bin:usr/bin", "/nowhere:"] {
            #expect(error(picture, ["PATH": path]) == .notInstalled)
        }
        #expect(error(picture, [:]) == .notInstalled)
        #expect(ScannedPictureError.notInstalled.message.contains("zbar-tools"))
    }

    /// Lends an environment in whose `PATH` a script is `zbarimg`.
    private func withStandIn(_ script: String, _ body: (URL, [String: String]) throws -> Void) throws {
        try withTemporaryFolder { folder in
            // Written by another process: a program can't be started while a process that is just starting has it open.
            _ = try runProgram(
                "sh", ["-c", "cat >\"$0/zbarimg\" && chmod +x \"$0/zbarimg\"", folder.path],
                input: Array("#!/bin/sh\n\(script)\n".utf8))
            try body(folder, ["PATH": "relative:\(folder.path)", "SECRET": "1"])
        }
    }

    @Test("goes to zbarimg by its standard input, with no name in it and none of the user's environment")
    func arguments() throws {
        let script = """
            folder=${0%/*}; printf '%s\\n' "$@" >"$folder/arguments"; env >"$folder/environment"
            cat >"$folder/picture"; ls -A >/dev/null; printf 'read'; echo 'scanned 1 barcode symbols from 1 images' >&2
            """
        try withStandIn(script) { folder, environment in
            let picture = try picture(Payloads.random(41))
            #expect(try ScannedPicture(picture, environment: environment).payload == Array("read".utf8))
            func lines(_ name: String) throws -> [String] {
                try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
                    .split(separator: "\n").map(String.init)
            }
            let arguments = try lines("arguments")
            #expect(arguments.last == "png:-")
            // What was read stays off the system's bus.
            #expect(arguments.contains("--nodbus"))
            #expect(!(try lines("environment")).contains { $0.hasPrefix("SECRET") || $0.hasPrefix("HOME") })
            #expect(Array(try Data(contentsOf: folder.appendingPathComponent("picture"))) == picture)
        }
    }

    @Test("that takes too long ends the program")
    func timeout() throws {
        try withStandIn("echo $$ >\"${0%/*}/process\"; exec sleep 60") { folder, environment in
            let picture = try picture(Payloads.random(42))
            let started = ContinuousClock.now
            #expect(throws: ScannedPictureError.timedOut) {
                try ScannedPicture(picture, environment: environment, timeLimit: 1)
            }
            #expect(ContinuousClock.now - started < .seconds(20))
            let text = try String(contentsOf: folder.appendingPathComponent("process"), encoding: .utf8)
            let process = try #require(pid_t(text.dropLast()))
            #expect(kill(process, 0) == -1)
        }
    }

    @Test("leaves no process behind, and says nothing of what one wrote without end")
    func bounded() throws {
        let script = "sleep 60 & echo $! >\"${0%/*}/process\"; yes"
        for script in [
            script, script + " >&2", "exec <&-; \(script) | head -c 1; echo 'scanned 0 barcode' >&2",
        ] {
            try withStandIn(script) { folder, environment in
                let picture = try picture(Payloads.random(45))
                let started = ContinuousClock.now
                #expect([.failed, .noCode].contains(error(picture, environment)))
                #expect(ContinuousClock.now - started < .seconds(15))
                let text = try String(contentsOf: folder.appendingPathComponent("process"), encoding: .utf8)
                let process = try #require(pid_t(text.dropLast()))
                #expect(isGone(process))
            }
        }
    }

    /// Whether a process has ended, though nobody may have waited for it yet.
    private func isGone(_ process: pid_t) -> Bool {
        for _ in 0..<100 {
            let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
            if state == nil || state?.contains(") Z ") == true { return true }
            usleep(50_000)
        }
        return false
    }

    @Test("goes to a program that gets no other descriptor, and no folder for temporary files is needed")
    func descriptors() throws {
        let script = "cat >/dev/null; ls /proc/$$/fd >\"${0%/*}/open\"; echo 'scanned 0 barcode' >&2"
        try withStandIn(script) { folder, _ in
            let sides = try TwoSides()
            try sides.tool.write(try picture(Payloads.random(46)), as: "code.png")
            let words = sides.words.joined(separator: " ")
            let result = try sides.tool.shell(
                "exec 7</etc/passwd 8>>seen; PATH=\(folder.path):$PATH TMPDIR=/nowhere safetynum scan --json \(words) code.png"
            )
            #expect(result.failure["code"] as? String == "badPicture")
            #expect((result.failure["message"] as? String)?.contains("no QR code") == true)
            let open = try String(contentsOf: folder.appendingPathComponent("open"), encoding: .utf8)
            #expect(!open.split(separator: "\n").contains { ["7", "8"].contains($0) })
        }
    }

    @Test("is read or refused however few descriptors are free")
    func fewDescriptors() throws {
        let sides = try TwoSides()
        let number = try sides.number()
        let code = SafetyNumber(ours: number.theirs, theirs: number.ours).scannable()
        try sides.tool.write(try picture(code), as: "code.png")
        let words = sides.words.joined(separator: " ")
        for limit in 4...20 {
            let result = try sides.tool.shell("ulimit -n \(limit); safetynum scan --json \(words) code.png")
            if result.status == 0 { continue }
            #expect(limit < 16, "\(limit): \(result.errors)")
            #expect(result.status == 3, "\(limit): \(result.errors)")
            #expect(["badPicture", "fileUnreadable"].contains(result.failure["code"] as? String), "\(limit)")
        }
    }

    @Test("ends the program when the tool is told to end", arguments: ["INT", "TERM", "HUP"])
    func signals(_ signal: String) throws {
        try withStandIn("echo $$ >\"${0%/*}/process\"; exec sleep 60") { folder, _ in
            let sides = try TwoSides()
            try sides.tool.write(try picture(Payloads.random(47)), as: "code.png")
            let words = sides.words.joined(separator: " ")
            let place = folder.path
            let result = try sides.tool.shell(
                """
                (for i in {1..200}; do test -s \(place)/process && break; sleep 0.05; done; kill -\(signal) $(cat tool)) &
                bash -c 'echo $$ >tool; PATH=\(place):$PATH exec safetynum scan \(words) code.png'; echo $?
                """)
            let number = ["INT": 2, "TERM": 15, "HUP": 1][signal, default: 0]
            #expect(result.output == "\(128 + number)\n", "\(result.errors)")
            let text = try String(contentsOf: folder.appendingPathComponent("process"), encoding: .utf8)
            #expect(isGone(try #require(pid_t(text.dropLast()))))
        }
    }

    @Test(
        "isn't read when the program fails",
        arguments: [
            ("kill -9 $$", ScannedPictureError.failed), ("exit 1", .damaged), ("printf read", .damaged),
            ("echo 'scanned x barcode symbols' >&2", .damaged),
            ("echo 'scanned 0 barcode symbols' >&2", .noCode),
            ("echo 'scanned 2 barcode symbols' >&2", .severalCodes),
        ])
    func failures(_ script: String, expected: ScannedPictureError) throws {
        try withStandIn(script) { _, environment in
            let picture = try picture(Payloads.random(43))
            #expect(error(picture, environment) == expected)
        }
    }
}
