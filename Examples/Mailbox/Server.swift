import Sotto
import Synchronization

/// A server in memory: prekeys, lists of devices, and queues.
final class Server: Sendable {
    /// What there is of a device: the newest upload, and the one-time prekeys of this and earlier ones that nobody got.
    private struct Shelf {
        var upload: PrekeyUpload
        var oneTimePrekeys: [OneTimePrekeyBytes] = []
        /// The largest number of a one-time prekey that was ever taken.
        var largestTaken: PrekeyID?

        init(_ upload: PrekeyUpload) {
            self.upload = upload
            add(upload)
        }

        /// Takes what is new in a further upload of the same installation; a repeat changes nothing.
        mutating func take(_ next: PrekeyUpload) {
            let isRepeat =
                if let last = next.oneTimePrekeys.last?.id {
                    largestTaken.map { last <= $0 } ?? false
                } else {
                    next.signedPrekeyID == upload.signedPrekeyID
                }
            guard next.signedPrekeyID >= upload.signedPrekeyID, !isRepeat else { return }
            upload = next
            if next.replacesAll { oneTimePrekeys = [] }
            add(next)
        }

        private mutating func add(_ upload: PrekeyUpload) {
            let taken = largestTaken
            oneTimePrekeys += upload.oneTimePrekeys.filter { prekey in taken.map { prekey.id > $0 } ?? true }
            largestTaken = upload.oneTimePrekeys.last?.id ?? taken
        }
    }

    private struct State {
        var shelves: [Address: Shelf] = [:]
        var queues: [Address: [(from: Address, bytes: [UInt8])]] = [:]
    }

    private let state = Mutex(State())

    struct NoDevice: Error {}

    /// Takes an upload; what is left of earlier ones of the same installation stays. (Who it is from was checked before.)
    func take(_ upload: PrekeyUpload) {
        state.withLock { state in
            let device = upload.device
            if state.shelves[device.address]?.upload.device.registrationID == device.registrationID {
                state.shelves[device.address]?.take(upload)
            } else {
                state.shelves[device.address] = Shelf(upload)
            }
        }
    }

    /// What the server has of a device.
    func status(of address: Address) -> PrekeyStatus? {
        state.withLock { state in
            state.shelves[address].map {
                PrekeyStatus(
                    registrationID: $0.upload.device.registrationID, signedPrekeyID: $0.upload.signedPrekeyID,
                    oneTimePrekeyCount: $0.oneTimePrekeys.count)
            }
        }
    }

    /// A bundle, with a one-time prekey that nobody else gets.
    func bundle(of address: Address) throws -> [UInt8] {
        try state.withLock { state in
            guard let shelf = state.shelves[address] else { throw NoDevice() }
            let prekey = shelf.oneTimePrekeys.first
            if prekey != nil { state.shelves[address]?.oneTimePrekeys.removeFirst() }
            return shelf.upload.bundle(oneTimePrekey: prekey).bytes
        }
    }

    /// Which devices of a user a sender doesn't know, and which are gone.
    func report(on user: UserID, known: [UInt32]) -> DeviceReport {
        let there = state.withLock { $0.shelves.keys.filter { $0.user == user }.map(\.device) }
        return DeviceReport(
            user: user, missing: there.filter { !known.contains($0) }.sorted(),
            extra: known.filter { !there.contains($0) })
    }

    func carry(_ envelope: Envelope, from sender: Address) {
        state.withLock { $0.queues[envelope.address, default: []].append((sender, envelope.bytes)) }
    }

    /// Takes out what waits for a device.
    func collect(for address: Address) -> [(from: Address, bytes: [UInt8])] {
        state.withLock { $0.queues.removeValue(forKey: address) ?? [] }
    }
}
