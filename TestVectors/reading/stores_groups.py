"""Certificates and groups in two kept stores (DS-23 to DS-31): from the group's record to every row, and across."""

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import groups
import sealed_sender
from encoding import Refused, encode_address, encode_key, require, u32
from fields import Fields, is_hex, outcome
from groups import MEMBER, Chain, GroupMessage, History, Roster, Sender
from records import (
    ACKNOWLEDGED_GROUP,
    CERTIFICATE,
    DISTRIBUTION_WAITS,
    GROUP,
    GROUP_MESSAGE,
    GROUP_PLACE,
    GROUP_PLACES_GROUP,
    GROUP_WAITING,
    GROUP_WAITING_GROUP,
    HOLDERS,
    MEMBER_CHAINS,
    MEMBER_SKIPPED,
    MEMBERS_GROUP,
    OUTGOING,
    OWN_CHAIN,
    OWN_CHAINS_GROUP,
    RECEIVED,
    ROSTER,
    ROSTERS_GROUP,
    SENT_GROUP_MESSAGES,
    SINGLE_GROUP,
    UNSENT_GROUP,
    UNSENT_GROUP_MESSAGES,
    Values,
    decode,
    own_chain_of,
    received_group_id,
)
from sealed_sender import Belief, Content, Received, SenderCertificate, Sent

if TYPE_CHECKING:
    from stores import Address, Delivery, Opened, Store

WAITING_LIMIT = 500
RESENDABLE, IMPLICIT = 1, 2
ITS_MESSAGES = ("skipped", "next")


class KnownGroup:
    """stores.json: what is known of the group and of certificates."""

    def __init__(self, fields: Fields, now: int, delivery: Any):
        self.belief = Belief.make([fields.hex("root", 32)], [], [], None, now)
        self.id = fields.hex("id", 16)
        self.revision = fields.number("revision")
        self.members: list[str] = fields.items("members")
        self.outbox = fields.items("outbox")
        require(all(is_hex(one) for one in self.outbox))
        self.messages: dict[str, "Delivery"] = {name: delivery(fields.object(name)) for name in ITS_MESSAGES}
        fields.done()


class Group:
    """One group in one store."""

    def __init__(self, store: "Store", history: History):
        self.store = store
        self.history = history
        self.id = history.present.group
        self.own: groups.OwnChain | None = None
        self.holders: list[Values] = []
        self.senders: dict["Address", Sender] = {}
        self.sent: list["Opened"] = []
        self.waiting: list["Opened"] = []


def holder_key(values: Values) -> tuple[bytes, int, int, bytes]:
    """A device as an installation under a key."""
    return values["user"], values["device"], values["registration id"], values["key"]


# One store


def follow_certificate(store: "Store") -> bytes | None:
    """DS-23."""
    row = store.find(CERTIFICATE, b"", (SINGLE_GROUP,))
    if row is None:
        return None
    certificate = SenderCertificate.decode(row.values["certificate"])
    store.equal("certificate: address, key", (certificate.user, certificate.device, certificate.identity),
                (*store.address, store.identity))
    return row.values["certificate"]


def follow_groups(store: "Store") -> dict[bytes, Group]:
    """DS-25 to DS-30. What waits for a group that isn't known stands in none; there is nothing such in these stores."""
    found = {}
    sent = store.self_named(GROUP_MESSAGE, (UNSENT_GROUP_MESSAGES, SENT_GROUP_MESSAGES), b"", lambda v: v["id"])
    for row in store.self_named(GROUP, (GROUP,), b"", lambda v: History.decode(v["history"]).present.group):
        group = Group(store, History.decode(row.values["history"]))
        found[group.id] = group
        store.true("group: the own user is a member (DS-25)", store.address[0] in group.history.present.members)
        follow_rosters(group)
        group.sent = [one for one in sent if one.values["group"] == group.id]
        follow_own_chain(group)
        follow_members(group)
        follow_sent(group)
        follow_waiting(group)
    store.equal("sent to groups that are there", [row.values["group"] in found for row in sent], [True] * len(sent))
    return found


def follow_rosters(group: Group) -> None:
    """DS-25, GR-6, GR-8: the kept rosters are those of the history, and it says of them what they say."""
    store, history = group.store, group.history
    for kept in history.kept:
        row = store.must(ROSTER, group.id + kept.hash, (ROSTERS_GROUP,), group.id)
        roster = Roster.decode(row.values["roster"])
        store.equal("roster: group, hash (GR-3)", (roster.group, roster.hash()), (group.id, kept.hash))
        store.equal("roster: revision, parent, members (GR-8)",
                    (roster.revision, roster.parent, frozenset(roster.members)),
                    (kept.revision, kept.parent, kept.members))
    store.equal("rosters: no others (DS-25)", len(store.members(ROSTERS_GROUP, group.id)), len(history.kept))
    for later, earlier in zip(history.kept, history.kept[1:]):
        store.equal("rosters: each changes the one before (GR-4)", later.parent, earlier.hash)


def follow_own_chain(group: Group) -> None:
    """DS-26, GR-22."""
    store = group.store
    chain = store.find(OWN_CHAIN, group.id, (OWN_CHAINS_GROUP,))
    list_ = store.find(HOLDERS, group.id, (OWN_CHAINS_GROUP,))
    store.equal("own chain: with its list", chain is not None, list_ is not None)
    if chain is None or list_ is None:
        return
    store.equal("own chain and list: generation, chain", (chain.generation, chain.values["chain"]),
                (list_.generation, list_.values["chain"]))
    # Nobody asked in these stores: the two were written with each message and not otherwise.
    store.equal("own chain: generation", chain.generation, chain.values["next"])
    group.own = own_chain_of(chain.values)
    store.equal("own chain: public key (GR-9)", group.own.public, groups.curves.ed25519_public(group.own.seed))
    group.holders = list_.values["holders"]
    for holder in group.holders:
        device = holder["user"], holder["device"]
        store.true("holder: another device of a member", device != store.address
                   and holder["user"] in group.history.present.members)
        store.equal("holder: registration id, key", (holder["registration id"], holder["key"]),
                    known_device(store, device))
        store.equal("holder: struck", holder["struck"], 0)
        if holder["distribution"] != bytes(16):
            # Its record goes when its bytes were handed over, and the id with the next writing of the list.
            row = store.find(OUTGOING, holder["distribution"], (UNSENT_GROUP,))
            store.true("holder: the distribution's kind (DS-12)", row is None or row.values["kind"] == 2)


def known_device(store: "Store", device: "Address") -> tuple[int, bytes]:
    """What a store has of another device: registration id, key."""
    peer, user = store.peers.get(device), store.users.get(device[0])
    require(peer is not None and user is not None, f"device of {device[0].decode()} without a record")
    assert peer is not None and user is not None
    return peer["registration id"], user["key"]


def follow_members(group: Group) -> None:
    """DS-29, GR-23, GR-24."""
    store = group.store
    for user in group.history.present.members:
        for listed in store.users[user]["devices"] if user in store.users else []:
            device = user, listed["device"]
            address = encode_address(*device)
            row = store.find(MEMBER_CHAINS, group.id + address, (MEMBERS_GROUP,), group.id)
            skipped = store.find(MEMBER_SKIPPED, group.id + address, (MEMBERS_GROUP,), group.id)
            if row is None:
                continue
            values = row.values
            store.equal("member's chains: address, key", (values["user"], values["device"], values["key"]),
                        (*device, store.users[user]["key"]))
            store.equal("member's chains: generation of the skipped keys", values["skipped generation"],
                        0 if skipped is None else skipped.generation)
            keys = groups.u8(groups.FORMAT) + groups.u8(0) if skipped is None else skipped.values["keys"]
            sender = Sender.decode(values["states"], keys)
            store.equal("member's chains (GR-23)", values["states"], sender.encode())
            store.equal("member's skipped keys (GR-24)", keys, sender.encode_skipped())
            # None was forgotten, and no key dropped in these stores.
            store.equal("member's chains: places dropped (GR-23)",
                        [(chain.given, chain.dropped_before) for chain in sender.chains], [(0, 0)])
            group.senders[device] = sender


def follow_sent(group: Group) -> None:
    """DS-26 to DS-28."""
    store = group.store
    places = []
    holders = [holder_key(holder) for holder in group.holders]
    for row in group.sent:
        values = row.values
        expected = UNSENT_GROUP_MESSAGES if values["bytes"] else SENT_GROUP_MESSAGES
        store.equal("group message: group", row.group, store.keys.group(expected, b""))
        key = group.id + values["chain"] + u32(values["place"])
        place = store.must(GROUP_PLACE, key, (GROUP_PLACES_GROUP,), group.id)
        store.equal("place in the own chain: id", place.values["id"], values["id"])
        places.append((values["chain"], values["place"]))
        recipients = [holder_key(one) for one in values["recipients"]]
        store.equal("group message: recipients ascend", recipients,
                    sorted(set(recipients), key=lambda one: encode_address(one[0], one[1])))
        # DS-26: who holds the key gets the message, or else the chain was another one.
        last = group.own is not None and values["place"] == group.own.next - 1
        store.true("group message: recipients hold the key", set(recipients) <= set(holders))
        store.true("group message: holders are recipients", not last or recipients == holders)
        store.equal("group message: nobody asked", [one["state"] for one in values["recipients"]],
                    [0] * len(recipients))
        if values["bytes"]:
            store.equal("group message: entries of the envelope (SS-15)",
                        [(e.user, e.device, e.registration_id) for e in Sent.decode(values["bytes"]).entries],
                        [one[:3] for one in recipients])
    # None was replaced, forgotten or had by all in these stores.
    own = [] if group.own is None else [(group.own.chain_id, place) for place in range(group.own.next)]
    store.equal("places of the own chain", sorted(places), own)
    store.equal("places: rows", len(store.members(GROUP_PLACES_GROUP, group.id)), len(own))


def follow_waiting(group: Group) -> None:
    """DS-30. A message waits for its sender's chain: nothing verifies it yet."""
    store = group.store
    for member in store.members(GROUP_WAITING_GROUP, group.id):
        values, _ = outcome(lambda: decode(GROUP_WAITING, member.record))
        if values is None:
            continue
        device = values["user"], values["device"]
        key = group.id + encode_address(*device) + hashlib.sha256(values["bytes"]).digest()
        row = store.must(GROUP_WAITING, key, (GROUP_WAITING_GROUP,), group.id)
        if not store.equal("waiting in a group: row", member.sequence, row.sequence):
            continue
        group.waiting.append(row)
        store.equal("waiting in a group: group", values["group"], group.id)
        store.equal("waiting in a group: device, key", (values["key"], device != store.address),
                    (known_device(store, device)[1], True))
        # A distribution would wait for a roster; there is none in these stores.
        if not store.true("waiting in a group: a message", values["kind"] != DISTRIBUTION_WAITS):
            continue
        message = GroupMessage.decode(values["bytes"])
        store.equal("waiting in a group: the message again (GR-10)", values["bytes"], message.encode())
        store.equal("waiting in a group: hint (DS-28)", values["hint"], RESENDABLE)
        sender = group.senders.get(device, Sender())
        _, reason = outcome(lambda: sender.opening(group.id, *device, group.history, values["bytes"],
                                                   values["instant"]))
        store.equal("waiting in a group: for its key (GR-16)", reason, "needsSenderKey")
        store.equal("waiting in a group: sender (GR-7)", group.history.standing(device[0], message.roster), MEMBER)
    store.true("waiting in a group: how many", len(group.waiting) <= WAITING_LIMIT)


def received_in_groups(store: "Store") -> list[bytes]:
    """DS-29: the ids of what chains opened, unless their key was dropped."""
    return [received_group_id(group.id, encode_address(*device), chain.chain_id, place)
            for group in store.groups.values() for device, sender in group.senders.items() for chain in sender.chains
            for place in range(chain.dropped_before, chain.next) if place not in chain.skipped]


# Both stores


def check_group_side(store: "Store", known: KnownGroup) -> None:
    """What stores.json says of a store's groups."""
    if not store.equal("group: ids", list(store.groups), [known.id]):
        return
    group = store.groups[known.id]
    present = group.history.present
    store.equal("group: revision", known.revision, present.revision)
    store.equal("group: members", known.members, [user.decode() for user in present.members])
    store.equal("group: two rosters before", len(group.history.kept), 3)
    outbox = [row.values["id"].hex() for row in group.sent if row.values["bytes"]]
    store.equal("group: outbox", known.outbox if store.who == "alice" else [], outbox)
    certificate = store.certificate
    store.equal("certificate: is there", certificate is not None, store.who == "alice")
    if certificate is not None:
        _, reason = outcome(lambda: known.belief.check(SenderCertificate.decode(certificate)))
        store.equal("certificate (SS-5)", reason, None)


def step_to(chain: Chain, own: groups.OwnChain) -> bool:
    """GR-11: the receiver's chain is the sender's, some steps before."""
    return (chain.next <= own.next and (chain.chain_id, chain.created_at, chain.public) == (
        own.chain_id, own.created_at, own.public)
        and groups.chain_key_after(chain.chain_key, own.next - chain.next) == own.chain_key)


def check_group_pairs(a: "Store", b: "Store") -> None:
    """Both have one history, and the chain of one is at the other what it is here."""
    a.equal("groups: histories of both", {i: group.history for i, group in a.groups.items()},
            {i: group.history for i, group in b.groups.items()})
    for store, other in ((a, b), (b, a)):
        for number, group in store.groups.items():
            theirs = other.groups.get(number)
            if group.own is None or theirs is None:
                continue
            holds = [h for h in group.holders if (h["user"], h["device"]) == other.address]
            sender = theirs.senders.get(store.address, Sender())
            chains = [chain for chain in sender.chains if chain.chain_id == group.own.chain_id]
            store.equal("group pair: who holds the key has it (DS-26)", len(chains), len(holds))
            for chain in chains:
                store.true("group pair: chain (GR-11)", step_to(chain, group.own))
                check_opened_in_group(theirs, group, chain)
            for holder in holds:
                store.equal("group pair: holder", (holder["registration id"], holder["key"]),
                            (other.device["registration id"], encode_key(other.identity)))


def check_opened_in_group(theirs: Group, group: Group, chain: Chain) -> None:
    """DS-9, DS-29: what the other store received is what this one sent."""
    other, store = theirs.store, group.store
    for row in group.sent:
        values = row.values
        place = values["place"]
        message_id = received_group_id(group.id, encode_address(*store.address), values["chain"], place)
        found = other.find(RECEIVED, message_id, (RECEIVED, ACKNOWLEDGED_GROUP))
        opened = chain.given <= place < chain.next and place not in chain.skipped
        store.equal("group pair: received (DS-29)", found is not None, opened)
        if found is not None and found.values["form"] == 1:
            body = found.values["body"]
            store.equal("group pair: body (DS-9)", body, b"\x08" + group.id + values["id"] + values["content"])
            store.equal("group pair: sender, envelope (DS-9)",
                        (found.values["user"], found.values["device"], found.values["hint"],
                         found.values["envelope group"]), (*store.address, RESENDABLE, group.id))


def private_key(stores: tuple["Store", ...], user: bytes) -> bytes:
    """The identity key of a user, whose devices share it."""
    return next(store.device["private key"] for store in stores if store.address[0] == user)


def check_envelopes(store: "Store", other: "Store", belief: Belief) -> None:
    """DS-28: an envelope that waits for the server, as each recipient gets it."""
    for group in store.groups.values():
        for row in group.sent:
            values = row.values
            if not values["bytes"]:
                continue
            for received, recipient in zip(Sent.decode(values["bytes"]).received(), values["recipients"], strict=True):
                content = sealed_sender.open_envelope(
                    private_key((store, other), recipient["user"]), recipient["user"], recipient["device"],
                    recipient["registration id"], received.encode(), belief)
                check_content(store, content, RESENDABLE, group.id)
                check_enclosed(store, content, values)
                message = GroupMessage.decode(content.message)
                store.equal("group message: chain, place", (message.chain_id, message.iteration),
                            (values["chain"], values["place"]))
                store.equal("group message: newest roster", message.roster, group.history.present.hash())
                if (recipient["user"], recipient["device"]) == other.address:
                    check_opens(group, other.groups[group.id], content.message, values, belief.now)


def check_content(store: "Store", content: Content, hint: int, group: bytes) -> None:
    """DS-23, DS-28."""
    store.equal("envelope: certificate", content.certificate.encode(), store.certificate)
    store.equal("envelope: hint, group", (content.hint, content.group_id), (hint, group))


def check_enclosed(store: "Store", content: Content, values: Values) -> None:
    """DS-12, DS-28: what is kept beside an envelope that waits, to make another one of."""
    if not values.get("again"):
        store.equal("envelope: fingerprint of the message", content.message[-8:], values["fingerprint"])
    store.equal("envelope: the message in it", content.message, values["inner"])
    store.equal("envelope: good until", content.certificate.expiry, values["good until"])


def check_opens(group: Group, theirs: Group, data: bytes, values: Values, now: int) -> None:
    """GR-16, DS-28: the other store opens it, and it is what the record says, to the byte."""
    store = group.store
    sender = theirs.senders[store.address]
    _, opened = sender.opening(group.id, *store.address, theirs.history, data, now)
    content = b"\1" + values["id"] + values["content"]
    store.equal("group message: content (DS-28)", opened.content, content)
    message = GroupMessage.decode(data)
    chain = next(chain for chain in sender.chains if chain.chain_id == message.chain_id)
    assert group.own is not None
    if message.iteration < chain.next:
        message_key = chain.skipped[message.iteration].key
    else:
        message_key = groups.chain_step(groups.chain_key_after(chain.chain_key, message.iteration - chain.next))[1]
    # GR-13: sealing needs no randomness.
    made = replace(message, commitment=groups.commitment(message_key))
    sealed = groups.CIPHER.seal(message_key, made.associated_data(group.id, *store.address),
                                groups.messages.pad(content))
    made = replace(made, nonce=sealed[:24], sealed=sealed[24:])
    made = replace(made, signature=groups.curves.ed25519_sign(group.own.seed,
                                                              made.signed_bytes(group.id, *store.address)))
    store.equal("group message: sealed again (GR-12 to GR-14)", data, made.encode())


def check_group_messages(a: "Store", b: "Store", known: KnownGroup) -> None:
    """The envelopes of Bob to Alice that she didn't get."""
    ours, theirs = a.groups[known.id], b.groups[known.id]
    for name, delivery in known.messages.items():
        a.equal(f"group {name}: from", delivery.sender, b.address)
        content = sealed_sender.open_envelope(a.device["private key"], *a.address, a.device["registration id"],
                                              delivery.data, known.belief)
        a.equal(f"group {name}: envelope (SS-14)", delivery.data, Received.decode(delivery.data).encode())
        certificate = content.certificate
        a.equal(f"group {name}: certificate (SS-20)", (certificate.user, certificate.device, certificate.identity),
                (*b.address, b.identity))
        a.equal(f"group {name}: hint, group", (content.hint, content.group_id), (RESENDABLE, known.id))
        message = GroupMessage.decode(content.message)
        sent = [row.values for row in theirs.sent
                if (row.values["chain"], row.values["place"]) == (message.chain_id, message.iteration)]
        if not a.equal(f"group {name}: sent once", len(sent), 1):
            continue
        a.equal(f"group {name}: text", delivery.text.encode(), sent[0]["content"])
        check_opens(theirs, ours, content.message, sent[0], known.belief.now)
        chain = next(c for c in ours.senders[b.address].chains if c.chain_id == message.chain_id)
        a.equal(f"group {name}: by a skipped key", message.iteration in chain.skipped, name == "skipped")
        message_id = received_group_id(known.id, encode_address(*b.address), message.chain_id, message.iteration)
        a.true(f"group {name}: not received yet",
               a.find(RECEIVED, message_id, (RECEIVED, ACKNOWLEDGED_GROUP)) is None)


def check_groups(a: "Store", b: "Store", known: KnownGroup) -> None:
    """All that stands between the two stores and stores.json."""
    for store in (a, b):
        check_group_side(store, known)
        for group in store.groups.values():
            for sender in group.senders.values():
                for chain in sender.chains:
                    latest = max(chain.created_at, *(key.skipped_at for key in chain.skipped.values()), 0)
                    store.true("member's chains: instants", latest <= known.belief.now)
    check_group_pairs(a, b)
    check_envelopes(a, b, known.belief)
    check_envelopes(b, a, known.belief)
    check_group_messages(a, b, known)


def open_copy(store: "Store", other: "Store", kind: int, copy: Values, belief: Belief) -> bytes:
    """DS-12, DS-23: what is inside the bytes of a copy."""
    if copy["sealing"] != 0:
        return copy["bytes"]
    content = sealed_sender.open_envelope(private_key((store, other), copy["user"]), copy["user"], copy["device"],
                                          copy["registration id"], copy["bytes"], belief)
    check_content(store, content, RESENDABLE if kind == 1 else IMPLICIT, b"")
    store.equal("copy: hint", copy["hint"], content.hint)
    check_enclosed(store, content, copy)
    if content.message == b"":
        raise Refused("malformed")
    return content.message
