import SottoPushPayload
import TestSupport
import Testing

/// Rules PP-13 to PP-16.
@Suite("A hostile push")
struct HostilePushTests {
    private static let value = "AQEAAQU="

    @Test("is refused by its length alone, before anything is looked at")
    func oversize() {
        for count in [5_121, 100_000] {
            let zeros = [UInt8](repeating: 0, count: count)
            let spaces = String(repeating: " ", count: count)
            #expect(refusal(binary: zeros) == .tooLarge(count))
            #expect(refusal(json: spaces) == .tooLarge(count))
            #expect(refusal(value: spaces) == .tooLarge(count))
        }
        let head: [UInt8] = [1, 1, 0x13, 0xFC]
        #expect(throws: Never.self) { try DecodedPush(binary: head + bytes(5_116)) }
        #expect(refusal(json: String(repeating: " ", count: 5_120)) == .malformedJSON)
        #expect(refusal(value: String(repeating: "A", count: 5_120)) == .unsupportedVersion(0))
        let json = #"{"sotto":"\#(Self.value)"}"#
        #expect(refusal(json: String(repeating: " ", count: 5_120 - json.utf8.count) + json) == nil)
    }

    @Test("a push of the largest budget of each service is read", arguments: PushWay.allCases)
    func largest(way: PushWay) throws {
        let push = try way.encode(PushContent(envelope: nil, fetchID: [1]), budget: way.maximum)
        let full = try way.encode(
            PushContent(envelope: bytes(push.capacity), fetchID: [1]), budget: way.maximum)
        #expect(try way.decode(full.payload.bytes).content == bytes(push.capacity))
    }

    static let good = [
        #"{"sotto":"AQEAAQU="}"#,
        " {\r\n\t\"sotto\" : \"AQEAAQU=\" } \n",
        #"{"aps":{"alert":{"body":"x"},"mutable-content":1},"sotto":"AQEAAQU="}"#,
        #"{"sotto":"AQEAAQU=","aps":null}"#,
        #"{"a":[],"b":{},"c":[1,-0,0.5,1e9,1E+2,-1.25e-3,true,false,null,"é😀\n\u00e9\ud83d\ude00"],"sotto":"AQEAAQU="}"#,
        #"{"s\u006ftto":"AQEAAQU="}"#,
        #"{"sotto":"\u0041QEAAQU="}"#,
        #"{"x":{"sotto":1},"y":{"sotto":1},"sotto":"AQEAAQU="}"#,
        #"{"a":[[[[[[[1]]]]]]],"sotto":"AQEAAQU="}"#,
    ]

    @Test("isn't one with white space, members of others and escapes", arguments: good)
    func accepted(json: String) throws {
        #expect(try DecodedPush(json: Array(json.utf8)).envelope == [5])
    }

    @Test("isn't one when a writer escapes the slashes of base64")
    func slashes() throws {
        let binary: [UInt8] = [1, 1, 0, 6] + [UInt8](repeating: 0xFF, count: 6) + [0, 0]
        var text: [UInt8] = []
        Base64.append(binary.span, to: &text)
        let value = String(decoding: text, as: UTF8.self)
        #expect(value.contains("/"))
        let json = "{\"sotto\":\"" + value.replacing("/", with: "\\/") + "\"}"
        #expect(try DecodedPush(json: Array(json.utf8)) == DecodedPush(value: value))
    }

    static let refused = [
        "", " ", "{", "}", "{}}", "{} {}", "{\"sotto\"}", "{\"sotto\":}", #"{"sotto":"AQEAAQU="},"#,
        #"{"sotto":"AQEAAQU=",}"#,
        #"{,"sotto":"AQEAAQU="}"#, #"{"sotto":"AQEAAQU=""a":1}"#, #"{sotto:"AQEAAQU="}"#,
        #"{'sotto':'AQEAAQU='}"#,
        #"{"a":01,"sotto":"AQEAAQU="}"#, #"{"a":+1}"#, #"{"a":.5}"#, #"{"a":1.}"#, #"{"a":1e}"#, #"{"a":-}"#,
        #"{"a":0x1}"#,
        #"{"a":NaN}"#, #"{"a":tru}"#, #"{"a":True}"#, #"{"a":nul}"#, #"{"a":[1,]}"#, #"{"a":[1 2]}"#,
        #"{"a":[}"#, #"{"a":{]}"#,
        #"{"a":"\x"}"#, #"{"a":"\u12"}"#, #"{"a":"\u12G4"}"#, #"{"a":"\ud800"}"#, #"{"a":"\udc00"}"#,
        #"{"a":"\ud800\ud800"}"#,
        #"{"a":"\ud800x"}"#, "{\"a\":\"\n\"}", "{\"a\":\"\u{1}\"}", #"{"a":"\"}"#, #"{"a":"x"#, "\u{FEFF}{}",
        "{/*x*/}", "{\"a\":1}\u{0}",
        "\u{A0}{}", #"{"sotto":"AQEAAQU="} x"#, #"{"a" 1}"#, #"{1:2}"#, #"{"a":1;"b":2}"#,
    ]

    @Test("is refused when it isn't JSON", arguments: refused)
    func notJSON(json: String) {
        #expect(refusal(json: json) == .malformedJSON)
    }

    static let notUTF8: [[UInt8]] = [
        [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
        [0xED, 0xA0, 0x80], [0xE1, 0x80],
        [0xE1, 0x80, 0x41], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
        [0xF5, 0x80, 0x80, 0x80],
        [0xF1, 0x80, 0x80], [0xF1, 0x80, 0x80, 0xC0], [0xFF],
    ]

    @Test("is refused when its text isn't UTF-8, whose text it may be", arguments: notUTF8)
    func badText(bytes: [UInt8]) {
        for (before, after) in [
            (#"{"a":""#, #"","sotto":"AQEAAQU="}"#), (#"{""#, #"":1}"#), (#"{"sotto":""#, #""}"#),
        ] {
            let json = Array(before.utf8) + bytes + Array(after.utf8)
            #expect(
                refusal(json: json) == .malformedJSON)
        }
    }

    @Test("may have any well-formed text beside the value")
    func goodText() throws {
        for text in [
            "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}",
            "\u{40000}",
        ] {
            #expect(
                try DecodedPush(json: Array(#"{"\#(text)":"\#(text)","sotto":"AQEAAQU="}"#.utf8)).envelope
                    == [5])
        }
    }

    @Test(
        "is refused with a key twice in one object, however it is spelt and whosever it is",
        arguments: [
            #"{"sotto":"AQEAAQU=","sotto":"AQEAAQU="}"#, #"{"sotto":"AQEAAQU=","s\u006ftto":"AQEAAQU="}"#,
            #"{"aps":{},"aps":{},"sotto":"AQEAAQU="}"#, #"{"sotto":"AQEAAQU=","a":{"b":1,"b":2}}"#,
            #"{"a":[{"b":{"c":1,"\u0063":2}}],"sotto":"AQEAAQU="}"#, #"{"":1,"":2}"#,
        ])
    func duplicate(json: String) {
        #expect(refusal(json: json) == .duplicateKey)
    }

    @Test("is refused when it is more than 8 deep, of objects, arrays or both")
    func deep() {
        for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
            for depth in [7, 8, 800] {
                let inner =
                    String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
                let expected: PushDecodingError? = depth == 7 ? nil : .tooComplex
                #expect(refusal(json: #"{"a":\#(inner),"sotto":"AQEAAQU="}"#) == expected)
            }
        }
        #expect(refusal(json: String(repeating: "[", count: 5_120)) == .tooComplex)
        #expect(refusal(json: String(repeating: #"{"":"#, count: 1_280)) == .tooComplex)
    }

    @Test("is refused when an object has more than 64 members")
    func wide() {
        for count in [63, 64, 500] {
            let members = (0..<count).map { #""\#($0)":1"# }.joined(separator: ",")
            #expect(
                refusal(json: #"{\#(members),"sotto":"AQEAAQU="}"#) == (count == 63 ? nil : .tooComplex))
        }
        // Each object has its own members.
        let object = "{" + (0..<60).map { #""\#($0)":1"# }.joined(separator: ",") + "}"
        #expect(refusal(json: #"{"a":\#(object),"b":\#(object),"sotto":"AQEAAQU="}"#) == nil)
    }

    @Test(
        "is refused when it is no object, or the value no string",
        arguments: [
            "[]", "1", "null", "\"sotto\"", #"{"sotto":1}"#, #"{"sotto":null}"#, #"{"sotto":true}"#,
            #"{"sotto":["AQEAAQU="]}"#,
            #"{"sotto":{"sotto":"AQEAAQU="}}"#,
        ])
    func wrongType(json: String) {
        #expect(refusal(json: json) == .wrongType)
    }

    @Test(
        "that isn't ours is told apart",
        arguments: [
            "{}", #"{"aps":{"alert":"x"}}"#, #"{"Sotto":"AQEAAQU="}"#, #"{"a":{"sotto":"AQEAAQU="}}"#,
        ])
    func missing(json: String) {
        #expect(refusal(json: json) == .missing)
    }

    @Test(
        "is refused for a value that isn't base64 of the one form",
        arguments: [
            "AQEAAQU", "AQEAAQU", "AQEAAQV=", "AQEA-_8=", "AQEA AQU=", "AQEAAQU= ", " AQEAAQU=", "AQEAAQU==",
            "AQEAAQU=AQEA", "AQEAAQ", "é",
        ])
    func notBase64(value: String) {
        #expect(refusal(value: value) == .malformedBase64)
        #expect(refusal(json: #"{"sotto":"\#(value)"}"#) == .malformedBase64)
        #expect(refusal(json: #"{"sotto":"AQEAAQU\n="}"#) == .malformedBase64)
    }

    @Test("of no value at all is malformed")
    func empty() {
        #expect(refusal(value: "") == .malformed)
        #expect(refusal(json: #"{"sotto":""}"#) == .malformed)
    }

    @Test("is refused when it is cut off anywhere", arguments: [PushWay.alert, .background, .call, .fcm])
    func truncated(way: PushWay) throws {
        let push = try way.encode(PushContent(envelope: bytes(500), fetchID: [1]))
        for count in 0..<push.payload.bytes.count {
            let cut = Array(push.payload.bytes.prefix(count))
            let error = refusal { () throws(PushDecodingError) in try way.decode(cut) }
            #expect(error == .malformedJSON || error == .malformedBase64)
        }
    }

    @Test(
        "with a byte changed is refused, or says exactly what it says",
        arguments: [UInt64.random(in: 0...9_999)])
    func changed(seed: UInt64) throws {
        print("seed of the changes: \(seed)")
        var generator = SeededGenerator(seed: seed)
        let push = try PushWay.alert.encode(PushContent(envelope: bytes(300), fetchID: [1], serverTime: 9))
        let whole = try DecodedPush(json: push.payload.bytes)
        let start = try Outside(push.payload.bytes).before.utf8.count + 9
        for index in push.payload.bytes.indices {
            for _ in 0..<4 {
                var other = push.payload.bytes
                other[index] ^= UInt8.random(in: 1...255, using: &generator)
                guard let decoded = try? DecodedPush(json: other) else { continue }
                // What isn't ours may say anything; in the value a change is one of the bytes.
                #expect((decoded == whole) == (index < start || index >= start + 1_024))
            }
        }
    }
}
