extension Order {
    var frame: Frame {
        switch self {
        case .make(let store): Frame(kind: 1, fields: store.fields)
        case .open(let store): Frame(kind: 2, fields: store.fields)
        case .upload: Frame(kind: 3)
        case .confirm(let upload): Frame(kind: 4, fields: [upload])
        case .start(let bundle, let side): Frame(kind: 5, fields: [bundle, side.field])
        case .send(let content, let side): Frame(kind: 6, fields: [content, side.field])
        case .sent(let id): Frame(kind: 7, fields: [id])
        case .outbox: Frame(kind: 8)
        case .deliver(let packet): Frame(kind: 9, fields: [packet])
        case .acknowledge(let id): Frame(kind: 10, fields: [id])
        case .inbox: Frame(kind: 11)
        case .compare: Frame(kind: 12)
        case .number: Frame(kind: 13)
        case .verify(let code): Frame(kind: 14, fields: [code])
        case .certify(let certificate, let root): Frame(kind: 15, fields: [certificate, root])
        case .deliverSealed(let bytes): Frame(kind: 16, fields: [bytes])
        case .apply(let roster, let side): Frame(kind: 17, fields: [roster, side.field])
        case .sendToGroup(let group, let content): Frame(kind: 18, fields: [group, content])
        case .chat(let act, let number): Frame(kind: 19, fields: act.fields + [number.field])
        case .deliverChat(let packet, let number): Frame(kind: 20, fields: [packet, number.field])
        case .screen: Frame(kind: 21)
        }
    }

    private static let idByteCount = 16

    init?(_ frame: Frame) {
        let fields = frame.fields
        switch (frame.kind, fields.count) {
        case (1, 3): self = .make(Store(fields[...]))
        case (2, 3): self = .open(Store(fields[...]))
        case (3, 0): self = .upload
        case (4, 1): self = .confirm(fields[0])
        case (5, 2):
            guard let side = Side(field: fields[1]) else { return nil }
            self = .start(bundle: fields[0], with: side)
        case (6, 2):
            guard let side = Side(field: fields[1]) else { return nil }
            self = .send(fields[0], to: side)
        case (7, 1) where fields[0].count == Self.idByteCount: self = .sent(id: fields[0])
        case (8, 0): self = .outbox
        case (9, 1): self = .deliver(fields[0])
        case (10, 1) where fields[0].count == Self.idByteCount: self = .acknowledge(id: fields[0])
        case (11, 0): self = .inbox
        case (12, 0): self = .compare
        case (13, 0): self = .number
        case (14, 1): self = .verify(scanned: fields[0])
        case (15, 2): self = .certify(certificate: fields[0], root: fields[1])
        case (16, 1): self = .deliverSealed(fields[0])
        case (17, 2):
            guard let side = Side(field: fields[1]) else { return nil }
            self = .apply(roster: fields[0], by: side)
        case (18, 2): self = .sendToGroup(fields[0], fields[1])
        case (19, 4):
            guard let act = ChatAct(Array(fields[..<3])), let number = Int(field: fields[3]) else {
                return nil
            }
            self = .chat(act, number: number)
        case (20, 2):
            guard let number = Int(field: fields[1]) else { return nil }
            self = .deliverChat(fields[0], number: number)
        case (21, 0): self = .screen
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
        case .groupPacket(let packet): Frame(kind: 12, fields: packet.fields)
        case .screen(let lines, let said):
            Frame(kind: 13, fields: [lines.count.field] + (lines + said).map { Array($0.utf8) })
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
        case (12, 3...) where fields.count.isMultiple(of: GroupPacket.fieldCount):
            self = .groupPacket(GroupPacket(fields[...]))
        case (13, 1...):
            guard let count = Int(field: fields[0]), 0..<fields.count ~= count else { return nil }
            let texts = fields.dropFirst().map { String(decoding: $0, as: UTF8.self) }
            self = .screen(lines: Array(texts.prefix(count)), said: Array(texts.dropFirst(count)))
        default: return nil
        }
    }

    /// The fields of one value after the other.
    fileprivate static func parts(of fields: [[UInt8]], count: Int) -> [ArraySlice<[UInt8]>] {
        stride(from: 0, to: fields.count, by: count).map { fields[$0..<$0 + count] }
    }
}

extension Int {
    fileprivate var field: [UInt8] { Array(String(self).utf8) }

    fileprivate init?(field: [UInt8]) { self.init(String(decoding: field, as: UTF8.self)) }
}

extension Side {
    fileprivate var field: [UInt8] { Array(rawValue.utf8) }

    fileprivate init?(field: [UInt8]) { self.init(rawValue: String(decoding: field, as: UTF8.self)) }
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

extension GroupPacket {
    /// Of the packet and of each key.
    fileprivate static let fieldCount = 3

    fileprivate var fields: [[UInt8]] {
        [id, bytes, keyName] + keys.flatMap { [$0.id, Array($0.receiver.utf8), $0.bytes] }
    }

    fileprivate init(_ fields: ArraySlice<[UInt8]>) {
        let parts = Report.parts(of: Array(fields), count: Self.fieldCount).map { Array($0) }
        let keys = parts.dropFirst().map { part in
            GroupKey(id: part[0], receiver: String(decoding: part[1], as: UTF8.self), bytes: part[2])
        }
        self.init(id: parts[0][0], bytes: parts[0][1], keyName: parts[0][2], keys: keys)
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
