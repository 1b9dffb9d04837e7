import Sotto
import Synchronization

/// A server in memory: prekeys, lists of devices, and queues.
final class Server: Sendable {
    private struct State {
        var uploads: [Address: PrekeyUpload] = [:]
        var handedOut: [Address: Int] = [:]
        var queues: [Address: [(from: Address, bytes: [UInt8])]] = [:]
    }

    private let state = Mutex(State())

    struct NoDevice: Error {}

    func take(_ upload: PrekeyUpload) {
        state.withLock {
            $0.uploads[upload.device.address] = upload
            $0.handedOut[upload.device.address] = 0
        }
    }

    /// What the server has of a device.
    func status(of address: Address) -> PrekeyStatus? {
        state.withLock { state in
            state.uploads[address].map {
                PrekeyStatus(
                    registrationID: $0.device.registrationID, signedPrekeyID: $0.signedPrekeyID,
                    oneTimePrekeyCount: $0.oneTimePrekeys.count - state.handedOut[address, default: 0])
            }
        }
    }

    /// A bundle, with a one-time prekey that nobody else gets.
    func bundle(of address: Address) throws -> [UInt8] {
        try state.withLock { state in
            guard let upload = state.uploads[address] else { throw NoDevice() }
            let next = state.handedOut[address, default: 0]
            state.handedOut[address] = next + 1
            let keys = upload.oneTimePrekeys
            return upload.bundle(oneTimePrekey: next < keys.count ? keys[next] : nil).bytes
        }
    }

    /// Which devices of a user a sender doesn't know, and which are gone.
    func report(on user: UserID, known: [UInt32]) -> DeviceReport {
        let there = state.withLock { $0.uploads.keys.filter { $0.user == user }.map(\.device) }
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
