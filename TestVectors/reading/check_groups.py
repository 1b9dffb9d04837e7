"""The checks of groups.json."""

import groups
from encoding import encode_address
from fields import Fields, Report, Wrong, is_hex, outcome
from groups import Chain, Distribution, History, Member, Roster


def check_group(fields: Fields, report: Report) -> None:
    checks = {"roster": check_roster, "history": check_history, "distribution": check_distribution,
              "conversation": check_conversation}
    checks[fields.choice("kind", *checks)](fields, report)


def hexes(fields: Fields, name: str) -> list[bytes]:
    items = fields.items(name)
    if not all(map(is_hex, items)):
        raise Wrong(f"{fields.where}: {name} is not an array of lower-case hex")
    return [bytes.fromhex(item) for item in items]


def read_roster(fields: Fields, name: str) -> Roster:
    data = fields.hex(name)
    roster, reason = outcome(lambda: Roster.decode(data))
    if reason is not None:
        raise Wrong(f"{fields.where}: {name} is {reason}")
    return roster


def check_roster(fields: Fields, report: Report) -> None:
    """GR-1 to GR-3."""
    data = fields.hex("bytes")
    if "refused" in fields:
        report.equal("refused", fields.text("refused"), outcome(lambda: Roster.decode(data))[1] or "accepted")
        return
    roster = Roster(fields.hex("group", 16), fields.number("revision"),
                    fields.hex_or_null("parent", 32) or groups.NO_HASH, tuple(hexes(fields, "members")),
                    fields.hex("details"))
    report.equal("bytes", data, roster.encode())
    report.equal("bytes (read)", outcome(lambda: Roster.decode(data))[0], roster)
    report.equal("parent", fields.data["parent"] is None, roster.revision == 0)
    report.equal("hash", fields.hex("hash"), roster.hash)


def check_history(fields: Fields, report: Report) -> None:
    """GR-4 to GR-8."""
    history = History(read_roster(fields, "first"))
    for index, item in enumerate(fields.items("steps")):
        step = Fields(item, f"{fields.where}: step {index}")
        change, undone = history.take(read_roster(step, "roster"))
        report.equal(f"change {index}", step.text("change"), change)
        report.equal(f"undone {index}", step.number_or_null("undone"), undone)
        step.done()
    report.equal("hashes", hexes(fields, "hashes"), history.hashes())
    for index, item in enumerate(fields.items("standings")):
        each = Fields(item, f"{fields.where}: standing {index}")
        who, roster = each.hex("user"), each.hex("hash", 32)
        report.equal(f"standing {index}", each.text("standing"), history.standing(who, roster))
        each.done()
    report.equal("archive", fields.hex("archive"), history.encode())


def check_distribution(fields: Fields, report: Report) -> None:
    """GR-15."""
    data = fields.hex("bytes")
    read, reason = outcome(lambda: Distribution.decode(data))
    if "refused" in fields:
        report.equal("refused", fields.text("refused"), reason or "accepted")
        return
    if not report.equal("bytes", data, reason or read.encode()):
        return
    report.equal("group", fields.hex("group"), read.group)
    report.equal("chain_id", fields.hex("chain_id"), read.chain_id)
    report.equal("iteration", fields.number("iteration"), read.iteration)
    report.equal("created_at", fields.number("created_at"), read.created_at)


def check_conversation(fields: Fields, report: Report) -> None:
    """GR-9 to GR-20, GR-22 to GR-24."""
    player = Player(fields, report)
    for index, item in enumerate(fields.items("steps")):
        step = Fields(item, f"{fields.where}: step {index}")
        report.where = step.where
        before = len(report.failures)
        player.play(step)
        step.done()
        if len(report.failures) > before:
            return


class Player:
    """A sending device and one member."""

    def __init__(self, fields: Fields, report: Report):
        self.report = report
        self.group = fields.hex("group", 16)
        who = fields.hex("user")
        self.address = encode_address(who, fields.number("device"))
        self.member = Member(self.group, self.address, who, History(read_roster(fields, "roster")))
        self.chain: Chain | None = None
        self.messages: list[bytes] = []

    def play(self, step: Fields) -> None:
        ops = {"chain": self.new_chain, "lose": self.lose, "send": self.send, "distribute": self.distribute,
               "take-bytes": self.take, "roster": self.roster, "deliver": self.deliver,
               "deliver-bytes": self.deliver_bytes, "expire": self.expire, "archive": self.archive}
        op = step.choice("op", *ops)
        if self.chain is None and op != "chain":
            raise Wrong(f"{step.where}: there is no chain yet")
        ops[op](step)

    def new_chain(self, step: Fields) -> None:
        self.chain = Chain(step.hex("id", 8), step.hex("chain_key", 32), step.hex("signing_seed", 32),
                           step.number("created_at"))

    def lose(self, step: Fields) -> None:
        self.chain = self.chain.lose(step.number("count"))
        self.report.equal("chain_key", step.hex("chain_key"), self.chain.key)

    def send(self, step: Fields) -> None:
        self.chain, key, message = self.chain.send(step.hex("content"), self.group, self.address, step.hex("roster", 32))
        self.report.equal("message_key", step.hex("message_key"), key)
        self.report.equal("message", step.hex("message"), message)
        self.messages.append(message)

    def distribute(self, step: Fields) -> None:
        self.report.equal("bytes", step.hex("bytes"), self.chain.distribution(self.group).encode())
        self.take(step)

    def take(self, step: Fields) -> None:
        data, before = step.hex("bytes"), self.member.encode()
        result, reason = outcome(lambda: self.member.add(data))
        if "refused" in step:
            self.report.equal("refused", step.text("refused"), reason or "accepted")
            self.report.equal("state after a refusal", before, self.member.encode())
        else:
            self.report.equal("added", (step.flag("added"), step.hex_or_null("evicted", 8)), reason or result)

    def roster(self, step: Fields) -> None:
        change, _ = self.member.history.take(read_roster(step, "bytes"))
        self.report.equal("change", step.text("change"), change)

    def deliver(self, step: Fields) -> None:
        number = step.number("message")
        if number >= len(self.messages):
            raise Wrong(f"{step.where}: there is no message {number}")
        self.open(step, self.messages[number])

    def deliver_bytes(self, step: Fields) -> None:
        self.open(step, step.hex("bytes"))

    def open(self, step: Fields, data: bytes) -> None:
        instant, before = step.number("instant"), self.member.encode()
        result, reason = outcome(lambda: self.member.open(data, instant))
        if "refused" in step:
            self.report.equal("refused", step.text("refused"), reason or "accepted")
            self.report.equal("state after a refusal", before, self.member.encode())
        else:
            content, dropped = result if result is not None else (reason, [])
            self.report.equal("content", step.hex("content"), content)
            self.dropped(step, dropped)

    def expire(self, step: Fields) -> None:
        self.dropped(step, self.member.expire(step.number("instant")))

    def dropped(self, step: Fields, computed: list[int]) -> None:
        ranges: list[tuple[int, int]] = []
        for item in step.items("dropped"):
            each = Fields(item, f"{step.where}: dropped")
            ranges.append((each.number("first"), each.number("last")))
            each.done()
        expected: list[tuple[int, int]] = []
        for place in computed:
            if expected and expected[-1][1] == place - 1:
                expected[-1] = expected[-1][0], place
            else:
                expected.append((place, place))
        self.report.equal("dropped", ranges, expected)

    def archive(self, step: Fields) -> None:
        states, skipped = self.member.encode()
        self.report.equal("chain", step.hex("chain"), self.chain.encode())
        self.report.equal("states", step.hex("states"), states)
        self.report.equal("skipped", step.hex("skipped"), skipped)
