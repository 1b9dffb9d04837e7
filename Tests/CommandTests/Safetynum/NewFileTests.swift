import Foundation
import Testing

/// Rules TN-12 and TN-16.
@Suite("A file that safetynum writes")
struct NewFileTests {
    private let tool: SafetynumTool

    init() throws { tool = try SafetynumTool() }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: tool.folder.path).sorted()
    }

    @Test("may have a name of one character", arguments: ["k", "1", "é", "./k"])
    func short(name: String) throws {
        let result = try tool.run("keygen", name)
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
        #expect(try names() == [name.hasPrefix("./") ? "k" : name])
    }

    @Test("may have the longest name that there is")
    func long() throws {
        let name = String(repeating: "k", count: 255)
        #expect(try tool.run("keygen", name).status == 0)
        #expect(try names() == [name])
    }

    @Test("leaves nothing beside it when a signal comes at any moment")
    func interrupted() throws {
        let result = try tool.shell(
            """
            for i in $(seq 60); do
                safetynum keygen k$i >/dev/null 2>&1 & p=$!
                sleep 0.0$((i % 4))$((i % 10)); kill -TERM $p 2>/dev/null; wait $p 2>/dev/null
            done; true
            """)
        #expect(result.status == 0)
        #expect(try names().allSatisfy { $0.wholeMatch(of: /k[0-9]+/) != nil })
        for name in try names() {
            #expect(try tool.bytes(of: name).count == 29 + 44 + 1)
            #expect(
                try FileManager.default.attributesOfItem(atPath: tool.path(name))[.referenceCount] as? Int
                    == 1)
        }
    }

    @Test("that is larger than the process may write is an error, and isn't there")
    func tooLarge() throws {
        let result = try tool.shell(
            "(ulimit -f 0; safetynum keygen new.key 2>&1) | cat; exit ${PIPESTATUS[0]}")
        #expect(result.status == 4)
        #expect(result.output.contains("can't be written"))
        #expect(try names().isEmpty)
    }

    @Test(
        "that is asked a passphrase for leaves the terminal as it was after any signal",
        arguments: ["USR1", "ALRM", "XCPU"])
    func prompt(signal: String) throws {
        let store = try StoreFixture(passphrase: "correct horse")
        let terminal = try PseudoTerminal(
            program: "/bin/sh",
            [
                "-c",
                "\(SafetynumTool.binary().path) list --store alice.sqlite & wait=$!; sleep 2; kill -\(signal) $wait; wait $wait; echo ended",
            ], in: store.tool)
        try terminal.wait(for: "Passphrase of alice.sqlite: ")
        #expect(!terminal.isEchoing)
        try terminal.wait(for: "ended")
        #expect(terminal.isEchoing)
    }

    @Test("with a picture is for whom the mask lets")
    func mask() throws {
        let pair = try TwoSides()
        let words = pair.words.joined(separator: " ")
        for (mask, rights) in [("077", 0o600), ("022", 0o644)] {
            #expect(try pair.tool.shell("umask \(mask); safetynum qr \(words) --png \(mask).png").status == 0)
            let facts = try FileManager.default.attributesOfItem(atPath: pair.tool.path("\(mask).png"))
            #expect(facts[.posixPermissions] as? Int == rights)
        }
    }

    @Test("never takes the place of what is no file, by force neither")
    func force() throws {
        let pair = try TwoSides()
        #expect(try pair.tool.shell("mkfifo fifo; ln -s nowhere link; mkdir folder").status == 0)
        for name in ["fifo", "link", "folder"] {
            let result = try pair.tool.run(["qr"] + pair.words + ["--png", name, "--force", "--json"])
            #expect(result.status == 3)
            #expect(result.failure["code"] as? String == "fileExists")
        }
        #expect(try pair.tool.shell("test -p fifo && test -L link && test -d folder").status == 0)
    }
}
