import Sotto
import TestSupport
import Testing

/// Rules DS-10, DS-15, ST-4, ST-7.
@Suite("Each fault says what to do")
struct RecoveryTests {
    static let address: Address = {
        do { return try Address(user: "bob", device: 1) } catch { fatalError("a valid address: \(error)") }
    }()
    static let id: ReceivedID = {
        guard let id = ReceivedID([UInt8](repeating: 1, count: 16)) else { fatalError("16 bytes") }
        return id
    }()

    static let cases: [(SessionError, Recovery)] = [
        (.peer(.malformed), .ignore), (.peer(.invalidKey), .ignore), (.peer(.senderMismatch), .ignore),
        (.peer(.malformedContent), .ignore), (.peer(.alreadyOpened), .ignore),
        (.peer(.duplicate(id)), .ignore),
        (.peer(.unsupportedSuite), .updateSoftware), (.peer(.unsupportedRatchetVersion), .updateSoftware),
        (.peer(.notAuthentic), .askForResend), (.peer(.gapTooLarge(gap: 2, limit: 1)), .askForResend),
        (.peer(.sessionRetired), .askForResend), (.peer(.messageKeyDropped), .askForResend),
        (.peer(.placeUsedTwice), .askForResend), (.peer(.signedPrekeyUnknown), .askForResend),
        (.peer(.oneTimePrekeyUnknown), .askForResend), (.peer(.handshakeMismatch), .askForResend),
        (.peer(.noSession), .resetSession), (.peer(.selectorCollision), .resetSession),
        (.peer(.tooManyFirstMessages), .rotateSignedPrekey),
        (.peer(.signedPrekeyFromTheFuture), .checkClock), (.peer(.bundleInvalid), .refreshBundle),
        (.peer(.wrongAddress), .refreshBundle), (.peer(.signatureInvalid), .refreshBundle),
        (.peer(.signedPrekeyTooOld), .refreshBundle), (.peer(.otherRegistration), .refreshBundle),
        (.storage(.busy), .tryAgain), (.storage(.newerFormat), .updateSoftware),
        (.storage(.wrongKey), .fixCall), (.storage(.noStore), .fixCall), (.storage(.noIdentity), .fixCall),
        (.storage(.storeExists), .fixCall), (.storage(.storeFull), .fixStorage),
        (.storage(.recordCorrupt), .fixStorage), (.storage(.recordOutdated), .fixStorage),
        (.storage(.storeCorrupt), .fixStorage), (.storage(.readOnly), .fixStorage),
        (.storage(.headerCorrupt), .fixStorage), (.storage(.adapterFailed(.ranTwice)), .fixStorage),
        (.storage(.adapterFailed(.threw(type: "App.Fault", code: nil))), .fixStorage),
        (.storage(.adapterFailed(.threw(type: "App.Fault", code: 7))), .fixStorage),
        (.storage(.rolledBack), .declareRestored), (.storage(.otherInstallation), .decideInstallation),
        (.usage(.cannotSendYet), .waitForPeer), (.usage(.chainExhausted), .waitForPeer),
        (.usage(.noSession(address)), .refreshBundle), (.usage(.unknownUser("bob")), .refreshBundle),
        (.usage(.bundleRequired(address)), .refreshBundle), (.usage(.sessionRetired), .refreshBundle),
        (.usage(.unseenIdentityKey("bob", pending: nil)), .fixCall),
        (.usage(.notVerified("bob")), .decideTrust), (.usage(.inboxFull), .acknowledge),
        (.usage(.repairLimit(address)), .ignore), (.usage(.alreadySent(.random())), .ignore),
        (.usage(.hintRequired), .fixCall), (.usage(.ownAddress), .fixCall),
        (.usage(.messageIDReused(.random())), .fixCall), (.usage(.otherUpload), .fixCall),
        (.usage(.contentTooLarge(byteCount: 2, limit: 1)), .fixCall), (.usage(.storeShared), .fixCall),
    ]

    @Test("as the table says", arguments: cases)
    func table(error: SessionError, recovery: Recovery) {
        #expect(error.recovery == recovery)
    }

    @Test("and says in a sentence of its own whose it is")
    func sentences() {
        let sentences = Self.cases.map { "\($0.0)" }
        #expect(Set(sentences).count == sentences.count)
        #expect(
            sentences.allSatisfy { text in ["peer: ", "storage: ", "usage: "].contains { text.hasPrefix($0) }
            })
        #expect(
            "\(SessionError.usage(.noSession(Self.address)))"
                == "usage: there is no session with bob.1 that may be used")
    }

    @Test("and a fault of a store says the same alone as it does in a device's error")
    func storageAlone() {
        for case (.storage(let fault), let recovery) in Self.cases {
            #expect("\(fault)" == "\(SessionError.storage(fault))")
            #expect(fault.recovery == recovery)
        }
    }

    @Test(
        "and a message that can't be opened is to be asked for only when that is due",
        arguments: [true, false])
    func undecryptable(isDue: Bool) throws {
        let ratchetKey = try Bytes32([UInt8](repeating: 1, count: 32))
        let message = UndecryptableMessage(
            sender: Self.address, ratchetKey: ratchetKey, index: 0, fault: .notAuthentic,
            isRequestDue: isDue)
        #expect(SessionError.peer(.undecryptable(message)).recovery == (isDue ? .askForResend : .ignore))
    }
}
