import Foundation
import Sotto

/// A folder with Alice's store, in which some users are known.
struct StoreFixture {
    let tool: SafetynumTool
    let alice: Device
    let bob: IdentityPublicKey
    let carol: IdentityPublicKey
    /// The key of Carol's that waits for a decision.
    let newCarol: IdentityPublicKey

    static let start: UInt64 = 1_800_000_000_000

    init(passphrase: String? = nil) throws {
        tool = try SafetynumTool()
        let bytes = (0..<32).map { UInt8($0 ^ 0x5A) }
        try tool.write(bytes, as: "storage.key")
        let key: StorageKey = passphrase.map { .passphrase($0) } ?? .key(SecretBytes(copying: bytes.span))
        let clock = DeviceClock { Self.start }
        alice = try Device.create(
            in: try SQLiteStorage.create(at: tool.path("alice.sqlite")), key: key,
            as: try Address(user: "alice", device: 1), trusting: .onFirstUse, clock: clock)
        (bob, carol, newCarol) = (
            try Self.meet("bob", alice, clock), try Self.meet("carol", alice, clock),
            try Self.meet("carol", alice, clock)
        )
    }

    /// Starts a session with a new device of a user; another identity than before waits for a decision.
    private static func meet(_ user: String, _ alice: Device, _ clock: DeviceClock) throws
        -> IdentityPublicKey
    {
        let address = try Address(user: user, device: 1)
        let device = try Device.inMemory(as: address, trusting: .onFirstUse, clock: clock)
        guard let upload = try device.prekeyUpload() else { throw CocoaError(.fileNoSuchFile) }
        do throws(SessionError) {
            _ = try alice.start(with: upload.bundle(oneTimePrekey: upload.oneTimePrekeys.first), of: address)
        } catch {
            guard case .peer(.identityChanged) = error else { throw error }
        }
        return device.identityKey
    }

    let words = ["--store", "alice.sqlite", "--key-file", "storage.key"]

    func number(_ user: String, _ key: IdentityPublicKey) throws -> SafetyNumber {
        SafetyNumber(
            ours: Fingerprint(of: alice.identityKey, user: "alice"),
            theirs: Fingerprint(of: key, user: try UserID(user)))
    }
}
