/// Something that this device did or noticed, or that another device of the same user told it.
///
/// Facts are never sent to others. Rule CV-4.
@nonexhaustive
public enum LocalFact: Hashable, Sendable {
    /// A message of mine is on its way to the server.
    case sending(MessageID)
    /// The server has a message of mine.
    case sent(MessageID)
    /// A message of mine couldn't be sent.
    case failed(MessageID, SendFailure)
    /// A message of mine that failed is sent again, under the same id.
    case retried(MessageID)
    /// A message of mine that failed goes by the fallback, under the same id.
    case sentByFallback(MessageID)
    /// I read everything up to a place in the order.
    case read(through: UInt64)
    /// I opened a message that may be opened once.
    case opened(MessageName)
    /// I deleted messages on my devices.
    case deleted([MessageName])
    /// I learnt something about a message that is never sent.
    case annotated(MessageName, Annotation)
    /// A person's identity key changed.
    case identityChanged(PersonID)
    /// I verified a person's identity key, or took that back.
    case verified(PersonID, Bool)
    /// I blocked a person, or took that back.
    case blocked(PersonID, Bool)
    /// I changed how I keep the conversation.
    case settings(ConversationSettings)
    /// I accepted a message request, or not.
    case request(isAccepted: Bool)
    /// I marked the conversation as unread, or took that back.
    case markedUnread(Bool)
    /// I deleted, on my devices, all that the conversation held so far.
    case cleared
    /// This device learnt, and verified, what the group is: when it joined, or after it missed something.
    case group(GroupSnapshot)
    /// The connection to the server was lost: news of typing may be late.
    case connectionLost
}

/// Why a message wasn't sent.
///
/// Somebody who blocked me looks like any server that refuses. Rule CV-11.
@nonexhaustive
public enum SendFailure: UInt8, Hashable, Sendable {
    /// The server couldn't be reached, or refused.
    case network = 1
    /// An identity changed and has to be accepted first.
    case identityChanged = 2
    /// There is nobody to send to.
    case noRecipient = 3
    /// What is sent is too large.
    case tooLarge = 4
}
