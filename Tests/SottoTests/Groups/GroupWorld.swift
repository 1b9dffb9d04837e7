import Sotto
import TestSupport

/// The devices of a group's users, the server and the network between them, driven by a seed.
final class GroupWorld {
    /// A message on its way.
    struct Mail {
        let from: Address
        let to: Address
        let bytes: [UInt8]
        let sentAt: UInt64
        /// A group message's id.
        let id: MessageID?
        /// A request or what answers one: it is never lost, for it is asked for again only so often.
        let isRepair: Bool
    }

    /// What was really sent.
    struct Text {
        let content: [UInt8]
        let sender: Address
        /// The sender's roster.
        var roster: Roster?
        /// The recipients that got its part untouched.
        var delivered: Set<Address> = []
    }

    let clock = TestClock()
    let server = TestServer()
    let authority = TestAuthority()
    let group = GroupID.random()
    private(set) var roster: Roster
    private(set) var apps: [GroupApp] = []
    private(set) var mail: [Mail] = []
    /// Rosters on their way.
    private var notices: [(to: Address, roster: Roster)] = []
    private var rosters: [Roster]
    var random: SeededGenerator
    private let users: [UserID]
    private var identities: [UserID: SecretBytesBox] = [:]
    private var changedIdentities: Set<UserID> = []
    private var nextText: UInt64 = 0
    private(set) var texts: [MessageID: Text] = [:]
    private var opened: [Address: Set<MessageID>] = [:]
    /// Laws that were broken.
    private(set) var violations: [String] = []
    /// What an app has no answer to.
    var surprises: Set<String> = []
    private(set) var openedCount = 0
    /// Who sends in a large group.
    private let speakers: Int

    /// A copy of a user's identity for each device.
    final class SecretBytesBox {
        let key: IdentityKeyPair
        init() throws { key = try IdentityKeyPair() }
        func copy() throws -> IdentityKeyPair { try IdentityKeyPair(key.exposePrivateKey()) }
    }

    init(seed: UInt64, users count: Int, devices: UInt32, speakers: Int = .max) throws {
        random = SeededGenerator(seed: seed)
        users = try (0..<count).map { try UserID("user \($0)") }
        self.speakers = speakers
        roster = try Roster(group: group, members: users)
        rosters = [roster]
        for user in users {
            identities[user] = try SecretBytesBox()
            for number in 1...devices { try add(user, number) }
        }
        for app in apps { try app.take(roster) }
    }

    private func add(_ user: UserID, _ number: UInt32) throws {
        guard let identity = identities[user] else { return }
        let app = try GroupApp(Address(user: user, device: number), in: self, try identity.copy())
        try app.upload()
        apps.append(app)
    }

    func app(_ address: Address) -> GroupApp? { apps.first { $0.address == address } }

    func identityKey(of user: UserID) -> IdentityPublicKey? { identities[user]?.key.publicKey }

    func orSurprise(_ body: () throws -> Void) throws(SessionError) {
        do { try body() } catch let error as SessionError { throw error } catch {
            surprises.insert("\(error)")
        }
    }

    func post(
        from sender: Address, to receiver: Address, _ bytes: [UInt8], id: MessageID?, isRepair: Bool = false
    ) {
        mail.append(
            Mail(from: sender, to: receiver, bytes: bytes, sentAt: clock.now, id: id, isRepair: isRepair))
    }

    /// One action of anybody.
    func step() throws {
        clock.advance(by: Int64.random(in: 0...60_000, using: &random))
        guard let app = apps.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<1_000, using: &random) {
        case 0..<200: try say(apps.prefix(speakers).randomElement(using: &random) ?? app)
        case 200..<800: for _ in 0..<6 { try deliver(atRandom: true) }
        case 800..<830: lose()
        case 830..<860: if let copy = mail.randomElement(using: &random) { mail.append(copy) }
        case 860..<890: try tamper()
        case 890..<925: try app.reopen()
        case 925..<955: try changeMembers()
        case 955..<962: try changeDevices()
        case 962..<965: try changeIdentity()
        case 965..<975: try app.device.rotateSenderKey(of: group)
        case 975..<985: try app.device.maintain()
        case 985..<988: clock.advance(by: 86_400_000 * Int64.random(in: 1...3, using: &random))
        default: try app.upload()
        }
    }

    private func lose() {
        guard !mail.isEmpty else { return }
        let index = Int.random(in: 0..<mail.count, using: &random)
        if !mail[index].isRepair { mail.remove(at: index) }
    }

    @discardableResult
    private func say(_ app: GroupApp) throws -> MessageID? {
        guard try app.device.group(group)?.isMember == true else { return nil }
        nextText += 1
        let id = MessageID.random()
        texts[id] = Text(content: Array("\(nextText)".utf8), sender: app.address)
        texts[id]?.roster = try app.send(Array("\(nextText)".utf8), id)
        return id
    }

    func deliver(atRandom: Bool) throws {
        if !notices.isEmpty, !atRandom || random.oneIn(4) {
            let index = atRandom ? Int.random(in: 0..<notices.count, using: &random) : 0
            let notice = notices.remove(at: index)
            try app(notice.to)?.take(notice.roster)
        }
        guard !mail.isEmpty else { return }
        let index = atRandom ? Int.random(in: 0..<min(mail.count, 60), using: &random) : 0
        let next = mail.remove(at: index)
        guard let app = app(next.to) else { return }
        if let id = next.id { texts[id]?.delivered.insert(next.to) }
        try app.take(next)
    }

    private func tamper() throws {
        guard let mail = mail.randomElement(using: &random), let app = app(mail.to) else { return }
        var bytes = mail.bytes
        bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        do throws(SessionError) {
            _ = try app.device.receive(bytes, from: nil, serverTime: mail.sentAt)
            violations.append("changed bytes were taken at \(mail.to)")
        } catch {
            // Whatever it says.
        }
    }

    /// Lets a member go, or one come back; a few stay.
    private func changeMembers() throws {
        let away = users.filter { !roster.contains($0) }
        var members = roster.members
        if let back = away.randomElement(using: &random), members.count < 3 || random.oneIn(2) {
            members.append(back)
        } else if members.count > 2 {
            members.remove(at: Int.random(in: 0..<members.count, using: &random))
        }
        let before = roster
        roster = try roster.changed(members: members, details: [])
        rosters.append(roster)
        for app in apps where before.contains(app.address.user) || roster.contains(app.address.user) {
            notices.append((app.address, roster))
        }
    }

    /// Removes a device, or links one anew.
    private func changeDevices() throws {
        guard let user = users.randomElement(using: &random) else { return }
        let devices = apps.filter { $0.address.user == user }
        if devices.count > 1, random.oneIn(2), let gone = devices.randomElement(using: &random) {
            remove(gone.address)
        } else if devices.count < 4 {
            let used = Set(devices.map(\.address.device))
            guard let free = (1...8 as ClosedRange<UInt32>).first(where: { !used.contains($0) }) else {
                return
            }
            try link(user, free)
        }
    }

    private func remove(_ address: Address) {
        apps.removeAll { $0.address == address }
        notices.removeAll { $0.to == address }
        opened[address] = nil
    }

    private func link(_ user: UserID, _ number: UInt32) throws {
        try add(user, number)
        guard let app = apps.last, roster.contains(user) else { return }
        try app.take(roster)
    }

    /// A user begins anew on all devices.
    private func changeIdentity() throws {
        guard let user = users.randomElement(using: &random) else { return }
        let numbers = apps.filter { $0.address.user == user }.map(\.address)
        for address in numbers { remove(address) }
        changedIdentities.insert(user)
        identities[user] = try SecretBytesBox()
        for address in numbers { try link(user, address.device) }
    }

    func note(_ id: MessageID, _ content: [UInt8], at address: Address) {
        openedCount += 1
        guard let text = texts[id], text.content == content else {
            return violations.append("\(address) has a message that nobody sent")
        }
        if !opened[address, default: []].insert(id).inserted {
            violations.append("\(address) has a message twice")
        }
        if let roster = text.roster, !roster.contains(address.user) {
            violations.append("\(address) reads what was sent after its user was removed")
        }
    }

    /// A quiet time: everything arrives in order, everybody knows the members, hours pass.
    func settle(rounds: Int = 6) throws {
        for app in apps {
            for roster in rosters.suffix(16) {
                notices.append((app.address, roster))
            }
        }
        for _ in 0..<rounds {
            try drain()
            clock.advance(by: 3_600_000)
            for app in apps { try app.ask() }
        }
        try drain()
        for app in apps { app.forgetLost() }
    }

    private func drain() throws {
        for app in apps { try app.upload() }
        for _ in 0..<100_000 where !mail.isEmpty || !notices.isEmpty { try deliver(atRandom: false) }
    }

    /// The pairs of devices of which one doesn't hear the other: each says one thing and all have to get it.
    func silentPairs(of count: Int = .max) throws -> [String] {
        var silent: [String] = []
        for app in apps.prefix(count) where roster.contains(app.address.user) {
            guard let id = try say(app) else {
                silent.append("\(app.address) isn't a member")
                continue
            }
            try drain()
            for _ in 0..<3 where !isHeard(id) {
                clock.advance(by: 3_600_000)
                for app in apps { try app.ask() }
                try drain()
            }
            for receiver in apps
            where roster.contains(receiver.address.user) && receiver.address != app.address {
                if opened[receiver.address]?.contains(id) != true {
                    silent.append("\(app.address) → \(receiver.address)")
                }
            }
        }
        return silent
    }

    private func isHeard(_ id: MessageID) -> Bool {
        apps.allSatisfy {
            !roster.contains($0.address.user) || $0.address == texts[id]?.sender
                || opened[$0.address]?.contains(id) == true
        }
    }

    /// Messages whose part came to a device that never opened it, though nothing happened to either's user.
    ///
    /// Who left and came back, or has another identity, may miss what was on its way then.
    func unopened() -> [String] {
        texts.flatMap { id, text -> [String] in
            guard isUndisturbed(text.sender, since: text), app(text.sender) != nil else { return [] }
            return text.delivered.filter {
                opened[$0]?.contains(id) != true && app($0) != nil && isUndisturbed($0, since: text)
            }.map { "\($0) never opened \(String(decoding: text.content, as: UTF8.self)) of \(text.sender)" }
        }
    }

    private func isUndisturbed(_ address: Address, since text: Text) -> Bool {
        guard let revision = text.roster?.revision, !changedIdentities.contains(address.user) else {
            return false
        }
        return rosters.allSatisfy { $0.revision + 8 < revision || $0.contains(address.user) }
    }
}
