/// Cases of TestVectors/protocol/pushes.json.
package enum PushVector: VectorCase {
    /// What an encoder is made with, and what it is given.
    package struct Input: Sendable {
        package let push: String
        package let budget: Int
        package let alert: String?
        package let alertName: String?
        package let lifetime: UInt32?
        package let now: UInt64?
        package let collapseID: [UInt8]?
        package let envelope: [UInt8]?
        package let preview: [UInt8]?
        package let fetchID: [UInt8]
        package let serverTime: UInt64?

        init(_ fields: Fields) throws(VectorError) {
            push = try fields.choice("push", "alert", "background", "call", "fcm", "web", "raw")
            budget = try fields.number("budget")
            alert = try fields.optionalText("alert")
            alertName = try fields.optionalText("alert_name")
            lifetime = try fields.optionalNumber("lifetime")
            now = try fields.optionalNumber("now")
            collapseID = try fields.optionalHex("collapse_id", 16)
            envelope = try fields.optionalHex("envelope")
            preview = try fields.optionalHex("preview")
            fetchID = try fields.hex("fetch_id")
            serverTime = try fields.optionalNumber("server_time")
        }
    }

    /// What comes out of it.
    package struct Output: Hashable, Sendable {
        package let form: String
        package let reason: String
        package let excess: Int?
        package let previewExcess: Int?
        package let remaining: Int
        package let payload: [UInt8]
        package let beside: [String]

        package init(
            form: String, reason: String, excess: Int?, previewExcess: Int?, remaining: Int, payload: [UInt8],
            beside: [String]
        ) {
            self.form = form
            self.reason = reason
            self.excess = excess
            self.previewExcess = previewExcess
            self.remaining = remaining
            self.payload = payload
            self.beside = beside
        }
    }

    /// What a decoder reads.
    package struct Read: Hashable, Sendable {
        package let form: String
        package let isCall: Bool
        package let serverTime: UInt64?
        package let expiry: UInt64?
        package let content: [UInt8]
        package let zeros: Int

        package init(
            form: String, isCall: Bool, serverTime: UInt64?, expiry: UInt64?, content: [UInt8], zeros: Int
        ) {
            self.form = form
            self.isCall = isCall
            self.serverTime = serverTime
            self.expiry = expiry
            self.content = content
            self.zeros = zeros
        }
    }

    case encode(Input, Outcome<Output>)
    case decode(way: String, bytes: [UInt8], Outcome<Read>)

    package static let suite = "pushes"

    package init(_ fields: Fields) throws(VectorError) {
        if try fields.choice("kind", "encode", "decode") == "encode" {
            self = .encode(
                try Input(fields),
                try Outcome(fields) { f throws(VectorError) in
                    Output(
                        form: try f.choice("form", "inline", "preview", "fetch"),
                        reason: try f.text("reason"),
                        excess: try f.optionalNumber("excess"),
                        previewExcess: try f.optionalNumber("preview_excess"),
                        remaining: try f.number("remaining"), payload: try f.hex("payload"),
                        beside: try f.texts("beside"))
                })
        } else {
            self = .decode(
                way: try fields.choice("as", "json", "text", "binary"), bytes: try fields.hex("bytes"),
                try Outcome(fields) { f throws(VectorError) in
                    Read(
                        form: try f.choice("form", "inline", "preview", "fetch"), isCall: try f.flag("call"),
                        serverTime: try f.optionalNumber("server_time"),
                        expiry: try f.optionalNumber("expiry"),
                        content: try f.hex("content"), zeros: try f.number("zeros"))
                })
        }
    }
}
