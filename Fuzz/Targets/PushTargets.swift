import SottoPushPayload

/// Decoders of pushes, and the encoders whose payloads are never too long.
///
/// Rules PP-1 to PP-5, PP-13 to PP-16.
enum PushTargets {
    static func binary(_ bytes: [UInt8]) throws {
        guard let push = try? DecodedPush(binary: bytes) else { return }
        try require(push.encoded == bytes, "a push encodes to other bytes")
        try require(bytes.count <= PushLimits.maximumByteCount, "a push is too long")
        try require(!push.content.isEmpty, "a push has no content")
        try require((push.envelope == nil) != (push.fetchID == nil), "a push has two contents")
        try require(
            (push.fetchID?.count ?? 1) <= PushLimits.maximumFetchIDByteCount, "an id is too long")
    }

    static func json(_ bytes: [UInt8]) throws {
        guard let push = try? DecodedPush(json: bytes) else { return }
        try require(bytes.count <= PushLimits.maximumByteCount, "a push is too long")
        try binary(push.encoded)
        let text = text(of: push)
        try require((try? DecodedPush(value: text)) == push, "a push is another one by its text")
        try require(
            (try? DecodedPush(json: Array("{\"sotto\":\"\(text)\"}".utf8))) == push,
            "a push is another one by itself")
        try require(String(validating: bytes, as: UTF8.self) != nil, "a push isn't UTF-8")
    }

    static func text(_ bytes: [UInt8]) throws {
        guard let value = String(validating: bytes, as: UTF8.self),
            let push = try? DecodedPush(value: value)
        else { return }
        try require(text(of: push) == value, "two texts mean the same push")
        try binary(push.encoded)
    }

    private static func text(of push: DecodedPush) -> String {
        var text: [UInt8] = []
        Base64.append(push.encoded.span, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    static func encode(_ bytes: [UInt8]) throws {
        var script = Script(bytes)
        let way = script.next() % 6
        guard let budget = try? PushBudget(byteCount: script.next16()) else { return }
        let envelope = some(script.next16(), 0xAA)
        let preview = some(script.next16(), 0xBB)
        guard
            let content = try? PushContent(
                envelope: envelope, preview: preview, fetchID: some(script.next(), 0xCC) ?? [],
                serverTime: script.next() % 2 == 0 ? nil : 77)
        else { return }
        guard let (payload, choice) = try? encode(content, way, budget) else {
            let room = budget.byteCount < 400 || budget.byteCount > 3_993
            try require(room, "a usual budget is refused")
            return
        }
        try require(payload.bytes.count <= budget.byteCount, "a payload is longer than its budget")
        let isBinary = way >= 4
        guard
            let push = isBinary
                ? try? DecodedPush(binary: payload.bytes) : try? DecodedPush(json: payload.bytes)
        else { throw BrokenLaw("an encoder's payload is refused") }
        try require(push.form == choice.form, "a payload has another form")
        let expected =
            switch push.form {
            case .inline: envelope
            case .preview: preview
            case .fetch: content.fetchID
            }
        try require(push.content == expected, "a payload has other content")
        try require(choice.remainingByteCount >= 0, "a payload is too full")
        try require(
            push.form == .inline || (envelope?.count ?? 9_999) > push.content.count, "a better form fits")
    }

    private static func some(_ count: Int, _ byte: UInt8) -> [UInt8]? {
        count == 0 ? nil : [UInt8](repeating: byte, count: count % 6_000)
    }

    private static func encode(
        _ content: PushContent, _ way: Int, _ budget: PushBudget
    ) throws -> (PushPayload, PushChoice) {
        let id = try PushCollapseID([UInt8](repeating: 9, count: PushCollapseID.byteCount))
        switch way {
        case 3:
            let push = try FCMPushEncoder(budget: budget).encode(content)
            return (push.data, push.choice)
        case 4:
            let push = try WebPushEncoder(budget: budget).encode(content, collapseID: id)
            return (push.body, push.choice)
        case 5:
            let push = try RawPushEncoder(budget: budget).encode(content)
            return (push.payload, push.choice)
        default:
            let encoder: APNsPushEncoder =
                switch way {
                case 0: try .alert(budget: budget)
                case 1: try .background(budget: budget)
                default: try .call(budget: budget)
                }
            let push = try encoder.encode(content, now: 1_800_000_000_000, collapseID: id)
            return (push.payload, push.choice)
        }
    }
}

extension PushTargets {
    private static func contents() throws -> [PushContent] {
        try [
            PushContent(envelope: [1, 2, 3], fetchID: [1]),
            PushContent(envelope: nil, preview: [4], fetchID: [5], serverTime: 6),
            PushContent(envelope: nil, fetchID: [UInt8](repeating: 7, count: 64)),
        ]
    }

    static func binarySeeds() throws -> [[UInt8]] {
        let raw = try RawPushEncoder()
        let heads: [[UInt8]] = [
            [1, 0x71, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 9], [1, 3, 0, 2, 8, 8, 0],
        ]
        return try contents().map { try raw.encode($0).payload.bytes } + heads
    }

    static func jsonSeeds() throws -> [[UInt8]] {
        let others = [
            #"{"sotto":"AQEAAQU="}"#,
            #"{"a":[1,-0.5e+9,true,null,{"b":"\ud83d\ude00é\n"}],"s\u006ftto":"AQEAAQ\u0055="}"#,
        ]
        return try contents().flatMap { content in
            try (0..<4).map { way in try encode(content, way, .standard).0.bytes }
        } + others.map { Array($0.utf8) }
    }

    static func textSeeds() throws -> [[UInt8]] {
        try binarySeeds().map { bytes in
            var text: [UInt8] = []
            Base64.append(bytes.span, to: &text)
            return text
        }
    }
}
