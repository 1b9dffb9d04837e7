/// Rule MR-1.
extension ReaderStrings {
    /// The notice in English; phrases inside it come from the app.
    public func english(_ phrase: NoticePhrase) -> String {
        switch phrase {
        case .encrypted: "Messages and calls are end-to-end encrypted"
        case .notEncrypted: "Messages here are not encrypted"
        case .timerSet(let by, let span):
            "\(by.english) set messages to disappear after \(time(.length(TimeLength(span))))"
        case .timerOff(let by): "\(by.english) turned off disappearing messages"
        case .safetyNumberChanged(let name): "Your safety number with \(name) has changed"
        case .verified(let name): "You marked \(name) as verified"
        case .verificationWithdrawn(let name): "You marked \(name) as not verified"
        case .screenshot(let by): "\(by.english) took a screenshot"
        case .recording(let by): "\(by.english) recorded the screen"
        case .screenshotOfViewOnce(let by, let thing):
            "\(by.english) took a screenshot of a view-once \(noun(.bare(thing)))"
        case .recordingOfViewOnce(let by, let thing):
            "\(by.english) recorded a view-once \(noun(.bare(thing)))"
        case .savedInChat(let by, let thing): "\(by.english) saved \(noun(.one(thing))) in the chat"
        case .unsavedInChat(let by, let thing):
            "\(by.english) no longer saves \(noun(.one(thing))) in the chat"
        case .opened(let by, let thing): "\(by.english) opened a view-once \(noun(.bare(thing)))"
        case .group(let by, let change): english(change, by: by)
        case .styleChanged(let by): "\(by.english) changed the look of this chat"
        case .call(let call): english(call)
        case .groupCallStarted(let by, let isVideo):
            "\(by.english) started a group \(isVideo ? "video call" : "call")"
        case .groupCallEnded(let isVideo): "The group \(isVideo ? "video call" : "call") ended"
        case .pinned(let by, let thing): "\(by.english) pinned \(noun(.one(thing)))"
        case .unpinned(let by, let thing): "\(by.english) unpinned \(noun(.one(thing)))"
        case .pollClosed(let question): "The poll “\(question)” is closed"
        case .requestAccepted(let by): "\(by.english) accepted the message request"
        case .blocked(let name): "You blocked \(name)"
        case .unblocked(let name): "You unblocked \(name)"
        case .nameChanged(let old, let new): "\(old) is now called \(new)"
        case .pictureChanged(let name): "\(name) has a new picture"
        case .unsupported: "This version doesn't know what happened here"
        }
    }

    private func english(_ change: GroupPhrase, by person: PersonPhrase) -> String {
        let name = person.english
        return switch change {
        case .created(let title):
            title.isEmpty ? "\(name) created the group" : "\(name) created the group “\(title)”"
        case .renamed(let title):
            title.isEmpty ? "\(name) removed the group's name" : "\(name) renamed the group to “\(title)”"
        case .described(let text):
            text.isEmpty
                ? "\(name) removed the group's description" : "\(name) changed the group's description"
        case .pictureChanged: "\(name) changed the group's picture"
        case .colorChanged: "\(name) changed the group's colour"
        case .added(let people): "\(name) added \(list(people))"
        case .removed(let people): "\(name) removed \(list(people))"
        case .joined: "\(name) joined through the group's link"
        case .left: "\(name) left the group"
        case .promoted(let people):
            "\(name) made \(list(people)) \(people.count == 1 ? "an admin" : "admins")"
        case .demoted(let people):
            "\(name) removed \(list(people)) as \(people.count == 1 ? "an admin" : "admins")"
        case .linkEnabled: "\(name) turned on the group's link"
        case .linkDisabled: "\(name) turned off the group's link"
        case .linkReset: "\(name) reset the group's link"
        case .permissionsChanged: "\(name) changed who may do what in the group"
        case .channelCreated(let channel): "\(name) created the channel \(channel)"
        case .channelRenamed(let channel): "\(name) renamed a channel to \(channel)"
        case .channelRemoved(let channel): "\(name) removed the channel \(channel)"
        }
    }

    private func list(_ people: [PersonPhrase]) -> String { names(.all(people.map(\.englishObject))) }
}
