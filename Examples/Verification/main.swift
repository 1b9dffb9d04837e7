import Sotto

/// What an app does when two people compare: here both of them are in one process.
func device(_ user: UserID) throws -> (device: Device, upload: PrekeyUpload) {
    let device = try Device.inMemory(as: Address(user: user, device: 1), trusting: .onFirstUse)
    guard let upload = try device.prekeyUpload() else { fatalError("a new device has an upload") }
    try device.confirm(upload)
    return (device, upload)
}

let (alice, aliceUpload) = try device("alice")
let (bob, bobUpload) = try device("bob")
try alice.start(with: bobUpload.bundle(oneTimePrekey: nil), of: bob.address)
try bob.start(with: aliceUpload.bundle(oneTimePrekey: nil), of: alice.address)
/// What Bob's screen shows as a QR code, in byte mode.
let scanned = try bob.safetyNumber(with: "alice").number.scannable()

let safetyNumber = try alice.safetyNumber(with: "bob")
print(safetyNumber.number.text())
switch safetyNumber.compare(scanned: scanned) {
case .match(let compared): try alice.markVerified(compared)
case .ownCode: print("That is your own code: scan the one on Bob's screen.")
default: print("Not the same. Don't trust this key before you know why.")
}
if try alice.identity(of: "bob")?.isVerified == true { print("Bob is verified") }
