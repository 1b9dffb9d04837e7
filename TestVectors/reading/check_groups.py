"""The checks of groups.json."""

from typing import Any, Callable

import groups
from check_sealed_sender import in_range, read_address
from encoding import Refused
from fields import Fields, Report, Stopped, Wrong, is_hex, outcome, refused
from groups import Distribution, History, Opened, OwnChain, Roster, Sender


def check_groups(fields: Fields, report: Report) -> None:
    checks: dict[str, Callable[[Fields, Report], None]] = {
        "roster": check_roster, "history": check_history, "distribution": check_distribution,
        "conversation": check_conversation}
    checks[fields.choice("kind", *checks)](fields, report)


def check_roster(fields: Fields, report: Report) -> None:
    """GR-1 to GR-3."""
    data = fields.hex("bytes")
    if "refused" in fields:
        refused(fields, report, lambda: Roster.decode(data))
        return
    members = fields.items("members")
    if not all(is_hex(user) and 1 <= len(user) // 2 <= 255 for user in members):
        raise Wrong(f"{fields.where}: members is not users")
    parent = fields.hex_or_null("parent", 32)
    roster = Roster(fields.hex("group", 16), in_range(fields, "revision", 32),
                    groups.NO_PARENT if parent is None else parent, tuple(map(bytes.fromhex, members)),
                    fields.hex("details"))
    report.equal("parent", parent is None, roster.revision == 0)
    report.equal("bytes", data, roster.encode())
    report.equal("bytes (read)", roster, outcome(lambda: Roster.decode(data))[0])
    report.equal("hash", fields.hex("hash"), roster.hash())


def check_history(fields: Fields, report: Report) -> None:
    """GR-4 to GR-8."""
    history = History.begin(read_roster(fields, "first"))
    for index, data in enumerate(fields.items("steps")):
        step = Fields(data, f"{fields.where}: step {index}")
        roster = read_roster(step, "roster")
        change, undone = history.judge(roster)
        report.equal(f"step {index}: change", step.text("change"), change)
        report.equal(f"step {index}: undone", step.number_or_null("undone"), undone)
        history = history.taking(roster)
        step.done()
    report.equal("hashes", fields.items("hashes"), [kept.hash.hex() for kept in history.kept])
    for index, data in enumerate(fields.items("standings")):
        item = Fields(data, f"{fields.where}: standing {index}")
        found = history.standing(item.hex("user"), item.hex("hash", 32))
        report.equal(f"standing {index}", item.text("standing"), found)
        item.done()
    archive = fields.hex("archive")
    report.equal("archive", archive, history.encode())
    value, reason = outcome(lambda: History.decode(archive))
    report.equal("archive (read)", reason or value, history)


def check_distribution(fields: Fields, report: Report) -> None:
    """GR-15."""
    data = fields.hex("bytes")
    if "refused" in fields:
        refused(fields, report, lambda: Distribution.decode(data))
        return
    distribution, reason = outcome(lambda: Distribution.decode(data))
    if not report.equal("bytes", "accepted", reason or "accepted"):
        raise Stopped
    report.equal("bytes (written)", data, distribution.encode())
    report.equal("group", fields.hex("group"), distribution.group)
    report.equal("chain_id", fields.hex("chain_id"), distribution.chain_id)
    report.equal("iteration", fields.number("iteration"), distribution.iteration)
    report.equal("created_at", fields.number("created_at"), distribution.created_at)


class Conversation:
    """A sending device and one member's device."""

    def __init__(self, fields: Fields):
        self.group = fields.hex("group", 16)
        self.user, self.device = read_address(fields)
        self.history = History.begin(read_roster(fields, "roster"))
        if self.history.present.group != self.group:
            raise Wrong(f"{fields.where}: roster is another group's")
        self.chain: OwnChain | None = None
        self.sender = Sender()
        self.sent: list[bytes] = []

    def own(self, step: Fields) -> OwnChain:
        if self.chain is None:
            raise Wrong(f"{step.where}: there is no chain")
        return self.chain

    def state(self) -> Any:
        return self.history, self.sender, self.sender.encode(), self.sender.encode_skipped()

    def begin(self, step: Fields, report: Report) -> None:
        """GR-9."""
        self.chain = OwnChain.begin(step.hex("id", 8), step.hex("chain_key", 32), step.hex("signing_seed", 32),
                                    in_range(step, "created_at", 64))
        report.equal("chain (read)", self.chain, OwnChain.decode(self.chain.encode()))

    def send(self, step: Fields, report: Report) -> None:
        """GR-10 to GR-14."""
        roster, content = step.hex("roster", 32), step.hex("content")
        self.chain, message_key, message = self.own(step).seal(self.group, self.user, self.device, roster, content)
        report.equal("message_key", step.hex("message_key"), message_key)
        report.equal("message", step.hex("message"), message.encode())
        self.sent.append(message.encode())

    def lose(self, step: Fields, report: Report) -> None:
        """GR-11."""
        self.chain = self.own(step).losing(in_range(step, "count", 17))
        report.equal("chain_key", step.hex("chain_key"), self.chain.chain_key)

    def distribute(self, step: Fields, report: Report) -> None:
        """GR-15."""
        data = step.hex("bytes")
        report.equal("bytes", data, self.own(step).distribution(self.group).encode())
        self.take(step, report, data)

    def take_bytes(self, step: Fields, report: Report) -> None:
        self.take(step, report, step.hex("bytes"))

    def take(self, step: Fields, report: Report, data: bytes) -> None:
        """GR-15 and GR-20."""
        distribution, reason = outcome(lambda: Distribution.decode(data))
        if reason is not None or distribution.group != self.group:
            raise Wrong(f"{step.where}: bytes is {reason or 'for another group'}")
        if "refused" in step:
            self.refused(step, report, lambda: self.sender.taking(distribution))
            return
        value, reason = outcome(lambda: self.sender.taking(distribution))
        if not report.equal("taken", "accepted", reason or "accepted"):
            raise Stopped
        self.sender, added, evicted = value
        report.equal("added", step.flag("added"), added)
        report.equal("evicted", step.hex_or_null("evicted"), evicted)

    def roster(self, step: Fields, report: Report) -> None:
        """GR-5."""
        roster = read_roster(step, "bytes")
        report.equal("change", step.text("change"), self.history.judge(roster)[0])
        self.history = self.history.taking(roster)

    def deliver(self, step: Fields, report: Report) -> None:
        number = step.number("message")
        if number >= len(self.sent):
            raise Wrong(f"{step.where}: message {number} wasn't sent yet")
        self.open(step, report, self.sent[number])

    def deliver_bytes(self, step: Fields, report: Report) -> None:
        self.open(step, report, step.hex("bytes"))

    def open(self, step: Fields, report: Report, data: bytes) -> None:
        """GR-16 to GR-19."""
        instant = in_range(step, "instant", 64)

        def opened() -> tuple[Sender, Opened]:
            return self.sender.opening(self.group, self.user, self.device, self.history, data, instant)

        if "refused" in step:
            self.refused(step, report, opened)
            return
        value, reason = outcome(opened)
        if not report.equal("opened", "accepted", reason or "accepted"):
            raise Stopped
        self.sender, result = value
        report.equal("content", step.hex("content"), result.content)
        report.equal("dropped", step.items("dropped"), groups.ranges(result.dropped))

    def refused(self, step: Fields, report: Report, action: Callable[[], Any]) -> None:
        before = self.state()
        refused(step, report, action)
        report.equal("state after a refusal", "unchanged", "unchanged" if self.state() == before else "changed")

    def expire(self, step: Fields, report: Report) -> None:
        """GR-18."""
        self.sender, dropped = self.sender.expiring(in_range(step, "instant", 64))
        report.equal("dropped", step.items("dropped"), groups.ranges(dropped))

    def archive(self, step: Fields, report: Report) -> None:
        """GR-22 to GR-24."""
        chain, states, skipped = step.hex("chain"), step.hex("states"), step.hex("skipped")
        report.equal("chain", chain, self.own(step).encode())
        report.equal("chain (read)", self.chain, outcome(lambda: OwnChain.decode(chain))[0])
        report.equal("states", states, self.sender.encode())
        report.equal("skipped", skipped, self.sender.encode_skipped())
        report.equal("states and skipped (read)", self.sender, outcome(lambda: Sender.decode(states, skipped))[0])


def check_conversation(fields: Fields, report: Report) -> None:
    """GR-9 to GR-24."""
    conversation = Conversation(fields)
    ops: dict[str, Callable[[Fields, Report], None]] = {
        "chain": conversation.begin, "send": conversation.send, "lose": conversation.lose,
        "distribute": conversation.distribute, "take-bytes": conversation.take_bytes, "roster": conversation.roster,
        "deliver": conversation.deliver, "deliver-bytes": conversation.deliver_bytes, "expire": conversation.expire,
        "archive": conversation.archive}
    case = report.where
    for index, data in enumerate(fields.items("steps")):
        failures = len(report.failures)
        report.where = f"{case}: step {index}"
        step = Fields(data, report.where)
        try:
            ops[step.choice("op", *ops)](step, report)
        except Refused as error:
            report.fail(f"{report.where}: computed refusal {error.reason}")
        step.done()
        if len(report.failures) > failures:
            raise Stopped
    report.where = case


def read_roster(fields: Fields, name: str) -> Roster:
    data = fields.hex(name)
    roster, reason = outcome(lambda: Roster.decode(data))
    if reason is not None:
        raise Wrong(f"{fields.where}: {name} is {reason}")
    return roster
