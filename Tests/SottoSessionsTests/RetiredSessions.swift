import SottoSessions
import TestSupport
import Testing

/// Rules SM-12, SM-13, DR-18.
@Suite("A retired session")
struct RetiredSessions {
    let pair: SessionPair

    init() throws { pair = try SessionPair() }

    @Test("opens the next messages of the chain it has")
    func sameChain() throws {
        let late = try pair.alice.seal("late")
        let first = try pair.alice.seal("first")
        try pair.bob.open(first)
        pair.bob.session.retire()
        #expect(try pair.bob.open(late) == Array("late".utf8))
        #expect(try pair.bob.open(try pair.alice.seal("next")) == Array("next".utf8))
    }

    @Test("opens no message of a new chain, and is unchanged")
    func newChain() throws {
        try pair.alice.open(try pair.bob.seal("turn"))
        let message = try pair.alice.seal("new chain")
        pair.bob.session.retire()
        let before = pair.bob.stored
        #expect(pair.bob.refusal(of: message) == .peer(.sessionRetired))
        #expect(pair.bob.isStored(as: before))
    }

    @Test("sends nothing")
    func sending() throws {
        pair.bob.session.retire()
        #expect(throws: SessionError.usage(.sessionRetired)) { try pair.bob.seal("more") }
    }

    @Test("stays retired when it is stored")
    func stored() throws {
        pair.bob.session.retire()
        try pair.bob.reload()
        let isRetired = pair.bob.session.isRetired
        #expect(isRetired)
    }
}
