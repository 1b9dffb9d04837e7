import Foundation
package import Sotto
import SottoCrypto
import SottoHandshake
import SottoServer
import StorageSupport

extension Device {
    /// Does what a command says; what the device throws is in the reply.
    package func reply(to command: Command) -> Reply {
        var reply = Reply()
        let start = ContinuousClock.now
        do { try run(command, &reply) } catch { reply.failures.append(Reply.Failure(error)) }
        reply.microseconds = Int((ContinuousClock.now - start) / .microseconds(1))
        return reply
    }

    private func run(_ command: Command, _ reply: inout Reply) throws {
        switch command {
        case .send(let note):
            let draft = try Draft(note)
            reply.add(try send(draft.content, id: draft.id, to: draft.destination))
        case .sendMany(let notes, let leased):
            let drafts = try notes.map(Draft.init)
            for result in leased ? try sendLeased(drafts) : send(drafts) { reply.add(result) }
        case .flush: try flush()
        case .receive(let bytes, let user):
            reply.add(try receive(Array(bytes), from: try Address(user: user, device: 1)))
        case .receiveMany(let messages, let user):
            let address = try Address(user: user, device: 1)
            for result in receive(messages.map { Incoming(Array($0), from: address) }) {
                switch result {
                case .success(let received): reply.add(received)
                case .failure(let error): reply.failures.append(Reply.Failure(error))
                }
            }
        case .openPush(let bytes): reply.shown = shown(Array(bytes))
        case .inbox: for received in try inbox() { reply.add(received) }
        case .acknowledge(let ids): try acknowledge(try ids.map { try ReceivedID.checked(Array($0)) })
        case .outbox: for outgoing in try outbox() { reply.add(outgoing) }
        case .markSent(let id): try markSent(try MessageID.checked(Array(id)))
        case .noteDelivered(let id, let user):
            try noteDelivered(try MessageID.checked(Array(id)), to: try Address(user: user, device: 1))
        case .heartbeat(let user): reply.add(try heartbeat(to: try Address(user: user, device: 1)))
        case .upload(let remaining):
            reply.upload = try prekeyUpload(remaining: remaining).map { Data($0.bytes) }
        case .confirm(let upload): try confirm(try PrekeyUpload(Array(upload)))
        case .start(let bundle, let user):
            try start(withBundle: Array(bundle), of: try Address(user: user, device: 1))
        case .requestResend(let bytes, let user, let bundle):
            try ask(for: bytes, of: try Address(user: user, device: 1), bundle, &reply)
        case .resend(let request, let bundle): try answer(request, bundle, &reply)
        case .certify(let instant):
            try setSenderCertificate(try TestPost.certificate(of: address, identityKey, at: instant))
        case .applyRoster(let bytes):
            for received in try apply(try Roster(Array(bytes))).opened { reply.add(received) }
        case .sendToGroup(let note, let group):
            reply.add(
                try send(
                    Array(note.content), id: try MessageID.checked(Array(note.id)),
                    toGroup: try GroupID(Array(group))
                ))
        case .groupOutbox: for outgoing in try groupOutbox() { reply.add(outgoing) }
        case .requestInGroup(let bytes):
            do { reply.add(try receive(Array(bytes), from: nil)) } catch {
                guard case .peer(.undecryptableInGroup(let message)) = error else { throw error }
                reply.add(try requestResend(of: message))
            }
        case .resendInGroup(let request):
            let id = try ReceivedID.checked(Array(request))
            for received in try inbox() where received.id == id {
                guard case .groupResendRequest(let request) = received.content else { continue }
                for outgoing in try resend(request) { reply.add(outgoing) }
            }
        case .forget(let user): try forget(try Address(user: user, device: 1))
        case .maintain: try maintain()
        case .diagnostics(let user):
            let all = try diagnostics()
            let peer = try diagnostics(for: try Address(user: user, device: 1))
            reply.facts = Reply.Facts(
                transcripts: (peer?.sessions ?? []).map { Data($0.transcript.digest.bytes) },
                hasActive: peer?.active != nil, oneTimePrekeyCount: all.oneTimePrekeyCount,
                inboxCount: all.inboxCount)
        case .limitFiles(let byteCount): try FileLimit.set(byteCount)
        }
    }

    private func shown(_ push: [UInt8]) -> Reply.Shown {
        let names = PeopleNames(me: PersonID(address.user)) { String(decoding: $0.bytes, as: UTF8.self) }
        let notifier = Notifier(
            preferences: NotificationPreferences(quietHours: nil),
            clock: ReaderClock(timeZone: .utc, style: .twentyFourHour), now: Instant(milliseconds: 0))
        // Each push is opened by an extension that starts anew.
        var memory = NotificationMemory()
        let result = open(.binary(push), notifier: notifier, memory: &memory) { _ in
            NotificationSituation(names: names)
        }
        return Reply.Shown(
            line: result.decision.value?.line ?? "", failure: result.failure.map { "\($0)" },
            received: result.received.map { Data($0.bytes) })
    }

    private func ask(for bytes: Data, of sender: Address, _ bundle: Data?, _ reply: inout Reply) throws {
        do { reply.add(try receive(Array(bytes), from: sender)) } catch {
            guard case .peer(let fault) = error, case .undecryptable(let message) = fault else { throw error }
            reply.add(try requestResend(of: message, withBundle: bundle.map { Array($0) }))
        }
    }

    private func answer(_ request: Data, _ bundle: Data, _ reply: inout Reply) throws {
        let id = try ReceivedID.checked(Array(request))
        for received in try inbox() where received.id == id {
            if case .resendRequest(let request) = received.content {
                reply.add(try resend(request, withBundle: Array(bundle)))
            }
        }
    }
}

extension Draft {
    init(_ note: Note) throws {
        self.init(
            Array(note.content), id: try MessageID.checked(Array(note.id)), to: .user(try UserID(note.user)))
    }
}

extension Reply {
    mutating func add(_ result: Result<Outgoing, SessionError>) {
        switch result {
        case .success(let outgoing): add(outgoing)
        case .failure(let error): failures.append(Failure(error))
        }
    }

    mutating func add(_ outgoing: Outgoing) {
        letters += outgoing.envelopes.map {
            Letter(id: Data(outgoing.id.bytes), user: "\($0.address.user)", bytes: Data($0.bytes))
        }
        failures += outgoing.failures.map { Failure($0.error) }
    }

    mutating func add(_ outgoing: GroupOutgoing) {
        for distribution in outgoing.distributions { add(distribution) }
        // A part for each device, as the server splits the envelope.
        for part in outgoing.envelope.flatMap({ try? SplitEnvelope($0.bytes) }).map({ Array($0) }) ?? [] {
            letters.append(
                Letter(
                    id: Data(outgoing.id.bytes), user: "\(part.address.user)", bytes: Data(part.bytes)))
        }
        failures += outgoing.failures.map { Failure($0.error) }
    }

    mutating func add(_ received: Received) {
        let kind: Opened.Kind =
            switch received.content {
            case .message(let id, let content): .message(id: Data(id.bytes), content: Data(content))
            case .groupMessage(let id, _, let content): .message(id: Data(id.bytes), content: Data(content))
            case .resendRequest, .groupResendRequest: .resendRequest
            default: .other
            }
        opened.append(Opened(id: Data(received.id.bytes), sender: "\(received.sender.user)", kind: kind))
    }
}

extension Reply.Failure {
    package init(_ error: any Error) {
        switch error {
        case SessionError.peer(.duplicate(let id)): self = .duplicate(Data(id.bytes))
        case SessionError.peer(.undecryptable(let message)):
            self = .undecryptable(isDue: message.isRequestDue, fault: "\(message.fault)")
        case SessionError.peer(.undecryptableInGroup(let message)):
            self = .undecryptable(isDue: message.isRequestDue, fault: "\(message.reason)")
        case SessionError.storage(let error): self = .storage("\(error)")
        case SessionError.usage(let fault): self = .usage("\(fault)")
        default: self = .other("\(error)")
        }
    }
}

// What the tests of processes send is made by the tests: another count of bytes is a mistake in them.
struct WrongIDLength: Error {}

extension MessageID {
    package static func checked(_ bytes: [UInt8]) throws -> MessageID {
        guard let id = MessageID(bytes) else { throw WrongIDLength() }
        return id
    }
}

extension ReceivedID {
    static func checked(_ bytes: [UInt8]) throws -> ReceivedID {
        guard let id = ReceivedID(bytes) else { throw WrongIDLength() }
        return id
    }
}
