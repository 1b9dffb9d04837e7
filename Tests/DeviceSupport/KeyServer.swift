package import Foundation
import SottoHandshake

/// A server that keeps uploads and hands each one-time prekey out once.
package struct KeyServer {
    private var uploads: [String: PrekeyUpload] = [:]
    private var oneTime: [String: [OneTimePrekeyBytes]] = [:]

    package init() {}

    /// Keeps a user's upload; the same one again changes nothing.
    package mutating func take(_ bytes: Data, of user: String) throws {
        let upload = try PrekeyUpload(Array(bytes))
        guard uploads[user] != upload else { return }
        if upload.replacesAll { oneTime[user] = [] }
        oneTime[user, default: []] += upload.oneTimePrekeys
        uploads[user] = upload
    }

    /// A bundle, with a one-time prekey while there are any.
    package mutating func bundle(of user: String) -> Data? {
        guard let upload = uploads[user] else { return nil }
        let prekey = oneTime[user]?.first
        if prekey != nil { oneTime[user]?.removeFirst() }
        return Data(upload.bundle(oneTimePrekey: prekey).bytes)
    }

    /// How many one-time prekeys are left.
    package func remaining(_ user: String) -> Int { oneTime[user]?.count ?? 0 }
}
