import Sotto
import Testing

@testable import Mailbox

/// Rules HS-19 and HS-20.
@Suite("The example's server")
struct MailboxServerTests {
    let server = Server()
    let device: Device

    init() throws {
        device = try Device.inMemory(as: Address(user: "alice", device: 1), trusting: .onFirstUse)
    }

    /// Uploads what the device has for the server; the upload.
    @discardableResult
    func upload() throws -> PrekeyUpload? {
        guard let upload = try device.prekeyUpload(remaining: count) else { return nil }
        server.take(upload)
        try device.confirm(upload)
        return upload
    }

    var count: Int? { server.status(of: device.address)?.oneTimePrekeyCount }

    func handOut(_ count: Int) throws -> Set<[UInt8]> {
        Set(try (0..<count).map { _ in try server.bundle(of: device.address) })
    }

    @Test("keeps one-time prekeys that nobody got when more are uploaded")
    func keeps() throws {
        try upload()
        let first = try #require(count)
        _ = try handOut(first - 10)
        let more = try #require(try upload())
        #expect(!more.replacesAll)
        #expect(count == 10 + more.oneTimePrekeys.count)
        let all = 10 + more.oneTimePrekeys.count
        #expect(try handOut(all).count == all)
        #expect(count == 0)
    }

    @Test("does nothing twice when an upload is repeated")
    func repeated() throws {
        let upload = try #require(try upload())
        _ = try handOut(3)
        let left = count
        server.take(upload)
        #expect(count == left)
    }

    @Test("drops what it has of an installation when another one uploads")
    func otherInstallation() throws {
        try upload()
        let again = try Device.inMemory(as: device.address, trusting: .onFirstUse)
        let upload = try #require(try again.prekeyUpload())
        server.take(upload)
        #expect(server.status(of: device.address)?.registrationID == upload.device.registrationID)
        #expect(count == upload.oneTimePrekeys.count)
    }
}
