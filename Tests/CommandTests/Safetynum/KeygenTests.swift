import Foundation
import Sotto
import Testing

/// Rules TN-16 and TN-26.
@Suite("safetynum keygen")
struct KeygenTests {
    @Test("writes a private key that only the owner can read, and prints the public one")
    func made() throws {
        let tool = try SafetynumTool()
        let result = try tool.shell("umask 000 && safetynum keygen new.key")
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
        let facts = try FileManager.default.attributesOfItem(atPath: tool.path("new.key"))
        #expect(facts[.posixPermissions] as? Int == 0o600)
        let content = String(decoding: try tool.bytes(of: "new.key"), as: UTF8.self)
        #expect(content.hasPrefix("sotto-private-identity-key:1:"))
        #expect(content.hasSuffix("\n"))
        var secret = Array(try #require(Data(base64Encoded: String(content.dropFirst(29).dropLast()))))
        #expect(secret.count == 32)
        let pair = try IdentityKeyPair(SecretBytes(consuming: &secret))
        #expect(result.output == hex(pair.publicKey) + "\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: tool.folder.path) == ["new.key"])
    }

    @Test("never replaces what is there, not even a link to nothing")
    func existing() throws {
        let tool = try SafetynumTool()
        try tool.write("mine", as: "old.key")
        #expect(try tool.shell("ln -s nowhere link.key; mkdir folder.key").status == 0)
        for name in ["old.key", "link.key", "folder.key"] {
            let result = try tool.run("keygen", "--json", name)
            #expect(result.status == 3)
            #expect(result.failure["code"] as? String == "fileExists")
            #expect(result.output.isEmpty)
        }
        #expect(try tool.bytes(of: "old.key") == Array("mine".utf8))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: tool.folder.path).sorted() == [
                "folder.key", "link.key", "old.key",
            ])
    }

    @Test("leaves nothing where it can't write, and says why")
    func unwritable() throws {
        let tool = try SafetynumTool()
        let result = try tool.run("keygen", "--json", "missing/new.key")
        #expect(result.status == 3)
        #expect(result.failure["code"] as? String == "folderMissing")
        // A disk without room.
        let full = try tool.shell("ulimit -f 0; safetynum keygen new.key")
        #expect(full.status != 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: tool.folder.path).isEmpty)
    }

    @Test("makes one file when several run at once")
    func race() throws {
        let tool = try SafetynumTool()
        let result = try tool.shell(
            "for i in 1 2 3 4 5 6; do (safetynum keygen new.key 2>/dev/null && echo made) & done; wait")
        let lines = result.output.split(separator: "\n")
        #expect(lines.filter { $0 == "made" }.count == 1)
        #expect(lines.count == 2)
        let key = try tool.run(
            "show", "--me", "a", "--my-key", "new.key", "--them", "b", "--their-key", "new.key")
        #expect(key.status == 3)
        #expect(try FileManager.default.contentsOfDirectory(atPath: tool.folder.path) == ["new.key"])
    }

    @Test("makes a key whose public key pubkey prints, however often, and of nothing else")
    func publicKey() throws {
        let tool = try SafetynumTool()
        let made = try tool.run("keygen", "new.key")
        let content = String(decoding: try tool.bytes(of: "new.key"), as: UTF8.self)
        for result in [
            try tool.run("pubkey", "new.key"), try tool.run("pubkey", "new.key"),
            try tool.run("pubkey", "-", input: content), try tool.run("pubkey", "--", "new.key"),
        ] {
            #expect(result.status == 0)
            #expect(result.output == made.output)
            #expect(result.errors.isEmpty)
        }
        let json = try tool.run("pubkey", "--json", "new.key").json
        #expect(Set(json.keys) == ["command", "identityKey"])
        #expect(json["identityKey"] as? String == String(made.output.dropLast()))
        try tool.write([UInt8](repeating: 0x41, count: 32), as: "raw")
        try tool.write(made.output, as: "new.pub")
        try tool.write(String(content.dropLast(5)), as: "cut.key")
        for (name, code) in [
            ("raw", "badKey"), ("new.pub", "badKey"), ("cut.key", "badKey"), ("none", "fileMissing"),
        ] {
            let result = try tool.run("pubkey", "--json", name)
            #expect(result.status == 3)
            #expect(result.failure["code"] as? String == code)
            #expect(result.output.isEmpty)
            #expect(
                !result.errors.contains("41414141") && !result.errors.contains(content.suffix(20).prefix(8)))
        }
        #expect(try tool.run("pubkey").status == 2)
    }

    @Test("prints an object with --json, and no secret")
    func json() throws {
        let tool = try SafetynumTool()
        let json = try tool.run("keygen", "new.key", "--json").json
        #expect(Set(json.keys) == ["command", "identityKey"])
        #expect((json["identityKey"] as? String)?.count == 66)
    }
}
