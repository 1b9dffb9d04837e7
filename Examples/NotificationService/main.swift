import Foundation
import Sotto
import SottoServer

// Alice's app sends, a server pushes, and the notification extension of Bob's phone, which has nothing but a folder, opens.
let folder = FileManager.default.temporaryDirectory.appendingPathComponent("group-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

// The server's keys; apps have the root built in.
func makeIssuer(under root: borrowing TrustRootKeyPair) throws -> CertificateIssuer {
    let key = CertificateKeyPair()
    let certificate = root.certificate(ServerCertificate.ID(1), for: key.publicKey)
    return try CertificateIssuer(key: key, certificate: certificate)
}
let root = TrustRootKeyPair()
let issuer = try makeIssuer(under: root)
let trust = try CertificateTrust(roots: [root.trustRoot])
let time = UInt64(Date().timeIntervalSince1970 * 1_000)

func certify(_ device: Device) throws {
    try device.setSenderCertificate(
        try issuer.certificate(
            for: device.address, identityKey: device.identityKey, at: time, lifetime: 86_400_000
        ).bytes)
}

// Bob's app, at its first start, makes the store where its extension finds it.
let keyBytes = try StorageKey.random().exposeBytes()
let path = folder.appendingPathComponent("device.sotto").path
let bob = try Device.create(
    in: try SQLiteStorage.create(at: path), key: .key(SecretBytes(copying: keyBytes.span)),
    as: Address(user: "bob", device: 1), trusting: .onFirstUse, certificates: trust)
let alice = try Device.inMemory(
    as: Address(user: "alice", device: 1), trusting: .onFirstUse, certificates: trust)
try certify(alice)
guard let upload = try bob.prekeyUpload() else { fatalError("no upload is due") }
try bob.confirm(upload)
try alice.start(with: upload.bundle(oneTimePrekey: nil), of: bob.address)

var desk = NotificationDesk(
    folder: folder, keyBytes: keyBytes, certificates: trust,
    people: PeopleNames(me: PersonID(bob.address.user)) { $0 == PersonID(alice.address.user) ? "Alice" : nil }
)
desk.preferences.quietHours = nil

/// What the server does: it takes the first form that fits.
func push(_ outgoing: PushOutgoing) throws -> String {
    guard let push = outgoing.pushes.first else { fatalError("nobody to push to") }
    var generator = SystemRandomNumberGenerator()
    let content = try push.content(fetchID: MessageID.random().bytes, serverTime: time)
    let made = try APNsPushEncoder.alert().encode(
        content, now: time, collapseID: PushCollapseID(using: &generator))
    // The system gives the extension a dictionary.
    let payload = try JSONSerialization.jsonObject(with: Data(made.payload.bytes)) as? [String: Any]
    print("\(made.choice.form), \(made.payload.bytes.count) bytes")
    return payload?[DecodedPush.key] as? String ?? ""
}

func show(_ value: String?, _ desk: NotificationDesk) {
    switch desk.open(value).decision {
    case .show(let shown): print("  \(shown.title) | \(shown.body.prefix(40))")
    case .silence(let reason, _): print("  nothing is shown: \(reason)")
    @unknown default: break
    }
}

let short = try push(
    try alice.sendForPush(alice.compose(.text("Are we still on for tonight?")), to: .user("bob")))
show(short, desk)
show(short, desk)
let story = "It was a dark night. " + String(repeating: "And it went on. ", count: 400)
show(try push(try alice.sendForPush(alice.compose(.text(TextContent(body: story))), to: .user("bob"))), desk)
show("anything at all", desk)

// Before the phone is first unlocked there is no key.
desk = NotificationDesk(folder: folder, keyBytes: nil, certificates: trust, people: desk.people)
desk.preferences.quietHours = nil
show(short, desk)
let call = desk.openCall("anything at all").call
print("a call by \(call.name), to be ended: \(call.ending != nil)")

// The app finds what its extension opened.
print("in the inbox: \(try bob.inbox().count)")
