import SottoIdentity

/// Compares what was sent with what was seen, on both sides.
struct Ledger {
    private var identityKeys: [Side: [UInt8]]
    private var waiting: [Int: Message] = [:]
    private(set) var sentCount: [Side: Int] = [:]
    private(set) var seenCount: [Side: Int] = [:]
    private(set) var refusalCounts: [String: Int] = [:]
    private(set) var restartCount = 0
    private(set) var differences: [Difference] = []

    /// - Parameter identityKeys: What each device says of itself.
    init(identityKeys: [Side: [UInt8]]) { self.identityKeys = identityKeys }

    mutating func sent(_ message: Message, as packet: [UInt8]) {
        waiting[message.number] = message
        sentCount[message.sender, default: 0] += 1
        if Wire.shows(message.content, in: packet) { differences.append(.readable(message.number)) }
    }

    /// What the receiver did with genuine bytes that it got for the first time.
    mutating func genuine(_ number: Int, _ result: Result<Opened, Refusal>) {
        switch result {
        case .success(let opened): check(number, opened)
        case .failure(let refusal): differences.append(.refused(number, refusal.fault))
        }
    }

    /// What the receiver did with bytes that it must not open.
    mutating func forbidden(_ number: Int, _ result: Result<Opened, Refusal>) {
        switch result {
        case .success: differences.append(.accepted(number))
        case .failure(let refusal): refusalCounts[refusal.fault, default: 0] += 1
        }
    }

    /// What became of a bundle that was changed; nothing if it was accepted.
    mutating func changedBundle(_ refusal: Refusal?) {
        if let refusal { refusalCounts[refusal.fault, default: 0] += 1 } else { differences.append(.bundle) }
    }

    mutating func digests(_ alice: [UInt8], _ bob: [UInt8]) {
        if alice != bob || alice.isEmpty { differences.append(.secrets) }
    }

    /// What both screens show for comparing.
    mutating func numbers(_ alice: String, _ bob: String) {
        if alice != bob || alice.isEmpty { differences.append(.numbers) }
    }

    /// What scanning the other's code gave.
    mutating func scanned(_ side: Side, isMatch: Bool) {
        if !isMatch { differences.append(.notVerified(side)) }
    }

    /// A process was killed and another one took its store over.
    mutating func restarted(_ side: Side, identityKey: [UInt8]) {
        restartCount += 1
        if identityKey != identityKeys[side] { differences.append(.identity(side)) }
    }

    /// What the outbox of a sender had, of a message that wasn't marked as sent and besides.
    mutating func repeated(_ number: Int, _ again: Packet?, as packet: Packet, extraCount: Int) {
        if again == nil { differences.append(.forgotten(number)) }
        if let again, again != packet { differences.append(.otherBytes(number)) }
        if extraCount > 0 { differences.append(.remembered(number)) }
    }

    /// What the inbox of a receiver had, of a message that wasn't acknowledged and besides.
    mutating func kept(_ number: Int, isThere: Bool, extraCount: Int) {
        if !isThere { differences.append(.forgotten(number)) }
        if extraCount > 0 { differences.append(.remembered(number)) }
    }

    /// What a device uploaded that didn't know that the server has it.
    mutating func uploadedAgain(_ side: Side, isSame: Bool) {
        if !isSame { differences.append(.upload(side)) }
    }

    /// Somebody came later, and says this of itself.
    mutating func joined(_ side: Side, identityKey: [UInt8]) { identityKeys[side] = identityKey }

    /// An envelope that hides its sender, as the server sees it.
    mutating func hidden(_ envelope: [UInt8], of sender: Side, _ content: [UInt8]) {
        if Wire.shows(content, in: envelope) { differences.append(.readableEnvelope(sender)) }
        let names = [try? sender.address().encoded, identityKeys[sender].map { Array($0.dropFirst()) }]
        if names.contains(where: { name in name.map { envelope.contains($0) } ?? true }) {
            differences.append(.senderShown(sender))
        }
    }

    /// What somebody did with what was sent to them, in an envelope or for a group.
    mutating func heard(_ listener: Side, from sender: Side, _ content: [UInt8], _ opened: Opened?) {
        let isRight =
            opened?.content == content && opened?.senderIdentityKey == identityKeys[sender]
            && opened?.sender == (try? sender.address().description)
        if !isRight { differences.append(.unheard(listener, from: sender)) }
    }

    /// What both screens of the chat say.
    mutating func chatted(_ alice: [String], _ bob: [String]) {
        if alice != bob || alice.isEmpty { differences.append(.chats) }
    }

    /// Whether a key in the group is another one since somebody left.
    mutating func rekeyed(_ side: Side, isNew: Bool) {
        if !isNew { differences.append(.sameGroupKey(side)) }
    }

    /// Who the server had something for, after somebody left.
    mutating func parts(for sides: [Side], without gone: Side) {
        if sides.contains(gone) { differences.append(.partAfterLeaving(gone)) }
    }

    /// What somebody did with what isn't for them.
    mutating func notTheirs(_ side: Side, isOpened: Bool) {
        if isOpened { differences.append(.openedOthers(side)) }
    }

    /// Looks for messages that were never seen.
    mutating func close() {
        for number in waiting.keys.sorted() { differences.append(.missing(number)) }
    }

    private mutating func check(_ number: Int, _ opened: Opened) {
        guard let message = waiting.removeValue(forKey: number) else {
            differences.append(.shownTwice(number))
            return
        }
        seenCount[message.sender.other, default: 0] += 1
        if opened.content != message.content { differences.append(.content(number)) }
        let isSender = opened.sender == (try? message.sender.address().description)
        let isKey = opened.senderIdentityKey == identityKeys[message.sender]
        if !isSender || !isKey { differences.append(.sender(number)) }
    }
}

/// Something that isn't as it must be.
enum Difference: Equatable {
    /// Another content than was sent.
    case content(Int)
    /// Another sender, or another identity key than the sender's own.
    case sender(Int)
    /// Changed or repeated bytes were opened.
    case accepted(Int)
    /// Genuine bytes were refused.
    case refused(Int, String)
    /// Never seen.
    case missing(Int)
    /// The content could be read on the wire.
    case readable(Int)
    /// Shown once more.
    case shownTwice(Int)
    /// Not in the store after its process was killed.
    case forgotten(Int)
    /// Something else was in the store that was done with before.
    case remembered(Int)
    /// Repeated with other bytes.
    case otherBytes(Int)
    /// A process that was started anew is somebody else.
    case identity(Side)
    /// An upload was repeated with other bytes, or not at all.
    case upload(Side)
    /// A changed bundle was accepted.
    case bundle
    /// The two devices don't have the same secret.
    case secrets
    /// The two screens of the chat don't say the same.
    case chats
    /// The two screens don't show the same safety number.
    case numbers
    /// A device doesn't take the other side as verified after it scanned its code.
    case notVerified(Side)
    /// The content could be read in an envelope that hides its sender.
    case readableEnvelope(Side)
    /// The sender could be read on an envelope that is to hide it.
    case senderShown(Side)
    /// Somebody didn't see what was sent to them, or saw something else.
    case unheard(Side, from: Side)
    /// A key in the group is the one that somebody has who left.
    case sameGroupKey(Side)
    /// There was something for somebody who left.
    case partAfterLeaving(Side)
    /// Somebody opened what isn't for them.
    case openedOthers(Side)

    var words: String {
        switch self {
        case .content(let number): "message \(number) isn't what was sent"
        case .sender(let number): "message \(number) is shown as another sender's"
        case .accepted(let number): "message \(number) was opened where it had to be refused"
        case .refused(let number, let fault): "message \(number) was refused as \(fault), but it was genuine"
        case .missing(let number): "message \(number) never arrived"
        case .readable(let number): "message \(number) could be read on the wire"
        case .shownTwice(let number): "message \(number) was shown twice"
        case .forgotten(let number): "message \(number) wasn't in the store after the process was killed"
        case .remembered(let number): "with message \(number) others came up that were done with"
        case .otherBytes(let number): "message \(number) had other bytes when it was repeated"
        case .identity(let side): "\(side.name) has another identity since its process was killed"
        case .upload(let side): "\(side.name)'s upload wasn't repeated with the same bytes"
        case .bundle: "a changed bundle was accepted"
        case .secrets: "the two devices have different secrets"
        case .numbers: "the two devices show different safety numbers"
        case .chats: "the two screens of the chat say different things"
        case .notVerified(let side): "\(side.name) didn't verify \(side.other.name)'s key"
        case .readableEnvelope(let side): "what \(side.name) sent in an envelope could be read"
        case .senderShown(let side): "the server could read that an envelope is \(side.name)'s"
        case .unheard(let side, let sender): "\(side.name) didn't see what \(sender.name) sent last"
        case .sameGroupKey(let side): "\(side.name)'s key in the group stayed the same"
        case .partAfterLeaving(let side): "there was a part for \(side.name), who had left"
        case .openedOthers(let side): "\(side.name) opened what was for somebody else"
        }
    }
}
