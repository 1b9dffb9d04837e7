internal import SottoIdentity
internal import SottoSealedSender
internal import SottoSessions
private import Synchronization

/// Seals and opens a device's envelopes.
///
/// What is believed of certificates belongs to the running program; the own certificate is in the store, so that all
/// processes of an app have it.
final class SealedEnvelopes: EnvelopeLayer {
    private let settings: Mutex<Settings>
    private let cache = CertificateCache()

    private struct Settings {
        var trust: CertificateTrust
        /// The own certificate as it was last parsed.
        var parsed: (bytes: [UInt8], certificate: SenderCertificate)?

        func isRevoked(_ certificate: SenderCertificate) -> Bool {
            trust.revoked.contains(certificate.serverCertificateID)
        }
    }

    init(_ trust: CertificateTrust) { settings = Mutex(Settings(trust: trust)) }

    var trust: CertificateTrust {
        get { settings.withLock { $0.trust } }
        set { settings.withLock { $0.trust = newValue } }
    }

    /// Reads a certificate that the device is to use and checks that it is this device's.
    func check(
        _ bytes: [UInt8], of address: Address, _ identityKey: IdentityPublicKey, at now: UInt64
    ) throws(CertificateFault) {
        let verified: VerifiedSenderCertificate
        do throws(CertificateError) {
            let certificate = try SenderCertificate(bytes)
            verified = try trust.verify(certificate, receivedAt: nil, now: now, cache: cache)
        } catch {
            throw CertificateFault(error)
        }
        guard verified.isOf(address, identityKey) else { throw .notOurs }
    }

    /// The own certificate; nothing when it is over, or of a server key that was revoked: whoever knows that refuses it.
    func certificate(_ bytes: [UInt8], at now: UInt64) throws -> SenderCertificate? {
        let (certificate, isRevoked) = try settings.withLock { settings throws(SessionError) in
            if let parsed = settings.parsed, parsed.bytes == bytes {
                return (parsed.certificate, settings.isRevoked(parsed.certificate))
            }
            let certificate: SenderCertificate
            do { certificate = try SenderCertificate(bytes) } catch { throw .storage(.recordCorrupt) }
            settings.parsed = (bytes, certificate)
            return (certificate, settings.isRevoked(certificate))
        }
        return isRevoked || DeviceLimits.isOver(certificate.expiresAt, at: now) ? nil : certificate
    }

    func seal(
        _ message: [UInt8], hint: UInt8, for receiver: EnvelopeReceiver, certificate bytes: [UInt8],
        by identity: borrowing IdentityKeyPair, at now: UInt64
    ) throws -> (bytes: [UInt8], goodUntil: UInt64)? {
        guard let certificate = try certificate(bytes, at: now) else { return nil }
        do throws(SealingError) {
            let bytes = try SealedSender.seal(
                message, hint: ContentHint(rawValue: hint) ?? .default, groupID: [], certificate: certificate,
                identity: identity, to: SealedRecipient(receiver))
            return (bytes, certificate.expiresAt)
        } catch {
            throw SessionError(error)
        }
    }

    /// Seals one message for all of a group's devices.
    func seal(
        _ message: [UInt8], for receivers: [EnvelopeReceiver], in group: GroupID,
        _ certificate: SenderCertificate, by identity: borrowing IdentityKeyPair
    ) throws(SessionError) -> [UInt8] {
        do throws(SealingError) {
            return try SealedSender.seal(
                message, hint: .resendable, groupID: group.bytes, certificate: certificate,
                identity: identity, to: receivers.map { SealedRecipient($0) })
        } catch {
            throw SessionError(error)
        }
    }

    func open(
        _ bytes: [UInt8], receivedAt: UInt64?, as receiver: EnvelopeReceiver, formerly: [RegistrationID],
        identity: borrowing IdentityKeyPair, at now: UInt64
    ) throws -> EnvelopeContent {
        do throws(SealedSenderError) {
            let opened = try SealedSender.open(
                bytes, identity: identity, address: receiver.address, registrationID: receiver.registrationID,
                formerRegistrationIDs: formerly, trust: trust, receivedAt: receivedAt, now: now, cache: cache)
            return EnvelopeContent(
                sender: opened.certificate.address, identityKey: opened.certificate.identityKey,
                facts: EnvelopeFacts(hintNumber: opened.hint.rawValue, groupID: opened.groupID),
                message: opened.message)
        } catch {
            throw SessionError.peer(PeerFault(error))
        }
    }
}

extension SealedRecipient {
    fileprivate init(_ receiver: EnvelopeReceiver) {
        self.init(
            address: receiver.address, registrationID: receiver.registrationID,
            identityKey: receiver.identityKey)
    }
}
