/// What the director, who is user, screen and network at once, asks of a device.
enum Order: Equatable {
    /// Say who you are.
    case introduce
    /// Publish a bundle.
    case publish
    /// Start a session with the other side, whose bundle this is said to be.
    case start(bundle: [UInt8])
    /// Send what the user typed.
    case send([UInt8])
    /// Take a packet that came over the wire.
    case deliver([UInt8])
    /// Give the digest of a secret that both sides can export.
    case compare
}

/// What a device answers.
enum Report: Equatable {
    case introduced(Introduction)
    /// A bundle for the server.
    case bundle([UInt8])
    case started
    /// A packet for the wire.
    case packet([UInt8])
    /// What the user sees.
    case opened(Opened)
    case refused(Refusal)
    case digest([UInt8])
}

/// Who a device says it is.
struct Introduction: Equatable {
    let process: String
    let identityKey: [UInt8]
}

/// An opened message.
struct Opened: Equatable {
    let content: [UInt8]
    let sender: String
    let senderIdentityKey: [UInt8]
}

extension Order {
    var frame: Frame {
        switch self {
        case .introduce: Frame(kind: 1)
        case .publish: Frame(kind: 2)
        case .start(let bundle): Frame(kind: 3, fields: [bundle])
        case .send(let content): Frame(kind: 4, fields: [content])
        case .deliver(let packet): Frame(kind: 5, fields: [packet])
        case .compare: Frame(kind: 6)
        }
    }

    init?(_ frame: Frame) {
        let fields = frame.fields
        switch (frame.kind, fields.count) {
        case (1, 0): self = .introduce
        case (2, 0): self = .publish
        case (3, 1): self = .start(bundle: fields[0])
        case (4, 1): self = .send(fields[0])
        case (5, 1): self = .deliver(fields[0])
        case (6, 0): self = .compare
        default: return nil
        }
    }
}

extension Report {
    var frame: Frame {
        switch self {
        case .introduced(let who): Frame(kind: 1, fields: [Array(who.process.utf8), who.identityKey])
        case .bundle(let bytes): Frame(kind: 2, fields: [bytes])
        case .started: Frame(kind: 3)
        case .packet(let bytes): Frame(kind: 4, fields: [bytes])
        case .opened(let opened):
            Frame(kind: 5, fields: [opened.content, Array(opened.sender.utf8), opened.senderIdentityKey])
        case .refused(let refusal):
            Frame(kind: 6, fields: [Array(refusal.fault.utf8), Array(refusal.recovery.utf8)])
        case .digest(let bytes): Frame(kind: 7, fields: [bytes])
        }
    }

    init?(_ frame: Frame) {
        let fields = frame.fields
        func text(_ index: Int) -> String { String(decoding: fields[index], as: UTF8.self) }
        switch (frame.kind, fields.count) {
        case (1, 2): self = .introduced(Introduction(process: text(0), identityKey: fields[1]))
        case (2, 1): self = .bundle(fields[0])
        case (3, 0): self = .started
        case (4, 1): self = .packet(fields[0])
        case (5, 3):
            self = .opened(Opened(content: fields[0], sender: text(1), senderIdentityKey: fields[2]))
        case (6, 2): self = .refused(Refusal(fault: text(0), recovery: text(1)))
        case (7, 1): self = .digest(fields[0])
        default: return nil
        }
    }
}
