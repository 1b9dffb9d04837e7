import Sotto

// Three apps and a server that isn't told who writes to whom.
let server = try Server()
let names: [UserID] = ["alice", "bob", "carol"]
let chats = try names.map { try Chat($0, on: server) }
let (alice, bob, carol) = (chats[0], chats[1], chats[2])
for chat in chats {
    for other in chats { chat.befriend(other) }
    try chat.start()
}

/// Lets all of them look at what came.
@MainActor
func look() throws {
    for chat in chats {
        for line in try chat.receive() {
            print(chat.device.address, "sees", line.text, "by", line.sender)
        }
    }
}

let group = try alice.begin(with: ["bob", "carol"])
try look()
try alice.send("Saturday?", to: group)
try look()
try carol.send("Not me.", to: group)
try look()

try alice.remove("carol", from: group)
try look()
// Alice's key is another one now; on its way to Bob it gets lost, and his device asks for it.
server.loseNext(for: bob.device.address)
try alice.send("The two of us, then.", to: group)
for _ in 1...3 { try look() }

let facts = try carol.device.group(group)
print("carol.1 is a member:", facts?.isMember ?? false)
