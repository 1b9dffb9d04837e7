/// Rule MR-1.
extension ReaderStrings {
    /// Who types, in English.
    public func english(_ phrase: TypingPhrase) -> String {
        switch phrase {
        case .theOther: "typing…"
        case .one(let name): "\(name) is typing…"
        case .two(let first, let second): "\(names(.all([first, second]))) are typing…"
        case .many(let first, let count): "\(names(.andOthers([first], othersCount: count))) are typing…"
        }
    }

    /// The status in English.
    public func english(_ phrase: StatusPhrase) -> String {
        func word(_ text: String, _ time: String) -> String { time.isEmpty ? text : "\(text) \(time)" }
        return switch phrase {
        case .queued: "Waiting to send"
        case .sending: "Sending…"
        case .sent: "Sent"
        case .delivered: "Delivered"
        case .read(let time): word("Read", time)
        case .viewed(let time): word("Viewed", time)
        case .played(let time): word("Played", time)
        case .failed: "Not delivered"
        case .sentAsTextMessage: "Sent as text message"
        }
    }

    /// The label in English.
    public func english(_ phrase: LabelPhrase) -> String {
        switch phrase {
        case .encryptedChannel: "Encrypted message"
        case .textMessageChannel: "Text message"
        case .edited: "Edited"
        case .forwarded: "Forwarded"
        case .forwardedManyTimes: "Forwarded many times"
        case .unreadSeparator(let count): englishCount(count, "unread message", "unread messages")
        case .newBelow(let count): englishCount(count, "new message", "new messages")
        case .deletedByYou: "You deleted this message"
        case .deletedByOther: "This message was deleted"
        case .viewOnce: "View once"
        case .opened: "Opened"
        case .pinned: "Pinned"
        case .muted: "Muted"
        case .sealedSender: "Sealed sender"
        case .writing: "Writing…"
        case .online: "Online"
        case .idle: "Idle"
        case .doNotDisturb: "Do not disturb"
        case .offline: "Offline"
        case .invisible: "Invisible"
        case .activeNow: "Active now"
        }
    }

    /// The title in English.
    public func english(_ phrase: TitlePhrase) -> String {
        switch phrase {
        case .name(let name): name
        case .members(let members): names(.commas(members))
        case .emptyGroup: "Group"
        case .noteToSelf: "Note to self"
        case .unknownPerson: "Unknown"
        case .deletedAccount: "Deleted account"
        case .hidden: "Hidden chats"
        }
    }

    /// The security state in English.
    public func english(_ phrase: SecurityPhrase) -> String {
        switch phrase {
        case .notEncrypted: "Not encrypted"
        case .unverified: "Not verified"
        case .verified: "Verified"
        case .changedSinceVerified: "Safety number changed"
        case .verifyQuestion: "Verify safety number?"
        case .changeQuestion(let name): "Your safety number with \(name) has changed. Verify it again?"
        }
    }

    /// The action in English.
    public func english(_ phrase: ActionPhrase) -> String {
        switch phrase {
        case .reply: "Reply"
        case .copy: "Copy"
        case .forward: "Forward"
        case .pin: "Pin"
        case .unpin: "Unpin"
        case .translate: "Translate"
        case .edit: "Edit"
        case .deleteForMe: "Delete for me"
        case .deleteForEveryone: "Delete for everyone"
        case .info: "Info"
        case .react: "React"
        case .retry: "Try again"
        case .sendAsTextMessage: "Send as text message"
        case .report: "Report"
        case .saveInChat: "Save in chat"
        case .unsaveInChat: "Unsave in chat"
        case .open: "Open"
        case .play: "Play"
        case .reveal: "Reveal"
        }
    }
}
