import SottoPushPayload

/// Values for `Specs/PushPayload.md`.
enum PushVectors {
    static func cases() throws -> [JSONValue] { try encodings() + refusedEncodings() + decodings() }

    /// What an encoder is made with, and what it is given.
    private struct Input {
        var push: String
        var budget: Int
        var alert: String?
        var alertName: String?
        var lifetime: UInt32?
        var envelope: [UInt8]?
        var preview: [UInt8]?
        var fetchID = Inputs.bytes("push fetch", count: 16)
        var serverTime: UInt64?

        static let now: UInt64 = 1_800_000_000_123

        init(_ push: String, _ budget: Int = 4_095, envelope: Int? = nil, preview: Int? = nil) {
            self.push = push
            self.budget = budget
            self.envelope = envelope.map { Inputs.bytes("push envelope", count: $0) }
            self.preview = preview.map { Inputs.bytes("push preview", count: $0) }
            if push == "alert" { alert = "New message" }
            if push != "raw" { lifetime = push == "call" ? 30 : 2_419_200 }
        }

        func with(_ change: (inout Input) -> Void) -> Input {
            var input = self
            change(&input)
            return input
        }

        var isAPNs: Bool { ["alert", "background", "call"].contains(push) }

        var fields: [(String, JSONValue)] {
            func hex(_ bytes: [UInt8]?) -> JSONValue { bytes.map(JSONValue.hex) ?? .null }
            return [
                ("push", .string(push)), ("budget", .number(UInt64(budget))),
                ("alert", alert.map(JSONValue.string) ?? .null),
                ("alert_name", alertName.map(JSONValue.string) ?? .null),
                ("lifetime", lifetime.map { .number($0) } ?? .null),
                ("now", isAPNs ? .number(Self.now) : .null),
                ("collapse_id", isAPNs || push == "web" ? .hex(Self.collapseID) : .null),
                ("envelope", hex(envelope)), ("preview", hex(preview)), ("fetch_id", .hex(fetchID)),
                ("server_time", serverTime.map { .number($0) } ?? .null),
            ]
        }

        static let collapseID = Inputs.bytes("push collapse", count: 16)

        func encode() throws -> (payload: PushPayload, choice: PushChoice, beside: [String]) {
            let budget = try PushBudget(byteCount: budget)
            let lifetime = try PushLifetime(seconds: lifetime ?? 0)
            let content = try PushContent(
                envelope: envelope, preview: preview, fetchID: fetchID, serverTime: serverTime)
            let id = try PushCollapseID(Self.collapseID)
            func texts(_ headers: [PushHeader]) -> [String] { headers.map { "\($0.name): \($0.value)" } }
            switch push {
            case "fcm":
                let push = try FCMPushEncoder(budget: budget, lifetime: lifetime).encode(content)
                return (push.data, push.choice, [String(decoding: push.android, as: UTF8.self)])
            case "web":
                let push = try WebPushEncoder(budget: budget, lifetime: lifetime)
                    .encode(content, collapseID: id)
                return (push.body, push.choice, texts(push.headers))
            case "raw":
                let push = try RawPushEncoder(budget: budget).encode(content)
                return (push.payload, push.choice, [])
            default:
                let encoder: APNsPushEncoder
                switch push {
                case "background": encoder = try .background(budget: budget, lifetime: lifetime)
                case "call": encoder = try .call(budget: budget, lifetime: lifetime)
                default:
                    let alert =
                        try alertName.map { try PushAlert(localizationKey: $0) } ?? PushAlert(alert ?? "")
                    encoder = try .alert(alert, budget: budget, lifetime: lifetime)
                }
                let push = try encoder.encode(content, now: Self.now, collapseID: id)
                return (push.payload, push.choice, texts(push.headers))
            }
        }
    }

    private static func encodings() throws -> [JSONValue] {
        let inputs: [(String, Input)] = [
            ("alert, short", Input("alert", envelope: 300)),
            ("alert, server time", Input("alert", envelope: 300).with { $0.serverTime = 1_799_999_999_999 }),
            ("alert, full", Input("alert", envelope: 3_014)),
            ("alert, one byte too long", Input("alert", envelope: 3_015)),
            ("alert, preview", Input("alert", envelope: 3_100, preview: 764)),
            ("alert, both too long", Input("alert", envelope: 3_100, preview: 3_020)),
            ("alert, second bucket", Input("alert", envelope: 765)),
            ("alert, largest budget", Input("alert", 4_096, envelope: 3_014)),
            (
                "alert, quotation marks and scripts",
                Input("alert", envelope: 5).with { $0.alert = "\"語\" \\ é/😀" }
            ),
            (
                "alert, by name",
                Input("alert", envelope: 5).with {
                    $0.alert = nil
                    $0.alertName = "NEW_MESSAGE"
                }
            ),
            ("background", Input("background", envelope: 1_500)),
            ("background, no envelope", Input("background", preview: 400)),
            ("call", Input("call", envelope: 1_800).with { $0.serverTime = 1_800_000_000_000 }),
            ("call, full", Input("call", 5_120, envelope: 3_810)),
            ("fcm", Input("fcm", envelope: 2_700).with { $0.lifetime = 3_600 }),
            ("fcm, full", Input("fcm", envelope: 3_056)),
            ("fcm, preview too long", Input("fcm", preview: 4_000)),
            ("web", Input("web", 3_993, envelope: 900)), ("web, full", Input("web", 3_993, envelope: 3_989)),
            ("web, smaller budget", Input("web", 700, envelope: 400)),
            ("raw, nothing but an id", Input("raw").with { $0.fetchID = [9] }),
            ("raw, largest", Input("raw", 5_120, envelope: 5_116)),
            ("raw, smallest", Input("raw", 84, envelope: 81)),
        ]
        return try inputs.map { id, input in
            let (payload, choice, beside) = try input.encode()
            let (reason, excess, previewExcess) = parts(of: choice.reason)
            return .object(
                [("id", .string(id)), ("kind", .string("encode"))] + input.fields + [
                    ("form", .string("\(choice.form)")), ("reason", .string(reason)),
                    ("excess", excess.map { .number(UInt64($0)) } ?? .null),
                    ("preview_excess", previewExcess.map { .number(UInt64($0)) } ?? .null),
                    ("remaining", .number(UInt64(choice.remainingByteCount))),
                    ("payload", .hex(payload.bytes)), ("beside", .array(beside.map(JSONValue.string))),
                ])
        }
    }

    private static func parts(of reason: PushChoice.Reason) -> (String, Int?, Int?) {
        switch reason {
        case .envelopeFits: ("envelopeFits", nil, nil)
        case .envelopeTooLong(let excess): ("envelopeTooLong", excess, nil)
        case .bothTooLong(let excess, let preview): ("bothTooLong", excess, preview)
        case .noEnvelope: ("noEnvelope", nil, nil)
        case .previewTooLong(let preview): ("previewTooLong", nil, preview)
        }
    }

    private static func refusedEncodings() throws -> [JSONValue] {
        let short = Input("alert", envelope: 5)
        let inputs: [(String, Input)] = [
            ("budget 0", short.with { $0.budget = 0 }), ("budget 5121", Input("raw", 5_121, envelope: 5)),
            ("alert above 4096", short.with { $0.budget = 4_097 }),
            ("fcm above 4096", Input("fcm", 4_097, envelope: 5)),
            ("web above 3993", Input("web", 3_994, envelope: 5)),
            ("raw below 84", Input("raw", 83, envelope: 5)),
            ("call below 84", Input("call", 132, envelope: 5)),
            ("empty envelope", short.with { $0.envelope = [] }),
            ("empty preview", short.with { $0.preview = [] }), ("no id", short.with { $0.fetchID = [] }),
            ("id of 65", short.with { $0.fetchID = Inputs.bytes("push fetch", count: 65) }),
            ("empty alert", short.with { $0.alert = "" }),
            ("alert of 129", short.with { $0.alert = String(repeating: "語", count: 43) }),
            ("alert of 65 quotation marks", short.with { $0.alert = String(repeating: "\"", count: 65) }),
            ("alert of two lines", short.with { $0.alert = "a\nb" }),
            ("alert with a control", short.with { $0.alert = "a\u{85}" }),
            ("lifetime too long", short.with { $0.lifetime = 2_419_201 }),
        ]
        return try inputs.map { id, input in
            do {
                _ = try input.encode()
                throw Accepted()
            } catch let error as PushEncodingError {
                let name = String("\(error)".prefix { $0 != "(" })
                return .object(
                    [("id", .string(id)), ("kind", .string("encode"))] + input.fields
                        + [("refused", .string(name))])
            }
        }
    }

    private struct Accepted: Error {}

    // Decoding.

    private static let value = "AQEAAQU="

    private static func decodings() -> [JSONValue] {
        let head: [UInt8] = [0, 0, 1, 0xA3, 0x18, 0x5C, 0x50, 0]
        let binary: [(String, [UInt8])] = [
            ("inline", [1, 1, 0, 1, 5]), ("zeros", [1, 1, 0, 1, 5, 0, 0, 0]),
            ("preview", [1, 2, 0, 2, 5, 6]),
            ("fetch of 64", [1, 3, 0, 64] + Inputs.bytes("push fetch", count: 64)),
            ("both times", [1, 0x71] + head + head + [0, 1, 5]),
            ("expiry alone", [1, 0x41] + head + [0, 1, 5]),
            ("call without times", [1, 0x13, 0, 1, 5]), ("nothing", []), ("version 0", [0]),
            ("version 2", [2, 1, 0, 1, 5]), ("form 0", [1, 0, 0, 1, 5]), ("form 4", [1, 4, 0, 1, 5]),
            ("bit 7", [1, 0x81, 0, 1, 5]), ("length 0", [1, 1, 0, 0]), ("cut", [1, 1, 0, 2, 5]),
            ("cut time", [1, 0x21, 0, 0, 0]),
            ("fetch of 65", [1, 3, 0, 65] + Inputs.bytes("push fetch", count: 65)),
            ("something behind", [1, 1, 0, 1, 5, 0, 1]),
            ("5121 bytes", [1, 1] + [UInt8](repeating: 0, count: 5_119)),
        ]
        let texts: [(String, String)] = [
            ("plain", value), ("no padding at the end", "AQEAAgUG"), ("missing padding", "AQEAAQU"),
            ("surplus padding", "AQEAAQU=="), ("bits behind the end", "AQEAAQV="),
            ("URL alphabet", "AQEAAv-_"),
            ("standard alphabet", "AQEAAv+/"), ("space", "AQEA AQU="), ("line end", value + "\n"),
            ("escaped slash", #"AQEAAv+\/"#), ("nothing", ""), ("version 0", "AAAA"),
            ("5124 characters", String(repeating: "A", count: 5_124)),
        ]
        let json: [(String, String)] = [
            ("plain", #"{"sotto":"AQEAAQU="}"#), ("white space", " {\r\n\t\"sotto\" : \"AQEAAQU=\" } \n"),
            (
                "others beside",
                #"{"aps":{"alert":{"body":"x"}},"a":[1,-0.5e+9,true,false,null,"é😀"],"sotto":"AQEAAQU="}"#
            ),
            ("escaped slash", #"{"sotto":"AQEAAv+\/"}"#), ("escapes", #"{"s\u006ftto":"\u0041QEAAQU="}"#),
            ("pair of surrogates", #"{"a":"\ud83d\ude00","sotto":"AQEAAQU="}"#),
            ("8 deep", #"{"a":[[[[[[[1]]]]]]],"sotto":"AQEAAQU="}"#),
            ("9 deep", #"{"a":[[[[[[[[1]]]]]]]],"sotto":"AQEAAQU="}"#),
            ("64 members", members(63)), ("65 members", members(64)),
            ("key twice", #"{"sotto":"AQEAAQU=","sotto":"AQEAAQU="}"#),
            ("key twice in escapes", #"{"sotto":"AQEAAQU=","s\u006ftto":"AQEAAQU="}"#),
            ("key of others twice", #"{"sotto":"AQEAAQU=","a":[{"b":1,"\u0062":2}]}"#),
            ("number", #"{"sotto":1}"#), ("null", #"{"sotto":null}"#),
            ("object", #"{"sotto":{"sotto":"AQEAAQU="}}"#),
            ("array", "[]"), ("another's", #"{"aps":{"sotto":"AQEAAQU="}}"#), ("no members", "{}"),
            ("no base64", #"{"sotto":"AQEA-_8="}"#), ("escape that is no base64", #"{"sotto":"AQEAAQU=\n"}"#),
            ("lone surrogate", #"{"a":"\ud800","sotto":"AQEAAQU="}"#), ("escape of none", #"{"a":"\x"}"#),
            ("comma behind", #"{"sotto":"AQEAAQU=",}"#), ("number with zero", #"{"a":01}"#),
            ("cut", #"{"sotto":"AQEA"#),
            ("something behind", #"{"sotto":"AQEAAQU="}x"#), ("byte order mark", "\u{FEFF}{}"),
            ("nothing", ""),
            ("control in text", "{\"a\":\"\u{1}\"}"), ("fault before ours", #"{"a":tru,"sotto":1}"#),
            ("base64 before JSON", #"{"sotto":"AQ"x"#), ("JSON before the binary form", #"{"sotto":"AAAA"x"#),
            ("binary form last", #"{"sotto":"AAAA"}"#), ("5121 bytes", String(repeating: " ", count: 5_121)),
        ]
        let surrogates = Array(#"{"a":""#.utf8) + [0xED, 0xA0, 0x80] + Array(#"","sotto":"AQEAAQU="}"#.utf8)
        return binary.map { decoding("binary", $0.0, $0.1) }
            + texts.map { decoding("text", $0.0, Array($0.1.utf8)) }
            + json.map { decoding("json", $0.0, Array($0.1.utf8)) }
            + [decoding("json", "surrogates as UTF-8", surrogates)]
    }

    private static func members(_ count: Int) -> String {
        "{" + (0..<count).map { #""\#($0)":1,"# }.joined() + #""sotto":"AQEAAQU="}"#
    }

    private static func decoding(_ way: String, _ id: String, _ bytes: [UInt8]) -> JSONValue {
        let fields: [(String, JSONValue)] = [
            ("id", .string("\(way): \(id)")), ("kind", .string("decode")), ("as", .string(way)),
            ("bytes", .hex(bytes)),
        ]
        do throws(PushDecodingError) {
            let push: DecodedPush
            switch way {
            case "binary": push = try DecodedPush(binary: bytes)
            case "text": push = try DecodedPush(value: String(decoding: bytes, as: UTF8.self))
            default: push = try DecodedPush(json: bytes)
            }
            return .object(
                fields + [
                    ("form", .string("\(push.form)")), ("call", .bool(push.isCall)),
                    ("server_time", push.serverTime.map(JSONValue.number) ?? .null),
                    ("expiry", push.expiry.map(JSONValue.number) ?? .null), ("content", .hex(push.content)),
                    ("zeros", .number(UInt64(zeros(of: push)))),
                ])
        } catch {
            return .object(fields + [("refused", .string(String("\(error)".prefix { $0 != "(" })))])
        }
    }

    private static func zeros(of push: DecodedPush) -> Int {
        push.byteCount - push.content.count
            - PushFrame.Head(isCall: push.isCall, serverTime: push.serverTime, expiry: push.expiry).byteCount
    }
}
