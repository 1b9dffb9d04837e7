import Foundation
import SottoHandshake
import SottoSessions

/// What two devices did, as somebody sees it who only sees what left them; says which law was broken.
package struct Ledger {
    /// The laws that were broken, each with what broke it.
    package private(set) var violations: [String] = []
    /// Notes that were to be sent, by id.
    private(set) var notes: [Data: Note] = [:]
    /// Ids of the notes that an app took over, and of those that were asked for again.
    private(set) var seen: Set<Data> = []
    var askedFor: Set<Data> = []
    private var seenRows: Set<Data> = []
    private var places: [Place: Data] = [:]
    private var publicKeys: [String: [UInt32: [UInt8]]] = [:]
    private var returnedPrekeys: [String: Set<UInt32>] = [:]
    private(set) var usedPrekeys: [String: Set<UInt32>] = [:]

    private struct Place: Hashable {
        let user: String
        let selector: UInt32
        let ratchetKey: [UInt8]
        let index: UInt32
    }

    package init() {}

    mutating func fail(_ text: String) { violations.append(text) }

    mutating func add(_ note: Note) { notes[note.id] = note }

    /// Takes note of bytes that left a device; says whether they hadn't before.
    ///
    /// The same place of a chain never carries two different ciphertexts.
    mutating func release(_ letter: Reply.Letter, from user: String) -> Bool {
        guard let parsed = try? ReceivedBytes(Array(letter.bytes)) else {
            fail("\(user) sent what is no message")
            return false
        }
        let place = Place(
            user: user, selector: parsed.selector.value,
            ratchetKey: parsed.ratchetHeader.ratchetKey.key.bytes.bytes, index: parsed.ratchetHeader.index)
        switch places[place] {
        case .none:
            places[place] = letter.bytes
            return true
        case .some(letter.bytes): return false
        case .some:
            fail("\(user) used place \(place.index) of a chain twice")
            return false
        }
    }

    /// Takes note that the receiver has a letter.
    mutating func delivered(_ bytes: Data, to user: String) {
        guard let id = (try? ReceivedBytes(Array(bytes)))?.handshake?.oneTimePrekeyID else { return }
        usedPrekeys[user, default: []].insert(id.value)
    }

    /// Takes note of an upload: an id never stands for two keys.
    mutating func add(_ upload: Data, of user: String) {
        guard let upload = try? PrekeyUpload(Array(upload)) else { return fail("\(user) made no upload") }
        var keys = upload.oneTimePrekeys.map { ($0.id.value, $0.publicKey.bytes.bytes) }
        keys.append((upload.signedPrekeyID.value, upload.signedPrekey.bytes.bytes))
        for (id, key) in keys {
            if let known = publicKeys[user]?[id], known != key { fail("\(user) used prekey id \(id) twice") }
            publicKeys[user, default: [:]][id] = key
        }
        if upload.oneTimePrekeys.contains(where: { $0.id == upload.signedPrekeyID }) {
            fail("\(user) gave one id to two prekeys")
        }
        returnedPrekeys[user, default: []].formUnion(upload.oneTimePrekeys.map(\.id.value))
    }

    /// How many one-time prekeys were returned and not used.
    func unusedPrekeyCount(of user: String) -> Int {
        (returnedPrekeys[user] ?? []).subtracting(usedPrekeys[user] ?? []).count
    }

    /// Takes note of what stands in an inbox.
    mutating func see(_ opened: Reply.Opened, by user: String) {
        guard case .message(let id, let content) = opened.kind else { return }
        guard let note = notes[id], note.user == user, note.content == content else {
            return fail("\(user) has a message that nobody sent")
        }
        guard seenRows.insert(opened.id).inserted else { return }
        if !seen.insert(id).inserted { fail("\(user) has a message twice") }
    }

    /// Whether an app saw the row with this id.
    func hasSeen(_ row: Data) -> Bool { seenRows.contains(row) }
}
