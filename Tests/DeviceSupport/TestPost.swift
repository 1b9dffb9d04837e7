package import SottoIdentity
package import SottoSealedSender
import SottoServer
package import TestSupport

/// The server that all processes of a test believe.
package enum TestPost {
    /// Gives certificates; nothing only when there is no memory.
    package static let office = try? PostOffice("devices")

    /// What devices believe.
    package static var trust: CertificateTrust { office?.trust ?? .none }

    /// A certificate of six days for a device.
    package static func certificate(
        of address: Address, _ identityKey: IdentityPublicKey, at instant: UInt64
    ) throws -> [UInt8] {
        guard let office else { return [] }
        return try office.issuer.certificate(
            for: address, identityKey: identityKey, at: instant, lifetime: 6 * 86_400_000
        ).bytes
    }
}
