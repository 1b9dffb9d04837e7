/// Cases of TestVectors/protocol/safety-numbers.json.
package enum SafetyNumberVector: VectorCase {
    /// A side: its key and the identifier that it is known by.
    package struct Party: Sendable {
        package let identityKey: [UInt8]
        package let identifier: [UInt8]

        init(_ fields: Fields) throws(VectorError) {
            identityKey = try fields.hex("identity_key", 33)
            identifier = try fields.hex("identifier")
        }
    }

    /// Both sides.
    package struct Sides: Sendable {
        package let ours: Party
        package let theirs: Party

        init(_ fields: Fields) throws(VectorError) {
            func party(_ name: String) throws(VectorError) -> Party {
                let side = try fields.object(name)
                let party = try Party(side)
                try side.finish()
                return party
            }
            ours = try party("ours")
            theirs = try party("theirs")
        }
    }

    /// What is shown and spoken of a number.
    package struct Forms: Sendable {
        package let digits: String
        package let groups: [String]
        package let fourLines: String
        package let threeLines: String
        package let spoken: String
        package let scannables: [[UInt8]]

        init(_ fields: Fields) throws(VectorError) {
            digits = try fields.text("digits")
            groups = try fields.texts("groups")
            fourLines = try fields.text("text4")
            threeLines = try fields.text("text3")
            spoken = try fields.text("spoken")
            scannables = [try fields.hex("scannable1", 74), try fields.hex("scannable2", 74)]
        }
    }

    case fingerprint(Party, bytes: [UInt8], digits: String)
    case number(Sides, Forms)
    case digits(text: String, accepted: Bool, digits: String?)
    case scan(Sides, version: UInt8, scanned: [UInt8], result: String, theirVersion: UInt8?)
    case comparison(Sides, text: String, result: String, differingGroups: [Int]?)

    package static let suite = "safety-numbers"

    package init(_ fields: Fields) throws(VectorError) {
        switch try fields.choice("kind", "fingerprint", "number", "digits", "scan", "comparison") {
        case "fingerprint":
            self = .fingerprint(
                try Party(fields), bytes: try fields.hex("fingerprint", 32), digits: try fields.text("digits")
            )
        case "number": self = .number(try Sides(fields), try Forms(fields))
        case "digits":
            self = .digits(
                text: try fields.text("text"), accepted: try fields.flag("accepted"),
                digits: try fields.optionalText("digits"))
        case "scan":
            self = .scan(
                try Sides(fields), version: try fields.number("version"), scanned: try fields.hex("scanned"),
                result: try fields.text("result"), theirVersion: try fields.optionalNumber("their_version"))
        default:
            self = .comparison(
                try Sides(fields), text: try fields.text("text"), result: try fields.text("result"),
                differingGroups: try fields.optionalNumberArray("differing_groups"))
        }
    }
}
