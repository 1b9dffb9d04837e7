import ConformanceSuites
import Foundation
import TestVectors
import Testing

/// The suites have to look at every value that a file says comes out.
@Suite("A vector with one expected value changed")
struct ChangedVectorTests {
    /// Fields that hold what is computed; beside `refused` only the refusal is.
    private static let computed: Set<String> = [
        "value", "accepted", "user", "device", "padded", "bucket", "to_responder", "to_initiator",
        "signature",
        "valid", "registration_id", "suites", "capabilities", "created_at", "signed_prekey_id",
        "signed_prekey",
        "signed_bytes", "one_time_prekey_id", "one_time_prekey", "kem_id", "kem_key", "one_time_kem_id",
        "one_time_kem_key", "one_time_kem_signature", "proof", "header", "message_key", "root_key",
        "chain_key",
        "state", "skipped", "session", "identity", "bundle", "ephemeral", "dh1", "dh2", "dh3", "dh4",
        "handshake_secret", "transcript", "exporter_secret", "selector_to_responder", "selector_to_initiator",
        "secret", "signature_valid", "replaces_all", "kind", "cipher_key", "nonce_key", "message", "content",
        "op", "cipher",
    ]

    /// Every place of a computed value: the names and indices that lead to it.
    private func places(_ value: JSON, _ path: [Step] = []) -> [[Step]] {
        switch value {
        case .object(let members):
            let isRefused = members["refused"] != nil
            return members.keys.sorted().flatMap { name -> [[Step]] in
                let (place, member) = (path + [.name(name)], members[name] ?? .null)
                if case .object = member { return places(member, place) }
                if case .array(let items) = member, name != "suites", !items.isEmpty {
                    return places(member, place)
                }
                let isComputed = isRefused ? name == "refused" : Self.computed.contains(name)
                return isComputed && !member.isEmpty ? [place] : []
            }
        case .array(let items):
            return items.indices.flatMap { places(items[$0], path + [.index($0)]) }
        default: return []
        }
    }

    private enum Step {
        case name(String)
        case index(Int)
    }

    private func changed(_ value: JSON, at path: ArraySlice<Step>) -> JSON {
        guard let step = path.first else { return value.changed }
        switch (step, value) {
        case (.name(let name), .object(var members)):
            members[name] = changed(members[name] ?? .null, at: path.dropFirst())
            return .object(members)
        case (.index(let index), .array(var items)):
            items[index] = changed(items[index], at: path.dropFirst())
            return .array(items)
        default: return value
        }
    }

    private func file(_ suite: String) throws -> [JSON] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let url = root.appendingPathComponent("TestVectors/protocol/\(suite).json")
        guard case .object(let file) = try JSON(parsing: Array(try Data(contentsOf: url))),
            case .array(let cases)? = file["cases"]
        else { return [] }
        return cases
    }

    private func failures(_ suite: String, _ vector: JSON) throws -> [String] {
        let file = JSON.object(["suite": .text(suite), "cases": .array([vector])])
        let loaded = try #require(ConformanceSuites.ofProtocol(suite, in: Array(file.serialized.utf8)))
        return loaded.cases.compactMap { $0.failure() }
    }

    @Test(
        "fails",
        arguments: [
            ("encoding", 1_000, 92), ("xeddsa", 1_000, 30), ("bundles", 4_000, 35), ("uploads", 4_000, 60),
            ("ratchet", 7_000, 6),
            ("sessions", 8_000, 1),
        ])
    func change(_ suite: String, _ longest: Int, _ count: Int) throws {
        let vectors = try file(suite).filter { $0.serialized.utf8.count <= longest }
        #expect(vectors.count >= count)
        for vector in vectors {
            #expect(try failures(suite, vector).isEmpty)
            for place in places(vector) where !isFree(place, in: vector) {
                let result = try failures(suite, changed(vector, at: place[...]))
                if result.count != 1 { Issue.record("\(suite): \(place) of \(vector.serialized.prefix(60))") }
            }
        }
    }

    /// The message of a delivery is an index, and what a signature that isn't valid covers may change.
    private func isFree(_ place: [Step], in vector: JSON) -> Bool {
        guard case .object(let members) = vector, case .name(let last)? = place.last else { return true }
        return members["valid"] != nil && last != "valid" || place.count == 1 && last == "message"
    }
}

extension JSON {
    fileprivate var isEmpty: Bool { self == .text("") || self == .null || self == .array([]) }

    /// Another value of the same kind.
    fileprivate var changed: JSON {
        switch self {
        case .null: .null
        case .flag(let flag): .flag(!flag)
        case .number(let number): .number(number + 1)
        case .text(let text): .text(String(text.dropLast()) + (text.last == "1" ? "0" : "1"))
        case .array(let items): .array(items + items.suffix(1))
        case .object: self
        }
    }

    fileprivate var serialized: String {
        switch self {
        case .null: "null"
        case .flag(let flag): "\(flag)"
        case .number(let number): "\(number)"
        // No string of the files has a character that needs to be escaped.
        case .text(let text): "\"\(text)\""
        case .array(let items): "[" + items.map(\.serialized).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { "\"\($0)\":\($1.serialized)" }.joined(separator: ",") + "}"
        }
    }
}
