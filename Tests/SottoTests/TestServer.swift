import Sotto
import SottoHandshake

/// A server as devices see it: keeps uploads, hands out bundles, each one-time prekey once.
///
/// Rules HS-19, HS-20.
final class TestServer {
    private struct Entry {
        var upload: PrekeyUpload
        var oneTimePrekeys: [OneTimePrekeyBytes]
        var largestID: UInt32?
    }

    private var entries: [Address: Entry] = [:]

    /// Lets a device upload what is due.
    func publish(_ device: Device, remaining: Int? = nil) throws {
        guard let upload = try device.prekeyUpload(remaining: remaining) else { return }
        take(upload)
        try device.confirm(upload)
    }

    /// What the server has of a device.
    func status(of address: Address) -> PrekeyStatus? {
        entries[address].map {
            PrekeyStatus(
                registrationID: $0.upload.device.registrationID, signedPrekeyID: $0.upload.signedPrekeyID,
                oneTimePrekeyCount: $0.oneTimePrekeys.count)
        }
    }

    /// Keeps an upload.
    func take(_ upload: PrekeyUpload) {
        let address = upload.device.address
        let last = upload.oneTimePrekeys.last?.id.value
        guard let entry = entries[address], entry.upload.device.registrationID == upload.device.registrationID
        else {
            entries[address] = Entry(
                upload: upload, oneTimePrekeys: upload.oneTimePrekeys, largestID: last)
            return
        }
        if upload.signedPrekeyID < entry.upload.signedPrekeyID { return }
        if let last, let largest = entry.largestID, last <= largest { return }
        let kept = upload.replacesAll ? [] : entry.oneTimePrekeys
        let new = upload.oneTimePrekeys.filter { $0.id.value > entry.largestID ?? 0 }
        entries[address] = Entry(
            upload: upload, oneTimePrekeys: kept + new, largestID: last ?? entry.largestID)
    }

    /// A bundle of a device, with a one-time prekey while there are any.
    func bundle(of address: Address, withOneTimePrekey: Bool = true) throws -> [UInt8] {
        guard let entry = entries[address] else { throw NoBundle() }
        var oneTime: OneTimePrekeyBytes?
        if withOneTimePrekey, let first = entry.oneTimePrekeys.first {
            oneTime = first
            entries[address]?.oneTimePrekeys.removeFirst()
        }
        return entry.upload.bundle(oneTimePrekey: oneTime).bytes
    }

    struct NoBundle: Error {}
}
