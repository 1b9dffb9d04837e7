/// A row that nobody wrote: what changed, and who changed it.
///
/// Rule MR-1.
@nonexhaustive
public enum NoticePhrase: Hashable, Sendable {
    /// Messages here are end-to-end encrypted.
    case encrypted
    /// Messages from here on aren't encrypted.
    case notEncrypted
    /// Somebody set the timer.
    case timerSet(by: PersonPhrase, TimeSpan)
    /// Somebody turned the timer off.
    case timerOff(by: PersonPhrase)
    /// The safety number with somebody changed.
    case safetyNumberChanged(name: String)
    /// The reader verified somebody, here or on another device.
    case verified(name: String)
    /// The reader no longer takes somebody as verified.
    case verificationWithdrawn(name: String)
    /// Somebody took a picture of the conversation.
    case screenshot(by: PersonPhrase)
    /// Somebody recorded the conversation.
    case recording(by: PersonPhrase)
    /// Somebody took a picture of a message that may be opened once.
    case screenshotOfViewOnce(by: PersonPhrase, ContentNoun)
    /// Somebody recorded a message that may be opened once.
    case recordingOfViewOnce(by: PersonPhrase, ContentNoun)
    /// Somebody excepted a message from its timer.
    case savedInChat(by: PersonPhrase, ContentNoun)
    /// Somebody gave a message back to its timer.
    case unsavedInChat(by: PersonPhrase, ContentNoun)
    /// Somebody opened what may be opened once.
    case opened(by: PersonPhrase, ContentNoun)
    /// What changed in a group.
    case group(by: PersonPhrase, GroupPhrase)
    /// Somebody changed how the conversation looks.
    case styleChanged(by: PersonPhrase)
    /// A call.
    case call(CallPhrase)
    /// Somebody opened a call for the group.
    case groupCallStarted(by: PersonPhrase, isVideo: Bool)
    /// The group's call is over.
    case groupCallEnded(isVideo: Bool)
    /// Somebody pinned a message.
    case pinned(by: PersonPhrase, ContentNoun)
    /// Somebody took a pin off.
    case unpinned(by: PersonPhrase, ContentNoun)
    /// A poll was closed.
    case pollClosed(question: String)
    /// Somebody accepted to talk with the other.
    case requestAccepted(by: PersonPhrase)
    /// The reader blocked somebody.
    case blocked(name: String)
    /// The reader unblocked somebody.
    case unblocked(name: String)
    /// Somebody has another name now.
    case nameChanged(old: String, new: String)
    /// Somebody has another picture now.
    case pictureChanged(name: String)
    /// Something that this version doesn't know.
    case unsupported
}

/// What somebody changed in a group.
///
/// Rule MR-1.
@nonexhaustive
public enum GroupPhrase: Hashable, Sendable {
    /// The group was made.
    case created(title: String)
    /// It has another title; empty for none.
    case renamed(title: String)
    /// It has another description; empty for none.
    case described(String)
    /// It has another picture.
    case pictureChanged
    /// It has another colour.
    case colorChanged
    /// People were added.
    case added([PersonPhrase])
    /// People were removed.
    case removed([PersonPhrase])
    /// Somebody came through the link.
    case joined
    /// Somebody left.
    case left
    /// People are admins now.
    case promoted([PersonPhrase])
    /// People are admins no longer.
    case demoted([PersonPhrase])
    /// The link works.
    case linkEnabled
    /// The link works no longer.
    case linkDisabled
    /// There is another link.
    case linkReset
    /// Others may do other things.
    case permissionsChanged
    /// A channel was made.
    case channelCreated(name: String)
    /// A channel has another name.
    case channelRenamed(name: String)
    /// A channel is gone.
    case channelRemoved(name: String)
}
