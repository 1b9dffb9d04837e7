extension Order {
    var frame: Frame {
        switch self {
        case .make(let store): Frame(kind: 1, fields: store.fields)
        case .open(let store): Frame(kind: 2, fields: store.fields)
        case .upload: Frame(kind: 3)
        case .confirm(let upload): Frame(kind: 4, fields: [upload])
        case .start(let bundle): Frame(kind: 5, fields: [bundle])
        case .send(let content): Frame(kind: 6, fields: [content])
        case .sent(let id): Frame(kind: 7, fields: [id])
        case .outbox: Frame(kind: 8)
        case .deliver(let packet): Frame(kind: 9, fields: [packet])
        case .acknowledge(let id): Frame(kind: 10, fields: [id])
        case .inbox: Frame(kind: 11)
        case .compare: Frame(kind: 12)
        case .number: Frame(kind: 13)
        case .verify(let code): Frame(kind: 14, fields: [code])
        }
    }

    init?(_ frame: Frame) {
        let fields = frame.fields
        switch (frame.kind, fields.count) {
        case (1, 3): self = .make(Store(fields[...]))
        case (2, 3): self = .open(Store(fields[...]))
        case (3, 0): self = .upload
        case (4, 1): self = .confirm(fields[0])
        case (5, 1): self = .start(bundle: fields[0])
        case (6, 1): self = .send(fields[0])
        case (7, 1): self = .sent(id: fields[0])
        case (8, 0): self = .outbox
        case (9, 1): self = .deliver(fields[0])
        case (10, 1): self = .acknowledge(id: fields[0])
        case (11, 0): self = .inbox
        case (12, 0): self = .compare
        case (13, 0): self = .number
        case (14, 1): self = .verify(scanned: fields[0])
        default: return nil
        }
    }
}

extension Report {
    var frame: Frame {
        switch self {
        case .introduced(let who): Frame(kind: 1, fields: [Array(who.process.utf8), who.identityKey])
        case .upload(let bytes): Frame(kind: 2, fields: bytes.map { [$0] } ?? [])
        case .packet(let packet): Frame(kind: 3, fields: packet.fields)
        case .outbox(let packets): Frame(kind: 4, fields: packets.flatMap(\.fields))
        case .opened(let opened): Frame(kind: 5, fields: opened.fields)
        case .inbox(let messages): Frame(kind: 6, fields: messages.flatMap(\.fields))
        case .digest(let bytes): Frame(kind: 7, fields: [bytes])
        case .refused(let refusal):
            Frame(kind: 8, fields: [Array(refusal.fault.utf8), Array(refusal.recovery.utf8)])
        case .done: Frame(kind: 9)
        case .number(let number): Frame(kind: 10, fields: [Array(number.text.utf8), number.code])
        case .verified(let word, let isVerified):
            Frame(kind: 11, fields: [Array(word.utf8), isVerified ? [1] : []])
        }
    }

    init?(_ frame: Frame) {
        let fields = frame.fields
        func text(_ index: Int) -> String { String(decoding: fields[index], as: UTF8.self) }
        switch (frame.kind, fields.count) {
        case (1, 2): self = .introduced(Introduction(process: text(0), identityKey: fields[1]))
        case (2, 0...1): self = .upload(fields.first)
        case (3, Packet.fieldCount): self = .packet(Packet(fields[...]))
        case (4, let count) where count.isMultiple(of: Packet.fieldCount):
            self = .outbox(Self.parts(of: fields, count: Packet.fieldCount).map { Packet($0) })
        case (5, Opened.fieldCount): self = .opened(Opened(fields[...]))
        case (6, let count) where count.isMultiple(of: Opened.fieldCount):
            self = .inbox(Self.parts(of: fields, count: Opened.fieldCount).map { Opened($0) })
        case (7, 1): self = .digest(fields[0])
        case (8, 2): self = .refused(Refusal(fault: text(0), recovery: text(1)))
        case (9, 0): self = .done
        case (10, 2): self = .number(ShownNumber(text: text(0), code: fields[1]))
        case (11, 2): self = .verified(text(0), isVerified: !fields[1].isEmpty)
        default: return nil
        }
    }

    /// The fields of one value after the other.
    private static func parts(of fields: [[UInt8]], count: Int) -> [ArraySlice<[UInt8]>] {
        stride(from: 0, to: fields.count, by: count).map { fields[$0..<$0 + count] }
    }
}

extension Store {
    fileprivate var fields: [[UInt8]] { [Array(path.utf8), key, isKept ? [1] : []] }

    fileprivate init(_ fields: ArraySlice<[UInt8]>) {
        let fields = Array(fields)
        self.init(
            path: String(decoding: fields[0], as: UTF8.self), key: fields[1], isKept: !fields[2].isEmpty)
    }
}

extension Packet {
    fileprivate static let fieldCount = 2

    fileprivate var fields: [[UInt8]] { [id, bytes] }

    fileprivate init(_ fields: ArraySlice<[UInt8]>) {
        let fields = Array(fields)
        self.init(id: fields[0], bytes: fields[1])
    }
}

extension Opened {
    fileprivate static let fieldCount = 4

    fileprivate var fields: [[UInt8]] { [id, content, Array(sender.utf8), senderIdentityKey] }

    fileprivate init(_ fields: ArraySlice<[UInt8]>) {
        let fields = Array(fields)
        self.init(
            id: fields[0], content: fields[1], sender: String(decoding: fields[2], as: UTF8.self),
            senderIdentityKey: fields[3])
    }
}
