import Foundation
import Sotto
import Testing

/// Rules TN-6 to TN-9, TN-14, TN-15, TN-17, TN-23 and TN-24.
@Suite("safetynum over a store")
struct StoreCommandTests {
    private let instant = "2027-01-15T08:00:00Z"

    @Test("shows the number with a user, and since when the key is known and verified")
    func show() throws {
        let store = try StoreFixture()
        let number = try store.number("bob", store.bob)
        let pipe = try store.tool.run(["show", "--with", "bob"] + store.words)
        #expect(pipe.output == number.groups.joined(separator: " ") + "\n")
        let long = try store.tool.run(["show", "--with", "bob", "--halves"] + store.words)
        #expect(long.output.hasSuffix("\nKey known since: \(instant)\nVerified: no\n"))
        try store.alice.markVerified("bob", identityKey: store.bob)
        let after = try store.tool.run(["show", "--with", "bob", "--halves"] + store.words)
        #expect(after.output.hasSuffix("\nKey known since: \(instant)\nVerified: \(instant)\n"))
        let them =
            try store.tool.run(["show", "--with", "bob", "--json"] + store.words).json["them"]
            as? [String: Any]
        #expect(them?["identityKey"] as? String == hex(store.bob))
        #expect(them?["knownSince"] as? String == instant)
        #expect(them?["verifiedAt"] as? String == instant)
        #expect(them?["isKeyInUse"] as? Bool == true)
        #expect(them?["anotherKeyWaits"] as? Bool == false)
    }

    @Test("marks a user verified after a match, and has it read back")
    func verify() throws {
        let store = try StoreFixture()
        let digits = try store.number("bob", store.bob).digits
        let result = try store.tool.run(["verify", "--with", "bob", "--json"] + store.words, input: digits)
        #expect(result.status == 0)
        #expect(result.json["result"] as? String == "match")
        #expect(result.json["marked"] as? Bool == true)
        #expect(result.json["verifiedAt"] is String)
        #expect((result.json["them"] as? [String: Any])?["identityKey"] as? String == hex(store.bob))
        // The device that has the store open sees it at once.
        #expect(try store.alice.identity(of: "bob")?.isVerified == true)
        let text = try store.tool.run(["verify", "--with", "bob.1"] + store.words + [digits])
        #expect(text.status == 0)
        #expect(text.output.contains("Verified: bob, at "))
    }

    @Test("marks nothing after a mismatch or a part of the digits")
    func notVerified() throws {
        let store = try StoreFixture()
        let digits = try store.number("bob", store.bob).digits
        let other = try store.number("bob", store.carol).digits
        let mismatch = try store.tool.run(["verify", "--with", "bob", "--json"] + store.words, input: other)
        #expect(mismatch.status == 1)
        #expect(mismatch.json["marked"] as? Bool == false)
        #expect(mismatch.json["verifiedAt"] is NSNull)
        let text = try store.tool.run(["verify", "--with", "bob"] + store.words, input: other)
        #expect(text.status == 1)
        #expect(text.output.contains("Nothing was marked: bob"))
        let part = try store.tool.run(
            ["verify", "--with", "bob"] + store.words, input: String(digits.dropLast(5)))
        #expect(part.status == 3)
        #expect(try store.alice.identity(of: "bob")?.verifiedAt == nil)
    }

    @Test("asks which key is meant while another one waits, and accepts the one that was compared")
    func waiting() throws {
        let store = try StoreFixture()
        let old = try store.number("carol", store.carol)
        let new = try store.number("carol", store.newCarol)
        for command in ["show", "verify", "compare"] {
            let result = try store.tool.run([command, "--with", "carol"] + store.words, input: new.digits)
            #expect(result.status == 3)
            #expect(result.message.contains("--which waiting"))
            #expect(result.output.isEmpty)
            let json = try store.tool.run(
                [command, "--json", "--with", "carol"] + store.words, input: new.digits)
            #expect(json.failure["code"] as? String == "anotherKeyWaits")
        }
        func show(_ which: String) throws -> String {
            try store.tool.run(["show", "--with", "carol", "--which", which] + store.words).output
        }
        #expect(try show("used") == old.groups.joined(separator: " ") + "\n")
        #expect(try show("waiting") == new.groups.joined(separator: " ") + "\n")
        let wrong = try store.tool.run(
            ["verify", "--with", "carol", "--which", "waiting"] + store.words, input: old.digits)
        #expect(wrong.status == 1)
        #expect(try store.alice.identity(of: "carol")?.identityKey == store.carol)
        let right = try store.tool.run(
            ["verify", "--with", "carol", "--which", "waiting"] + store.words, input: new.digits)
        #expect(right.status == 0)
        let facts = try store.alice.identity(of: "carol")
        #expect(facts?.identityKey == store.newCarol)
        #expect(facts?.isVerified == true)
        let none = try store.tool.run(
            ["show", "--with", "carol", "--which", "waiting", "--json"] + store.words)
        #expect(none.status == 3)
        #expect(none.failure["code"] as? String == "noWaitingKey")
    }

    @Test("says that a key still waits when the one in use is verified, and when nothing is")
    func stillWaiting() throws {
        let store = try StoreFixture()
        let old = try store.number("carol", store.carol).digits
        let new = try store.number("carol", store.newCarol).digits
        func verify(_ with: String, _ words: [String], _ digits: String) throws -> (Bool?, String) {
            let words = ["verify", "--with", with] + words + store.words
            let json = try store.tool.run(words + ["--json"], input: digits).json
            let text = try store.tool.run(words, input: digits).output.replacingOccurrences(
                of: "\n", with: " ")
            return (json["anotherKeyWaits"] as? Bool, text)
        }
        let used = try verify("carol", ["--which", "used"], old)
        #expect(used.0 == true)
        #expect(used.1.contains("Verified: carol"))
        #expect(
            used.1.contains("Another key of theirs waits for a decision: messages with carol stay blocked"))
        #expect(try store.alice.identity(of: "carol")?.change != nil)
        let wrong = try verify("carol", ["--which", "waiting"], old)
        #expect(wrong.0 == true)
        #expect(wrong.1.contains("This key waits for a decision"))
        let words = ["verify", "--with", "carol", "--which", "waiting", "--json"] + store.words
        #expect(try store.tool.run(words, input: new).json["anotherKeyWaits"] as? Bool == false)
        let bob = try verify("bob", [], try store.number("bob", store.bob).digits)
        #expect(bob.0 == false)
        #expect(!bob.1.contains("waits"))
    }

    @Test("takes a verification back")
    func unverify() throws {
        let store = try StoreFixture()
        try store.alice.markVerified("bob", identityKey: store.bob)
        let result = try store.tool.run(["unverify", "--with", "bob"] + store.words)
        #expect(result.status == 0)
        #expect(result.output == "Not verified any more: bob\n")
        #expect(try store.alice.identity(of: "bob")?.verifiedAt == nil)
        let again = try store.tool.run(["unverify", "--with", "bob", "--json"] + store.words)
        #expect(again.status == 0)
        #expect(again.json["wasVerified"] as? Bool == false)
    }

    @Test("lists users, their state, and since when a key changed")
    func list() throws {
        let store = try StoreFixture()
        try store.alice.acceptUnseen(store.bob, for: try UserID([0xFF, 0]))
        try store.alice.markVerified("bob", identityKey: store.bob)
        let result = try store.tool.run(["list"] + store.words)
        #expect(result.status == 0)
        #expect(
            result.output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) } == [
                ["bob", "verified", hex(store.bob), instant, instant, "-", "-"],
                ["carol", "changed", hex(store.carol), instant, "-", instant, hex(store.newCarol)],
                ["hex:ff00", "unverified", hex(store.bob), instant, "-", "-", "-"],
            ])
        let json = try store.tool.run(["list", "--json"] + store.words).json
        let users = try #require(json["users"] as? [[String: Any]])
        #expect(users.compactMap { $0["state"] as? String } == ["verified", "changed", "unverified"])
        #expect(users[1]["waitingKey"] as? String == hex(store.newCarol))
        #expect(users[1]["changedSince"] as? String == instant)
        #expect(users[0]["waitingKey"] is NSNull)
        #expect((json["me"] as? [String: Any])?["identifier"] as? String == "alice")
    }

    @Test("refuses users that it doesn't know, its own, and a word that is two of them")
    func users() throws {
        let store = try StoreFixture()
        func code(_ with: String) throws -> String? {
            let result = try store.tool.run(["show", "--json", "--with", with] + store.words)
            #expect(result.output.isEmpty)
            #expect(result.status == 3)
            return result.failure["code"] as? String
        }
        #expect(try code("dave") == "unknownUser")
        #expect(try code("bob.2") == "unknownUser")
        #expect(try code("text:bob.1") == "unknownUser")
        #expect(try code("alice") == "ownUser")
        try store.alice.acceptUnseen(store.carol, for: "bob.1")
        #expect(try code("bob.1") == "ambiguousUser")
        #expect(try store.tool.run(["show", "--with", "text:bob.1"] + store.words).status == 0)
        #expect(try store.tool.run(["unverify", "--with", "dave"] + store.words).status == 3)
    }

    @Test("takes the address of a device in the one form that its number has")
    func address() throws {
        let store = try StoreFixture()
        #expect(try store.tool.run(["show", "--with", "bob.1"] + store.words).status == 0)
        // A user with such a name is never hidden by another form of the same address.
        try store.alice.acceptUnseen(store.carol, for: "bob.1")
        for word in ["bob.01", "bob.+1", "bob.1.", "bob.-1", "bob.00000001"] {
            let result = try store.tool.run(["show", "--json", "--with", word] + store.words)
            #expect(result.status == 3, "\(word)")
            #expect(["unknownUser", "ambiguousIdentifier"].contains(result.failure["code"] as? String))
        }
    }

    @Test("never shows what stands for the file of a passphrase or a key")
    func secretValues() throws {
        let store = try StoreFixture()
        for option in ["--passphrase-file", "--key-file"] {
            for value in [
                "correct horse", ".", "storage.key/correct horse", String(repeating: "a", count: 300),
            ] {
                let result = try store.tool.run("list", "--store", "alice.sqlite", option, value)
                #expect(result.status == 3)
                #expect(
                    result.message.contains("the file of \(option)") || result.message.contains("no file of"))
                #expect(!result.errors.contains("horse") && !result.errors.contains("aaa"))
            }
        }
    }

    @Test("opens a store with a passphrase from a file, without the end of its line")
    func passphrase() throws {
        let store = try StoreFixture(passphrase: "correct horse")
        for text in ["correct horse", "correct horse\n", "correct horse\r\n"] {
            try store.tool.write(text, as: "passphrase")
            let result = try store.tool.run(
                "list", "--store", "alice.sqlite", "--passphrase-file", "passphrase")
            #expect(result.status == 0, "\(result.errors)")
        }
        let piped = try store.tool.run(
            "list", "--store", "alice.sqlite", "--passphrase-file", "-", input: "correct horse\n")
        #expect(piped.status == 0)
        let codes: [(String, String)] = [
            ("correct horse \n", "storeWrongKey"), ("wrong", "storeWrongKey"), ("", "badPassphrase"),
            (String(repeating: "a", count: 1_025), "badPassphrase"),
            (String(repeating: "a", count: 5_000), "badPassphrase"),
        ]
        for (text, code) in codes {
            try store.tool.write(text, as: "passphrase")
            let result = try store.tool.run(
                "list", "--json", "--store", "alice.sqlite", "--passphrase-file", "passphrase")
            #expect(result.failure["code"] as? String == code)
            #expect(result.status == (code == "storeWrongKey" ? 4 : 3))
            #expect(text.isEmpty || !result.errors.contains(text))
        }
    }

    @Test("tells what is wrong with a store, with status 4, and never makes one")
    func storage() throws {
        let store = try StoreFixture()
        try store.tool.write("no store", as: "foreign.sqlite")
        try store.tool.write([UInt8](repeating: 1, count: 32), as: "other.key")
        try store.tool.write([UInt8](repeating: 1, count: 31), as: "short.key")
        func code(_ path: String, _ key: String = "storage.key") throws -> String? {
            let result = try store.tool.run("list", "--json", "--store", path, "--key-file", key)
            #expect(result.output.isEmpty == (result.status != 0))
            #expect(result.failure["status"] as? Int ?? 0 == Int(result.status))
            return result.failure["code"] as? String
        }
        #expect(try code("missing.sqlite") == "storeMissing")
        #expect(try code("missing/alice.sqlite") == "storeMissing")
        #expect(try code("foreign.sqlite") == "storeForeign")
        #expect(try code("alice.sqlite", "other.key") == "storeWrongKey")
        #expect(try code("alice.sqlite", "short.key") == "badStorageKey")
        #expect(try code("alice.sqlite", "missing.key") == "fileMissing")
        #expect(!FileManager.default.fileExists(atPath: store.tool.path("missing.sqlite")))
        for path in [
            ":memory:", "file:x?mode=memory", "file::memory:", "file:alice.sqlite",
            "file:alice.sqlite?mode=ro",
        ] {
            #expect(try code(path) == "storeMissing", "\(path)")
        }
        _ = try store.tool.shell("mkfifo pipe; mkdir folder; ln -s alice.sqlite link")
        for path in ["pipe", "folder", "/dev/null"] { #expect(try code(path) == "storeForeign", "\(path)") }
        #expect(try code("link") == nil)
        let both = try store.tool.run(
            ["list", "--passphrase-file", "other.key"] + store.words)
        #expect(both.status == 2)
        let none = try store.tool.run("list", "--key-file", "storage.key")
        #expect(none.status == 2)
    }

    @Test("tells files that can't be read from a store that can't, by the status")
    func unreadable() throws {
        let store = try StoreFixture()
        let number = try store.number("bob", store.bob)
        try store.tool.write(number.digits, as: "digits.txt")
        #expect(try store.tool.shell("mkdir folder").status == 0)
        let open = ["--store", "alice.sqlite"]
        let files: [[String]] = [
            ["list", "--key-file", "folder"] + open, ["list", "--passphrase-file", "folder"] + open,
            ["list", "--passphrase-file", "none"] + open, ["scan", "folder", "--with", "bob"] + store.words,
            ["verify", "--scan", "none", "--with", "bob"] + store.words, ["pubkey", "folder"],
            ["show", "--me", "a", "--my-key", "folder", "--them", "b", "--their-key", hex(store.bob)],
        ]
        for words in files { #expect(try store.tool.run(words).status == 3, "\(words)") }
        let folder = try store.tool.run("list", "--store", "folder", "--key-file", "storage.key")
        #expect(folder.status == 4)
    }

    @Test("works while the app has the store open, and says that it is busy when the app keeps others out")
    func busy() throws {
        let store = try StoreFixture()
        #expect(try store.tool.run(["list"] + store.words).status == 0)
        let path = store.tool.path("other.sqlite")
        let exclusive = try SQLiteStorage.create(at: path, exclusively: true)
        let key = Array(try store.tool.bytes(of: "storage.key"))
        let device = try Device.create(
            in: exclusive, key: .key(SecretBytes(copying: key.span)),
            as: try Address(user: "dave", device: 1),
            trusting: .onFirstUse)
        let result = try store.tool.run(
            "list", "--json", "--store", "other.sqlite", "--key-file", "storage.key")
        #expect(result.status == 4)
        #expect(result.failure["code"] as? String == "storeBusy")
        #expect(device.address.device == 1)
    }

    @Test("says that the store is busy while the app writes for long, and marks nothing")
    func writing() throws {
        let store = try StoreFixture()
        let digits = try store.number("bob", store.bob).digits
        let other = try SQLiteStorage.open(at: store.tool.path("alice.sqlite"))
        let result = try other.transaction(.writing) { _ in
            #expect(try store.tool.run(["list"] + store.words).status == 0)
            return try store.tool.run(["verify", "--with", "bob", "--json"] + store.words, input: digits)
        }
        #expect(result.status == 4)
        #expect(result.output.isEmpty)
        #expect(result.failure["code"] as? String == "storeBusy")
        #expect(try store.alice.identity(of: "bob")?.verifiedAt == nil)
    }

    @Test("says that a mark is stored, or taken back, when only the output can't be written")
    func unwritten() throws {
        let store = try StoreFixture()
        let words = store.words.joined(separator: " ")
        let digits = try store.number("bob", store.bob).digits
        let other = try store.number("bob", store.carol).digits
        func message(_ command: String) throws -> String? {
            let result = try store.tool.shell("safetynum \(command) --json --with bob \(words) >&-")
            #expect(result.status == 4)
            #expect(result.failure["code"] as? String == "outputFailed")
            return result.failure["message"] as? String
        }
        #expect(try message("verify \(other)")?.contains("the store has") == false)
        #expect(try store.alice.identity(of: "bob")?.verifiedAt == nil)
        #expect(try message("verify \(digits)")?.hasPrefix("the store has the verification, but ") == true)
        #expect(try store.alice.identity(of: "bob")?.isVerified == true)
        #expect(try message("unverify")?.hasPrefix("the verification was taken back, but ") == true)
        #expect(try store.alice.identity(of: "bob")?.verifiedAt == nil)
    }

    @Test("never prints the private key or the storage key")
    func secrets() throws {
        let store = try StoreFixture()
        let privateKey = hex(try store.alice.exposePrivateIdentityKey().exposeBytes())
        let storageKey = hex(try store.tool.bytes(of: "storage.key"))
        let commands: [[String]] = [
            ["list"], ["list", "--json"], ["show", "--with", "bob", "--halves"],
            ["show", "--with", "bob", "--json"],
            ["unverify", "--with", "bob", "--json"],
        ]
        for command in commands {
            let result = try store.tool.run(command + store.words)
            for secret in [privateKey, storageKey] {
                #expect(!result.output.lowercased().contains(secret))
                #expect(!result.errors.lowercased().contains(secret))
            }
        }
    }
}
