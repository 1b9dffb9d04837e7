/// What becomes of what came.
///
/// Rule NT-10.
@nonexhaustive
public enum NotificationDecision: Hashable, Sendable {
    /// It is shown, perhaps without a sound.
    case show(NotificationValue)
    /// Nothing is shown, and these are taken away.
    case silence(SilenceReason, withdraws: [NotificationID])

    /// What is shown.
    public var value: NotificationValue? {
        if case .show(let value) = self { value } else { nil }
    }

    /// Why nothing is shown.
    public var reason: SilenceReason? {
        if case .silence(let reason, _) = self { reason } else { nil }
    }
}

/// Why nothing is shown.
///
/// Rule NT-10.
@nonexhaustive
public enum SilenceReason: Hashable, Sendable {
    /// The reader sent it.
    case mine
    /// The reader blocked who sent it.
    case blocked
    /// The reader isn't to be disturbed.
    case doNotDisturb
    /// Its kind tells the device something, not the reader.
    case neverShown
    /// It changes a message, or ends a call, and takes notifications of that away.
    case takesBack
    /// It doesn't concern the reader: a reaction to somebody else's message, a change of a group.
    case notForMe
    /// It was shown before.
    case alreadyShown
}
