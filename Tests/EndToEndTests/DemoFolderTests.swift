import Foundation
import Sotto
import SottoCrypto
import SottoIdentity
import Testing

@testable import demo

@Suite("The demo's folder", .timeLimit(.minutes(1)))
struct DemoFolderTests {
    @Test("keeps stores on request, which open with their keys and go on")
    func kept() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent("kept").path
        let result = try Programs.run("demo", ["--keep", path])
        #expect(result.status == 0, "\(result.complaint)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: path).sorted() == [
                "alice.key", "alice.sqlite", "bob.key", "bob.sqlite", "carol.key", "carol.sqlite",
            ])

        let alice = try open(.alice, in: path)
        let bob = try open(.bob, in: path)
        for (device, side) in [(alice, Side.alice), (bob, .bob)] {
            #expect(device.address == (try side.address()))
            let shown = Figures.hex(device.identityKey.encoded.dropFirst(), byteCount: 12)
            #expect(result.output.contains("identity key \(shown)"))
            #expect(try device.inbox().isEmpty)
            #expect(try device.outbox().isEmpty)
            #expect(try !device.diagnostics().isUploadDue)
            let others = try [UserID(side.other.rawValue), UserID("carol")]
            #expect(try Set(device.users().users) == Set(others))
            #expect(try device.groupOutbox().isEmpty)
            #expect(try device.groups().groups.count == 1)
            #expect(try device.senderCertificate() != nil)
        }
        // The root of the run's server isn't kept, so nobody could check a certificate under it.
        try alice.removeSenderCertificate()
        let message = try alice.send([1, 2, 3], to: .device(bob.address))
        let received = try bob.receive(message.envelopes[0].bytes, from: alice.address)
        #expect(received.content == .message(message.id, [1, 2, 3]))
    }

    @Test("seals each store with a key of its own, new in each run")
    func keys() throws {
        let folder = try TemporaryFolder()
        var keys: Set<Data> = []
        for run in ["one", "two"] {
            let path = folder.url.appendingPathComponent(run).path
            #expect(try Programs.run("demo", ["--keep", path, "-"]).status == 0)
            for side in Side.allCases {
                let file = URL(fileURLWithPath: path).appendingPathComponent(StoreFolder.keyName(side))
                let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
                #expect(attributes[.posixPermissions] as? Int == 0o600)
                keys.insert(try Data(contentsOf: file))
            }
        }
        #expect(keys.count == 6)
        #expect(keys.allSatisfy { $0.count == 32 })
    }

    @Test("never takes a folder that has stores")
    func twice() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("bob.sqlite", [7])
        let result = try Programs.run("demo", ["--keep", folder.url.path])
        #expect(result.status == 4)
        #expect(result.complaint.hasSuffix("can't hold the stores: bob.sqlite is in it already\n"))
        #expect(try Data(contentsOf: file) == Data([7]))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["bob.sqlite"])
    }

    @Test("says why a folder can't be used")
    func unwritable() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("file", []).path
        let locked = folder.url.appendingPathComponent("locked").path
        try FileManager.default.createDirectory(
            atPath: locked, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o500])
        var cases = [
            (file, "it is no folder"), (file + "/new", "a part of the path is no folder"),
            (folder.url.path + "/none/new", "there is no such file or folder"),
        ]
        // Rights hold for everybody but the superuser.
        if geteuid() != 0 {
            cases += [(locked, "rights are missing"), (locked + "/new", "rights are missing")]
        }
        for (path, reason) in cases {
            let result = try Programs.run("demo", ["--keep", path])
            #expect(result.status == 4)
            #expect(result.complaint == "demo: \(path) can't hold the stores: \(reason)\n")
            #expect(result.output.isEmpty)
        }
        let result = try Programs.run("demo", environment: ["TMPDIR": file])
        #expect(result.status == 4)
        #expect(result.complaint.hasSuffix(" can't hold the stores: a part of the path is no folder\n"))
    }

    @Test("is gone when the run has ended, well or not")
    func temporary() throws {
        let folder = try TemporaryFolder()
        let environment = ["TMPDIR": folder.url.path]
        #expect(try Programs.run("demo", environment: environment).status == 0)
        let bad = try Programs.run("demo", ["-"], input: [0xFF], environment: environment)
        #expect(bad.status == 3)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test(
        "is gone when the run was interrupted, and both devices with it",
        arguments: [SIGINT, SIGTERM, SIGHUP, SIGKILL])
    func interrupted(_ number: Int32) throws {
        let folder = try TemporaryFolder()
        let lines = (1...100_000).map { "\($0)\n" }.joined()
        let text = try folder.file("text", Array(lines.utf8))
        let place = folder.url.appendingPathComponent("temporary")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)

        let demo = try Programs.started("demo", [text.path], environment: ["TMPDIR": place.path])
        var output = ""
        while !output.contains("   4  Bob     sends") {
            let part = demo.output.availableData
            try #require(!part.isEmpty, "the demo has ended")
            output += String(decoding: part, as: UTF8.self)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).count == 1)
        kill(demo.process.processIdentifier, number)
        // Ends when no process has it open any more: the demo and both devices.
        _ = try demo.complaint.readToEnd()
        demo.process.waitUntilExit()
        #expect(demo.process.terminationReason == .uncaughtSignal)
        #expect(demo.process.terminationStatus == number)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty)
    }

    private func open(_ side: Side, in folder: String) throws -> Sotto.Device {
        let folder = URL(fileURLWithPath: folder)
        var key = try Array(Data(contentsOf: folder.appendingPathComponent(StoreFolder.keyName(side))))
        let storage = try SQLiteStorage.open(
            at: folder.appendingPathComponent(StoreFolder.storeName(side)).path)
        return try Sotto.Device.open(in: storage, key: .key(SecretBytes(consuming: &key)))
    }
}
