"""Groups: the rules against themselves, and changes in the kept file that must be noticed."""

import copy
import random
from dataclasses import replace
from typing import Any, Iterator

import check
import curves
import groups as gr
from changes import at, changed, leaves, objects, other_arrays
from encoding import encode_list
from fields import outcome
from groups import Chain, Distribution, GroupMessage, History, OwnChain, Roster, Sender
from selftest_sealed_sender import expect, expect_refused

Json = dict[str, Any]
NOW = 1_800_000_000_000
DAY = 24 * 60 * 60 * 1000


def test_rosters(rng: random.Random) -> None:
    """GR-1 to GR-4."""
    group = rng.randbytes(16)
    first = Roster(group, 0, gr.NO_PARENT, (b"a", b"ab", b"b"), b"details")
    data = first.encode()
    expect(Roster.decode(data) == first, "GR-1")
    expect(first.hash() == gr.hashlib.blake2b(encode_list(b"Sotto/1 roster", data), digest_size=32).digest(), "GR-3")
    for size in range(len(data)):
        expect_refused(lambda: Roster.decode(data[:size]), "malformed", "a roster cut")
    for other, text in ((replace(first, members=(b"ab", b"a", b"b")), "members descend"),
                        (replace(first, members=(b"a", b"a", b"b")), "a member twice"),
                        (replace(first, members=()), "no members"), (replace(first, members=(b"",)), "an empty user"),
                        (replace(first, revision=1), "no parent"), (replace(first, parent=bytes(31) + b"\1"), "a parent"),
                        (replace(first, details=bytes(4_097)), "details")):
        expect_refused(lambda: Roster.decode(other.encode()), "malformed", text)
    members = [n.to_bytes(2, "big") for n in range(1_001)]
    wide = [n.to_bytes(57, "big") for n in range(1_000)]
    room = gr.ROSTER_LIMIT - len(first.next(wide, b"").encode())
    for revision, users, details, reason in (
            (0, members, bytes(4_097), "memberCount"), (0, [], b"", "memberCount"), (0, members[:1_000], b"", None),
            (0, wide, bytes(4_097), "detailsTooLarge"), (0, [b"a"], bytes(4_096), None),
            (0, wide, bytes(room + 1), "rosterTooLarge"), (0, wide, bytes(room), None),
            (2**32 - 1, [b"a"], b"", "revisionsExhausted"), (2**32 - 2, [b"a"], b"", None)):
        before = replace(first, revision=revision, parent=first.hash() if revision else gr.NO_PARENT)
        made, reached = outcome(lambda: before.next(users, details))
        expect(reached == reason, f"GR-2: {reached}, not {reason}")
        if reason is None:
            expect(made.follows(before) and Roster.decode(made.encode()) == made, "GR-4")
    long = first.next(wide, bytes(room))
    expect_refused(lambda: Roster.decode(replace(long, details=bytes(room + 1)).encode()), "malformed", "61,441 bytes")


def test_histories(rng: random.Random) -> None:
    """GR-5 to GR-8: rosters in any order lead to the same one, as long as forks aren't too old."""
    group = rng.randbytes(16)
    users = [b"a", b"b", b"c", b"d"]

    def change(roster: Roster) -> Roster:
        return roster.next(rng.sample(users, rng.randint(1, 4)), rng.randbytes(4))

    first = Roster(group, 0, gr.NO_PARENT, (b"a", b"b"), b"")
    for _ in range(8):
        tree = [first]
        for _ in range(12):
            tree.append(change(rng.choice(tree)))
        final = set()
        for _ in range(4):
            history = History.begin(first)
            for _ in range(len(tree)):  # as often as the longest way, each time in another order
                rng.shuffle(tree)
                for roster in tree:
                    history = history.taking(roster)
                    archive = history.encode()
                    expect(History.decode(archive) == history, "GR-8")
            final.add(archive)
        expect(len(final) == 1, "GR-5: the same rosters, other ends")
    history = History.begin(first)
    for _ in range(20):
        history = history.taking(change(history.present))
    expect(len(history.kept) == 16 and history.present.revision == 20, "GR-6")
    archive, count = history.encode(), 0
    for place in range(len(archive)):
        data = archive[:place] + bytes([archive[place] ^ (1 << rng.randrange(8))]) + archive[place + 1:]
        value, reason = outcome(lambda: History.decode(data))
        expect(reason == "archiveCorrupt" or value.encode() == data, f"GR-8: byte {place}")
        count += reason is not None
        expect_refused(lambda: History.decode(archive[:place]), "archiveCorrupt", "an archive cut")
    expect(count > 0, "GR-8")
    expect_refused(lambda: History.decode(archive + b"\0"), "archiveCorrupt", "a byte after an archive")
    # The rows of GR-5 that say contradicts, in the place of what the row after would say.
    present = history.present
    for roster in (replace(present, group=bytes(16)), replace(change(present), revision=22), replace(change(present), revision=20),
                   replace(present, revision=19, details=b"x"), replace(present, revision=21, details=b"x")):
        expect(history.judge(roster) == (gr.CONTRADICTS, None), "GR-5: contradicts")
    expect(history.judge(first) == (gr.LOSES, None) and history.judge(present) == (gr.ALREADY_THERE, None), "GR-5")


class Pair:
    """A sending device with a chain, and a receiver."""

    def __init__(self, rng: random.Random):
        self.rng = rng
        self.group, self.user = rng.randbytes(16), b"alice"
        self.history = History.begin(Roster(self.group, 0, gr.NO_PARENT, (b"alice", b"bob"), b""))
        self.chain = self.new_chain()
        self.sender = Sender()

    def new_chain(self) -> OwnChain:
        return OwnChain.begin(self.rng.randbytes(8), self.rng.randbytes(32), self.rng.randbytes(32), NOW)

    def give(self) -> None:
        self.sender, _, _ = self.sender.taking(self.chain.distribution(self.group))

    def seal(self, content: bytes = b"content", roster: bytes | None = None) -> bytes:
        roster = self.history.kept[0].hash if roster is None else roster
        self.chain, _, message = self.chain.seal(self.group, self.user, 1, roster, content)
        return message.encode()

    def open(self, data: bytes, instant: int = NOW) -> gr.Opened:
        before = self.sender, self.sender.encode(), self.sender.encode_skipped()
        value, reason = outcome(lambda: self.sender.opening(self.group, self.user, 1, self.history, data, instant))
        if reason is not None:
            expect((self.sender, self.sender.encode(), self.sender.encode_skipped()) == before, "GR-19")
            raise gr.Refused(reason)
        self.sender, opened = value
        expect(Sender.decode(self.sender.encode(), self.sender.encode_skipped()) == self.sender, "GR-23, GR-24")
        return opened


def test_messages(rng: random.Random) -> None:
    """GR-9 to GR-16: the order of the checks, and every changed bit."""
    pair = Pair(rng)
    early = pair.seal()
    expect_refused(lambda: pair.open(early), "needsSenderKey", "without a key")
    pair.give()
    expect_refused(lambda: pair.open(early), "sentBeforeKey", "before the key")
    stranger, other = pair.seal(roster=bytes(32)), pair.seal()
    expect_refused(lambda: pair.open(stranger), "unknownRoster", "an unknown roster")
    expect_refused(lambda: pair.open(stranger[:-1] + bytes([stranger[-1] ^ 1])), "notAuthentic", "signature before roster")
    for place in range(len(other)):
        data = other[:place] + bytes([other[place] ^ (1 << rng.randrange(8))]) + other[place + 1:]
        wanted = {0: {"unsupportedSuite"}, 1: {"malformed"}, 10: {"notAuthentic", "malformed"}}.get(
            place, {"needsSenderKey"} if place < 10 else {"notAuthentic"})
        expect(outcome(lambda: pair.open(data))[1] in wanted, f"byte {place} of a message")
    for size in range(len(other)):
        expect_refused(lambda: pair.open(other[:size]), "malformed", "a message cut")
    # What the sender itself signed: another commitment, another content, wrong padding, another device's address.
    message = GroupMessage.decode(other)

    def signed(changed_message: GroupMessage, device: int = 1) -> bytes:
        signature = curves.ed25519_sign(pair.chain.seed, changed_message.signed_bytes(pair.group, pair.user, device))
        return replace(changed_message, signature=signature).encode()

    expect_refused(lambda: pair.open(signed(replace(message, commitment=bytes(32)))), "notAuthentic", "a commitment")
    expect_refused(lambda: pair.open(signed(replace(message, sealed=bytes(len(message.sealed))))), "notAuthentic", "a tag")
    expect_refused(lambda: pair.open(signed(message, 2)), "notAuthentic", "another device")
    pair.sender, opened = pair.sender.opening(pair.group, pair.user, 1, pair.history, signed(message), NOW)
    expect(opened.content == b"content", "GR-13")
    expect_refused(lambda: pair.open(other), "alreadyOpened", "twice")
    foreign = replace(message, roster=bytes(32), iteration=message.iteration + gr.GAP_LIMIT + 2)
    expect_refused(lambda: pair.open(signed(foreign)), "unknownRoster", "the roster before the gap")
    ahead = replace(message, iteration=message.iteration + gr.GAP_LIMIT + 1)
    expect(outcome(lambda: pair.open(signed(replace(ahead, iteration=ahead.iteration + 1))))[1] == "gapTooLarge", "GR-17")
    expect(outcome(lambda: pair.open(signed(ahead)))[1] == "notAuthentic", "GR-17, the widest gap")
    # A commitment to another key, which the associated data of a good tag names: what GR-12 is for.
    for commitment, reason in ((bytes(32), "notAuthentic"), (None, None)):
        _, message_key = gr.chain_step(pair.chain.chain_key)
        unsealed = GroupMessage(pair.chain.chain_id, pair.chain.next, message.roster,
                                commitment or gr.commitment(message_key), b"", b"", b"")
        data = unsealed.associated_data(pair.group, pair.user, 1)
        sealed = gr.CIPHER.seal(message_key, data, gr.messages.pad(b""))
        expect_refused(lambda: pair.open(signed(replace(unsealed, nonce=sealed[:24], sealed=sealed[24:]))), reason, "GR-12")
    pair.chain = pair.chain.losing(1)
    # Padding is looked at last.
    chain_key, message_key = gr.chain_step(pair.chain.chain_key)
    unsealed = GroupMessage(pair.chain.chain_id, pair.chain.next, message.roster, gr.commitment(message_key), b"", b"", b"")
    sealed = gr.CIPHER.seal(message_key, unsealed.associated_data(pair.group, pair.user, 1), bytes(160))
    expect_refused(lambda: pair.open(signed(replace(unsealed, nonce=sealed[:24], sealed=sealed[24:]))), "malformedContent", "padding")
    expect_refused(lambda: pair.seal(bytes(65_536)), "contentTooLarge", "GR-13")
    expect(pair.open(pair.seal(bytes(65_535))).content == bytes(65_535), "GR-13, the longest content")
    gone = pair.seal()
    second = pair.history.present.next([b"bob"], b"")
    pair.history = pair.history.taking(second)
    expect_refused(lambda: pair.open(gone), "senderNotMember", "GR-7, a former member")
    pair.history = pair.history.taking(second.next([b"alice", b"bob"], b""))
    expect_refused(lambda: pair.open(pair.seal(roster=second.hash())), "senderNotMember", "GR-7, not a member there")
    expect(pair.open(gone).content == b"content", "GR-7, a member there and now")
    pair.chain = replace(pair.chain, next=gr.LAST_ITERATION)
    pair.seal()
    expect_refused(pair.seal, "chainExhausted", "GR-11")
    expect(Distribution.decode(pair.chain.distribution(pair.group).encode()).iteration == 2**31 - 1, "GR-15, at the end")


def test_skipped(rng: random.Random) -> None:
    """GR-17, GR-18."""
    pair = Pair(rng)
    pair.give()
    month = 30 * DAY
    data = [pair.seal(bytes([n])) for n in range(8)]
    pair.open(data[2], NOW + 100)   # skips 0 and 1
    pair.open(data[5], NOW)         # skips 3 and 4, with a clock that was put back
    chain = pair.sender.chains[0]
    expect([chain.skipped[n].skipped_at for n in (0, 1, 3, 4)] == [NOW] * 4, "GR-18: a date after now")
    expect_refused(lambda: pair.open(data[0], NOW + month + 1), "messageKeyDropped", "a key too old")
    expect(pair.open(data[0], NOW + month).content == b"\0", "a key of 30 days")
    pair.open(data[6], NOW + month + 1)
    expect(set(pair.sender.chains[0].skipped) == {1, 3, 4}, "a message in order drops nothing")
    pair.sender, dropped = pair.sender.expiring(NOW + month)
    expect(dropped == [], "30 days")
    pair.sender, dropped = pair.sender.expiring(NOW + month + 1)
    expect(gr.ranges(dropped) == [{"first": 1, "last": 1}, {"first": 3, "last": 4}], "30 days and more")
    for n, reason in ((0, "messageKeyDropped"), (2, "messageKeyDropped"), (4, "messageKeyDropped"), (5, "alreadyOpened")):
        expect_refused(lambda: pair.open(data[n], NOW), reason, f"GR-18: message {n}")
    # 2,000 keys, the newest.
    pair = Pair(rng)
    pair.give()
    first = [pair.seal() for _ in range(3)]
    pair.chain = pair.chain.losing(1_998)
    expect(pair.open(pair.seal()).dropped == [1 - 1], "2,001 skipped")
    expect_refused(lambda: pair.open(first[0]), "messageKeyDropped", "the oldest of 2,001")
    pair.open(first[1])
    lost = pair.seal()
    expect(pair.open(pair.seal()).dropped == [], "2,000 again")
    expect(pair.open(lost).content == b"content" and pair.open(first[2]).content == b"content", "2,000 kept")
    corrupt_archives(pair)


def corrupt_archives(pair: Pair) -> None:
    """GR-22 to GR-24: any changed bit is refused, or written again as it is."""
    own, states, skipped = pair.chain.encode(), pair.sender.encode(), pair.sender.encode_skipped()
    expect((len(own), len(states)) == (117, 2 + 94), "sizes of GR-22 and GR-23")
    for decode, encode, data in (
            (OwnChain.decode, OwnChain.encode, own),
            (lambda data: Sender.decode(data, skipped), Sender.encode, states),
            (lambda data: Sender.decode(states, data), Sender.encode_skipped, skipped[:400])):
        whole = skipped if data == skipped[:400] else data
        for place in range(len(data)):
            other = whole[:place] + bytes([whole[place] ^ (1 << pair.rng.randrange(8))]) + whole[place + 1:]
            value, reason = outcome(lambda: decode(other))
            expect(reason == "archiveCorrupt" or encode(value) == other, f"GR-22 to GR-24: byte {place}")
        for other in (b"", whole[:-1], whole + b"\0"):
            expect_refused(lambda: decode(other), "archiveCorrupt", "GR-22 to GR-24: another length")


def test_chains(rng: random.Random) -> None:
    """GR-15, GR-20."""
    pair = Pair(rng)
    own = [pair.chain]
    for _ in range(6):
        own.append(pair.new_chain())
    gone: list[bytes | None] = []
    for chain in own[:6]:
        pair.sender, added, evicted = pair.sender.taking(chain.distribution(pair.group))
        gone.append(evicted)
        expect(added, "GR-15")
    expect(gone == [None] * 5 + [own[0].chain_id], "GR-20")
    # A known chain changes nothing, and keeps its place.
    for steps in (0, 1, 24_999, 25_000, 25_001):
        ahead = own[1].losing(steps).distribution(pair.group)
        value, reason = outcome(lambda: pair.sender.taking(ahead))
        expect(reason == ("gapTooLarge" if steps > 25_000 else None), "GR-15, ahead")
        expect(reason is not None or value == (pair.sender, False, None), "GR-15, nothing changes")
        behind = Sender((Chain.of(own[1].losing(steps).distribution(pair.group)),))
        value, reason = outcome(lambda: behind.taking(own[1].distribution(pair.group)))
        expect(reason == ("gapTooLarge" if steps > 25_000 else None), "GR-15, behind")
        for other in (replace(ahead, chain_key=bytes(32)), replace(ahead, public=own[2].public)):
            wanted = "gapTooLarge" if steps > 25_000 else "conflictingSenderKey"
            expect_refused(lambda: pair.sender.taking(other), wanted, "GR-15, other keys")
    pair.sender, _, evicted = pair.sender.taking(own[6].distribution(pair.group))
    expect(evicted == own[1].chain_id, "GR-20, the next one")


def test_rules(rng: random.Random) -> None:
    test_rosters(rng)
    test_histories(rng)
    test_messages(rng)
    test_skipped(rng)
    test_chains(rng)


# Changes


def is_free_input(case: Json, path: tuple[Any, ...]) -> bool:
    """Names, inputs of a refusal, instants at which nothing ends; rosters that change nothing, users who aren't members,
    and what a distribution's own case doesn't say of it."""
    holder = at(case, path[:-1])
    if path == ("id",) or path[-1] == "instant":
        return True
    if case["kind"] == "distribution" and path == ("bytes",):
        return True
    if not isinstance(holder, dict):
        return False
    if "refused" in holder:
        return path[-1] not in ("refused", "op", "kind")
    if "standing" in holder and holder["standing"] != gr.MEMBER:
        return path[-1] == "user" or holder["standing"] == gr.UNKNOWN_ROSTER and path[-1] == "hash"
    return "change" in holder and path[-1] == "roster" and holder["change"] not in (gr.APPLIES, gr.WINS)


def changed_cases(case: Json) -> Iterator[tuple[Json, str]]:
    """Any one value changed, any field removed or added, any array with fewer, more or turned elements."""
    for path in leaves(case):
        if not is_free_input(case, path):
            other = copy.deepcopy(case)
            at(other, path[:-1])[path[-1]] = changed(at(case, path))
            yield other, str(path)
    for path in objects(case):
        for name in [*at(case, path), "more"]:
            other = copy.deepcopy(case)
            if at(other, path).pop(name, None) is None and name not in at(case, path):
                at(other, path)[name] = 1
            yield other, f"{path} {name}"
    for name in ("members", "hashes"):
        for changed_items in other_arrays(case[name]) if name in case else ():
            if changed_items != case[name]:
                yield {**case, name: changed_items}, name


def changed_bytes(case: Json, rng: random.Random) -> Iterator[tuple[Json, str]]:
    """Some bytes of all that is made, sealed or stored."""
    if any(step.get("count", 0) > 2 * gr.SKIPPED_LIMIT for step in case.get("steps", [])):
        return  # each change would take as long as the gaps do
    for path in leaves(case):
        names = ("bytes", "hash", "archive", "message", "states", "skipped", "chain")
        value, holder = at(case, path), at(case, path[:-1])
        if (path[-1] not in names or not isinstance(value, str) or is_free_input(case, path) or "standing" in holder
                or holder.get("op") in ("take-bytes", "roster")):
            continue
        places = range(0, len(value), 2)
        for place in rng.sample(places, min(len(places), 16)):
            other = copy.deepcopy(case)
            byte = int(value[place:place + 2], 16) ^ 1
            at(other, path[:-1])[path[-1]] = f"{value[:place]}{byte:02x}{value[place + 2:]}"
            yield other, f"{path} byte {place // 2}"


def test_changes(file: Json, rng: random.Random) -> int:
    """check.py must refuse the file after each change; the number of changes."""
    count = 0
    expect(not check.check_data(file).failures, "the kept groups were refused")
    for case in file["cases"]:
        for other, text in (*changed_cases(case), *changed_bytes(case, rng)):
            count += 1
            expect(bool(check.check_data({**file, "cases": [other]}).failures), f"not noticed: {case['id']}: {text}")
    return count
