import Sotto

// Two devices that have a session, as the README's first program makes it.
let alice = Phone(
    try Device.inMemory(as: Address(user: "alice", device: 1), trusting: .onFirstUse), with: "bob")
let bob = Phone(
    try Device.inMemory(as: Address(user: "bob", device: 1), trusting: .onFirstUse), with: "alice")
guard let upload = try bob.device.prekeyUpload() else { fatalError("a new device has an upload") }
try bob.device.confirm(upload)
try alice.device.start(
    with: upload.bundle(oneTimePrekey: upload.oneTimePrekeys.first), of: bob.device.address)

let question = try alice.send(.text("Saturday at 19:03?"), to: bob)
let answer = try bob.send(.text("Fine"), reply: question, to: alice)
_ = try alice.send(
    .reaction(ReactionContent(target: alice.conversation.reference(to: answer), emoji: Emoji("👍"))), to: bob)
_ = try alice.send(
    .edit(EditContent(target: alice.conversation.reference(to: question), text: "Saturday at 19:30?")),
    to: bob)
_ = try bob.send(.timerChange(bob.conversation.timerChange(seconds: 86_400)), to: alice)
let slip = try bob.send(.text("Wrong window"), to: alice)
_ = try bob.send(
    .delete(DeleteContent(target: bob.conversation.reference(to: slip), scope: .everyone)), to: alice)

// The sound is sealed and uploaded by the app; the message has where it is and how it is opened.
let sound = AttachmentPointer(
    id: MessageID.random().bytes, key: Array(repeating: 1, count: 32), digest: Array(repeating: 2, count: 32))
let levels = (0..<240).map { Float($0 % 24) / 24 }
_ = try bob.send(
    .voice(VoiceContent(attachment: sound, duration: TimeSpan(seconds: 12), bars: Waveform.bars(of: levels))),
    to: alice)

let now = alice.device.compose(.null(NullContent())).sentAt
try alice.readAll(at: now, telling: bob)
try alice.reload()

print("Alice's phone, in German:")
let german = Screen(now: now, strings: GermanStrings())
print(german.lines(of: alice.conversation).joined(separator: "\n"))
print("\nBob's phone:")
print(Screen(now: now).lines(of: bob.conversation).joined(separator: "\n"))

// A list of chats has a line for each, with what isn't sent yet.
let names = PeopleNames(me: alice.conversation.me, strings: GermanStrings()) {
    String(decoding: $0.bytes, as: UTF8.self).capitalized
}
let draft = MessageDraft(text: "See you", changedAt: now)
let summary = alice.conversation.summary(SummaryContext(names: names, now: now), draft: draft)
print("\n\(summary.title): \(names.strings.preview(summary.preview)), \(summary.unreadCount) unread")
