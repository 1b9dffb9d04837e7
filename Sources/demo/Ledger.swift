import SottoIdentity

/// Compares what was sent with what was seen, on both sides.
struct Ledger {
    private let identityKeys: [Side: [UInt8]]
    private var waiting: [Int: Message] = [:]
    private(set) var sentCount: [Side: Int] = [:]
    private(set) var seenCount: [Side: Int] = [:]
    private(set) var refusalCounts: [String: Int] = [:]
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

    /// Looks for messages that were never seen.
    mutating func close() {
        for number in waiting.keys.sorted() { differences.append(.missing(number)) }
    }

    private mutating func check(_ number: Int, _ opened: Opened) {
        guard let message = waiting.removeValue(forKey: number) else {
            differences.append(.accepted(number))
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
    /// A changed bundle was accepted.
    case bundle
    /// The two devices don't have the same secret.
    case secrets

    var words: String {
        switch self {
        case .content(let number): "message \(number) isn't what was sent"
        case .sender(let number): "message \(number) is shown as another sender's"
        case .accepted(let number): "message \(number) was opened where it had to be refused"
        case .refused(let number, let fault): "message \(number) was refused as \(fault), but it was genuine"
        case .missing(let number): "message \(number) never arrived"
        case .readable(let number): "message \(number) could be read on the wire"
        case .bundle: "a changed bundle was accepted"
        case .secrets: "the two devices have different secrets"
        }
    }
}
