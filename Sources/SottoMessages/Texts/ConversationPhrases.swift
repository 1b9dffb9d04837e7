/// Who types.
///
/// Rule MR-1.
@nonexhaustive
public enum TypingPhrase: Hashable, Sendable {
    /// The only other one.
    case theOther
    /// One of several.
    case one(String)
    /// Two of several.
    case two(String, String)
    /// More of them: one, and how many others, 2 or more.
    case many(String, othersCount: Int)
}

/// How far a message came.
///
/// Rule MR-1.
@nonexhaustive
public enum StatusPhrase: Hashable, Sendable {
    /// It waits on this device.
    case queued
    /// It is on its way.
    case sending
    /// The server has it.
    case sent
    /// Their device has it.
    case delivered
    /// They read it; the time as text, empty when it is hidden.
    case read(time: String)
    /// They opened it; the time as text, empty when it is hidden.
    case viewed(time: String)
    /// They played it; the time as text, empty when it is hidden.
    case played(time: String)
    /// It couldn't be sent.
    case failed
    /// It went as a text message.
    case sentAsTextMessage
}

/// A short mark.
///
/// Rule MR-1.
@nonexhaustive
public enum LabelPhrase: Hashable, Sendable {
    /// The channel that is encrypted end to end.
    case encryptedChannel
    /// A text message of the telephone network.
    case textMessageChannel
    /// The message was changed.
    case edited
    /// The message was forwarded.
    case forwarded
    /// The message was forwarded many times.
    case forwardedManyTimes
    /// Where new messages begin.
    case unreadSeparator(count: Int)
    /// New messages below what is seen.
    case newBelow(count: Int)
    /// The reader deleted it.
    case deletedByYou
    /// Somebody else deleted it.
    case deletedByOther
    /// It may be opened once.
    case viewOnce
    /// It was opened.
    case opened
    /// It is pinned.
    case pinned
    /// The conversation is muted.
    case muted
    /// The sender wasn't named to the server.
    case sealedSender
    /// What stands for a text while it streams.
    case writing
    /// Somebody is there.
    case online
    /// Somebody is away from the device.
    case idle
    /// Somebody isn't to be disturbed.
    case doNotDisturb
    /// Somebody isn't there.
    case offline
    /// The reader is there for the own devices alone.
    case invisible
    /// Those who are there.
    case activeNow
}

/// What a conversation or a person is called.
///
/// Rule MR-1.
@nonexhaustive
public enum TitlePhrase: Hashable, Sendable {
    /// A person or a group by the name.
    case name(String)
    /// A group without a title, by its members.
    case members([String])
    /// A group without a title and without others.
    case emptyGroup
    /// The reader's own.
    case noteToSelf
    /// Somebody without a name.
    case unknownPerson
    /// Somebody whose account is gone.
    case deletedAccount
    /// Where the hidden ones are.
    case hidden
}

/// What is known of the other side's keys.
///
/// Rule MR-1.
@nonexhaustive
public enum SecurityPhrase: Hashable, Sendable {
    /// Messages aren't encrypted.
    case notEncrypted
    /// Nobody compared the safety number.
    case unverified
    /// The safety number was compared.
    case verified
    /// It was compared, and changed since.
    case changedSinceVerified
    /// The question that leads to comparing.
    case verifyQuestion
    /// The question after a change.
    case changeQuestion(name: String)
}

/// What a reader may do.
///
/// Rule MR-1.
@nonexhaustive
public enum ActionPhrase: Hashable, Sendable, CaseIterable {
    /// Answers.
    case reply
    /// Copies the text.
    case copy
    /// Forwards.
    case forward
    /// Pins.
    case pin
    /// Takes a pin off.
    case unpin
    /// Translates.
    case translate
    /// Edits.
    case edit
    /// Deletes on the reader's own devices.
    case deleteForMe
    /// Deletes everywhere.
    case deleteForEveryone
    /// Shows who has it and when.
    case info
    /// Reacts.
    case react
    /// Sends again.
    case retry
    /// Sends as a text message.
    case sendAsTextMessage
    /// Reports.
    case report
    /// Excepts from the timer.
    case saveInChat
    /// Gives back to the timer.
    case unsaveInChat
    /// Opens what may be opened once.
    case open
    /// Plays.
    case play
    /// Shows what is covered.
    case reveal
}
