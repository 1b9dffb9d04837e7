internal import SottoHandshake

/// The sessions with one device: the one in use and a few others.
///
/// Rules SM-10 and SM-11.
struct PeerSessions {
    private(set) var active: SessionBox?
    /// The most recently used first.
    private(set) var others: [SessionBox] = []
    /// Messages of other sessions' newest chains since the one in use was started and not answered.
    private var openedBesideUnanswered = 0

    var all: [SessionBox] { (active.map { [$0] } ?? []) + others }

    func session(withIncoming selector: SessionSelector) -> SessionBox? {
        all.first { $0.session.incomingSelector == selector }
    }

    /// Whether a session that isn't there yet has the selectors of one that is.
    ///
    /// Rule SM-4.
    func collides(with session: borrowing Session) -> Bool {
        for box in all
        where box.session.incomingSelector == session.incomingSelector
            || box.session.outgoingSelector == session.outgoingSelector
        {
            return true
        }
        return false
    }

    /// Uses a session that was started here.
    mutating func use(started session: SessionBox) {
        if let active { others.insert(active, at: 0) }
        active = session
        openedBesideUnanswered = 0
        trim()
    }

    /// Adds a session that a first message opened, and chooses between it and the one in use.
    ///
    /// Rule SM-10.
    mutating func add(answered session: SessionBox) {
        guard let active, active.session.isUnanswered else { return use(started: session) }
        if session.session.transcript < active.session.transcript {
            active.session.lostCrossing = true
            use(started: session)
        } else {
            session.session.lostCrossing = true
            others.insert(session, at: 0)
            trim()
        }
    }

    /// Uses `session` from now on if it opened a message of its newest chain, unless it lost a crossing and the
    /// one in use has a lower transcript.
    ///
    /// With three sessions or more each side may have seen another crossing; of two sides that use different
    /// sessions, the one that uses the higher transcript gives way. An unanswered session gives way in any
    /// case when enough was opened beside it. Rule SM-10.
    mutating func noteOpened(_ session: SessionBox, isFromNewestChain: Bool) {
        guard session !== active else { return }
        others.removeAll { $0 === session }
        if isFromNewestChain, isToBeUsed(session) {
            use(started: session)
        } else {
            others.insert(session, at: 0)
        }
    }

    private mutating func isToBeUsed(_ session: SessionBox) -> Bool {
        guard session.session.lostCrossing, let active,
            active.session.transcript < session.session.transcript
        else { return true }
        guard active.session.isUnanswered else { return false }
        openedBesideUnanswered += 1
        return openedBesideUnanswered >= SessionLimits.messagesBesideUnanswered
    }

    private mutating func trim() {
        while others.count > SessionLimits.maximumOtherSessions { others.removeLast() }
    }
}

/// Lets a collection hold a session, which can't be copied.
final class SessionBox {
    var session: Session

    init(_ session: consuming Session) { self.session = session }
}
