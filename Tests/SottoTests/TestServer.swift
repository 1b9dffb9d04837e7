import Sotto
import SottoHandshake

/// A server as devices see it: keeps uploads, hands out bundles, each one-time prekey once.
final class TestServer {
    private var uploads: [Address: PrekeyUpload] = [:]
    private var oneTimePrekeys: [Address: [OneTimePrekeyBytes]] = [:]

    /// Lets a device upload what is due.
    func publish(_ device: Device, remaining: Int? = nil) throws {
        guard let upload = try device.prekeyUpload(remaining: remaining) else { return }
        take(upload)
        try device.confirm(upload)
    }

    /// Keeps an upload.
    func take(_ upload: PrekeyUpload) {
        let address = upload.device.address
        if upload.replacesAll || uploads[address]?.device.registrationID != upload.device.registrationID {
            oneTimePrekeys[address] = []
        }
        let known = Set(oneTimePrekeys[address, default: []].map(\.id))
        oneTimePrekeys[address, default: []] += upload.oneTimePrekeys.filter { !known.contains($0.id) }
        uploads[address] = upload
    }

    /// A bundle of a device, with a one-time prekey while there are any.
    func bundle(of address: Address, withOneTimePrekey: Bool = true) throws -> [UInt8] {
        guard let upload = uploads[address] else { throw NoBundle() }
        var oneTime: OneTimePrekeyBytes?
        if withOneTimePrekey, let first = oneTimePrekeys[address]?.first {
            oneTime = first
            oneTimePrekeys[address]?.removeFirst()
        }
        return upload.bundle(oneTimePrekey: oneTime).bytes
    }

    /// How many one-time prekeys are left.
    func remaining(_ address: Address) -> Int { oneTimePrekeys[address]?.count ?? 0 }

    struct NoBundle: Error {}
}
