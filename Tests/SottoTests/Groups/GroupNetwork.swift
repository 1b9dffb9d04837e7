import Sotto
import Testing

/// Devices that have met each other, and a group of their users.
struct GroupNetwork {
    let network: TestNetwork
    let group = GroupID.random()
    private(set) var roster: Roster

    /// Makes a device for each name, all of them in the group.
    init(_ users: [UserID], network: TestNetwork = TestNetwork()) throws {
        self.network = network
        var devices: [Device] = []
        for user in users {
            let device = try network.sealedDevice(user)
            for other in devices { try network.meet(other, device) }
            devices.append(device)
        }
        roster = try Roster(group: group, members: users)
        for device in devices { try device.apply(roster) }
    }

    subscript(user: UserID) -> Device {
        get throws { try #require(network.devices[try Address(user: user, device: 1)]) }
    }

    /// Changes the members; every device named in `informed` learns it, all of them unless it is given.
    mutating func change(to users: [UserID], informed: [Device]? = nil) throws {
        roster = try roster.changed(members: users, details: [])
        for device in informed ?? Array(network.devices.values) {
            if try device.group(group) == nil, !users.contains(device.address.user) { continue }
            try device.apply(roster)
        }
    }

    /// Sends to the group and delivers to all.
    @discardableResult
    func talk(_ text: String, from sender: Device) throws -> [Address: Received] {
        try network.deliver(try send(text, from: sender), from: sender)
    }

    func send(_ text: String, from sender: Device) throws -> GroupOutgoing {
        try sender.send(Array(text.utf8), toGroup: group)
    }
}

extension Received {
    /// The content of a group message as text.
    var groupText: String? {
        guard case .groupMessage(_, _, let bytes) = content else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Result<Received, SessionError> {
    /// Why a group message didn't open.
    var undecryptable: UndecryptableGroupMessage? {
        guard case .failure(.peer(.undecryptableInGroup(let message))) = self else { return nil }
        return message
    }
}
