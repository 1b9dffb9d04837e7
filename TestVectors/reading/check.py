#!/usr/bin/env python3
"""Recomputes every value of the vector files and follows the stores: check.py [FILE or FOLDER…].

Without one it takes all files in TestVectors/protocol and all folders in TestVectors/stores."""

import sys
from pathlib import Path
from typing import Any, Callable

import curves
import handshake
import messages
import ratchet
import safety_numbers
import stores
from check_groups import check_groups
from check_push import check_push
from check_sealed_sender import check_sealed_sender
from encoding import (
    Reader,
    Refused,
    decode_address,
    decode_key,
    decode_varint,
    encode_address,
    encode_key,
    encode_list,
    require,
    varint,
)
from fields import Fields, Report, Stopped, Wrong, is_hex, is_number, load, outcome, refused
from handshake import Bundle, Published, Side, Upload
from messages import Device, Responder, Session
from ratchet import CIPHERS, Cipher, Header, Skipped, State
from safety_numbers import Party


# encoding.json


def check_encoding(fields: Fields, report: Report) -> None:
    kinds: dict[str, Callable[[Fields, Report], None]] = {
        "varint": check_varint,
        "public-key": check_public_key,
        "address": check_address,
        "list": check_list,
        "padding": check_padding,
        "selector": check_selector,
    }
    kinds[fields.choice("kind", *kinds)](fields, report)


def check_varint(fields: Fields, report: Report) -> None:
    """EN-2."""
    data = fields.hex("bytes")
    if "refused" in fields:
        refused(fields, report, lambda: decode_varint(data))
        return
    value, reason = outcome(lambda: decode_varint(data))
    if report.equal("value", fields.number("value"), reason or value):
        report.equal("bytes", data, varint(value))


def check_public_key(fields: Fields, report: Report) -> None:
    """EN-4, EN-6, EN-7."""
    data = fields.hex("bytes")
    if "refused" in fields:
        refused(fields, report, lambda: decode_key(data))
        return
    value, reason = outcome(lambda: decode_key(data))
    if report.equal("accepted", fields.flag("accepted"), reason or True):
        report.equal("bytes", data, encode_key(value))


def check_address(fields: Fields, report: Report) -> None:
    """EN-5."""
    data = fields.hex("bytes")
    if "refused" in fields:
        refused(fields, report, lambda: decode_address(data))
        return
    value, reason = outcome(lambda: decode_address(data))
    user, device = fields.hex("user"), fields.number("device")
    if reason is not None:
        report.equal("bytes", "accepted", reason)
        return
    report.equal("user", user, value[0])
    report.equal("device", device, value[1])
    report.equal("bytes", data, encode_address(*value))


def check_list(fields: Fields, report: Report) -> None:
    """EN-3."""
    items = fields.items("items")
    if not all(is_hex(item) for item in items):
        raise Wrong(f"{fields.where}: items is not lower-case hex")
    report.equal("bytes", fields.hex("bytes"), encode_list(*map(bytes.fromhex, items)))


def check_padding(fields: Fields, report: Report) -> None:
    """SM-6, SM-7."""
    if "length" in fields:
        length = fields.number("length")
        if "refused" in fields:
            refused(fields, report, lambda: messages.padded_length(length))
            return
        if not 1 <= length <= messages.CONTENT_LIMIT + 1:
            raise Wrong(f"{fields.where}: there is no bucket for this length")
        report.equal("bucket", fields.number("bucket"), messages.bucket(length))
        return
    padded = fields.hex("padded")
    if "refused" in fields:
        refused(fields, report, lambda: messages.unpad(padded))
        return
    content = fields.hex("content")
    value, reason = outcome(lambda: messages.pad(content))
    report.equal("padded", padded, reason or value)
    value, reason = outcome(lambda: messages.unpad(padded))
    report.equal("content", content, reason or value)


def check_selector(fields: Fields, report: Report) -> None:
    """SM-4."""
    to_responder, to_initiator = messages.selectors(fields.hex("transcript", 32))
    report.equal("to_responder", fields.hex("to_responder"), to_responder)
    report.equal("to_initiator", fields.hex("to_initiator"), to_initiator)


# xeddsa.json


def check_xeddsa(fields: Fields, report: Report) -> None:
    """XE-1 to XE-6."""
    kind = fields.choice("kind", "sign", "verify")
    message = fields.hex("message")
    if kind == "verify":
        found = curves.verify(fields.hex("public"), message, fields.hex("signature"))
        report.equal("valid", fields.flag("valid"), found)
        return
    private = fields.hex("private", 32)
    public, signature = fields.hex("public"), fields.hex("signature")
    report.equal("public", public, curves.public_key(private))
    report.equal("signature", signature, curves.sign(private, message, fields.hex("random", 64)))
    report.equal("signature (verified)", curves.verify(public, message, signature), True)


# bundles.json


def check_bundles(fields: Fields, report: Report) -> None:
    """HS-1 to HS-3."""
    data = fields.hex("bundle")
    user, device, now = fields.hex("asked_user"), fields.number("asked_device"), fields.number("now")

    def accept() -> Bundle:
        bundle = Bundle.decode(data)
        bundle.verify(user, device, now)
        return bundle

    if "refused" in fields:
        refused(fields, report, accept)
        return
    wanted = fields.object("accepted")
    bundle, reason = outcome(accept)
    if not report.equal("accepted", "accepted", reason or "accepted"):
        raise Stopped
    report.equal("bundle", data, bundle.encode())
    check_published(wanted, report, bundle)
    for name, value in {
        "one_time_prekey": bundle.one_time_prekey and encode_key(bundle.one_time_prekey[1]),
        "kem_key": bundle.kem and bundle.kem[1],
        "one_time_kem_key": bundle.one_time_kem and bundle.one_time_kem[1],
        "one_time_kem_signature": bundle.one_time_kem and bundle.one_time_kem[2],
        "proof": bundle.proof,
    }.items():
        report.equal(name, wanted.hex_or_null(name), value)
    for name, number in {
        "one_time_prekey_id": bundle.one_time_prekey and bundle.one_time_prekey[0],
        "kem_id": bundle.kem and bundle.kem[0],
        "one_time_kem_id": bundle.one_time_kem and bundle.one_time_kem[0],
    }.items():
        report.equal(name, wanted.number_or_null(name), number)
    wanted.done()


def check_published(wanted: Fields, report: Report, published: Published) -> None:
    """The fields that accepted bundles and uploads have, with what the signature covers (HS-1)."""
    suites = wanted.items("suites")
    if not all(is_number(suite) for suite in suites):
        raise Wrong(f"{wanted.where}: suites is not numbers")
    report.equal("suites", suites, list(published.suites))
    for name, value in {
        "identity": encode_key(published.identity),
        "user": published.user,
        "signed_prekey": encode_key(published.signed_prekey),
        "signature": published.signature,
        "signed_bytes": published.signed_bytes(),
    }.items():
        report.equal(name, wanted.hex(name), value)
    for name, number in {
        "device": published.device,
        "registration_id": published.registration_id,
        "capabilities": published.capabilities,
        "created_at": published.created_at,
        "signed_prekey_id": published.signed_prekey_id,
    }.items():
        report.equal(name, wanted.number(name), number)


# uploads.json


def check_uploads(fields: Fields, report: Report) -> None:
    """HS-16, HS-17, HS-20."""
    data = fields.hex("upload")
    if "refused" in fields:
        refused(fields, report, lambda: Upload.decode(data))
        return
    wanted = fields.object("accepted")
    upload, reason = outcome(lambda: Upload.decode(data))
    if not report.equal("accepted", "accepted", reason or "accepted"):
        raise Stopped
    report.equal("upload", data, upload.encode())
    check_published(wanted, report, upload)
    report.equal("signature_valid", wanted.flag("signature_valid"), upload.signature_valid())
    report.equal("replaces_all", wanted.flag("replaces_all"), upload.replaces_all)
    prekeys = wanted.items("one_time_prekeys")
    report.equal("one_time_prekeys (number)", len(prekeys), len(upload.one_time_prekeys))
    for index, (item, (number, key)) in enumerate(zip(prekeys, upload.one_time_prekeys)):
        prekey = Fields(item, f"{wanted.where}: one_time_prekeys {index}")
        report.equal(f"one_time_prekeys {index}: id", prekey.number("one_time_prekey_id"), number)
        report.equal(f"one_time_prekeys {index}: key", prekey.hex("one_time_prekey"), encode_key(key))
        prekey.done()
    bundle = wanted.hex("bundle")
    report.equal("bundle", bundle, upload.first_bundle().encode())
    decoded, reason = outcome(lambda: Bundle.decode(bundle))
    report.equal("bundle (decoded)", reason or decoded, upload.first_bundle())
    wanted.done()


# ratchet.json


class RatchetParty:
    """One side of the ratchet alone."""

    def __init__(self, cipher: Cipher, context: bytes, state: State):
        self.cipher = cipher
        self.context = context
        self.state = state
        self.skipped = Skipped()

    def deliver(self, data: bytes, instant: int) -> bytes:
        """DR-5 to DR-8 and DR-12 with the bare header of these vectors."""
        header, size = parse_bare_header(data)
        require(len(data) - size >= self.cipher.nonce_size + 16)
        received = ratchet.receive(self.state, self.skipped, self.cipher, header, instant)
        content = self.cipher.open(received.message_key, self.context + data[:size], data[size:])
        self.state, self.skipped = received.state, received.skipped
        return content

    def archives(self) -> tuple[bytes, bytes] | None:
        return self.state.encode(), self.skipped.encode()


def parse_bare_header(data: bytes) -> tuple[Header, int]:
    """Bare ratchet key, N, PN; gives their length too."""
    reader = Reader(data)
    key = reader.bare_key()
    number = reader.varint()
    previous = reader.varint()
    return Header(key, number, previous), reader.at


def bare_header(header: Header) -> bytes:
    return header.key + varint(header.number) + varint(header.previous)


ROLES = ("initiator", "responder")


def check_ratchet(fields: Fields, report: Report) -> None:
    """DR-1 to DR-15."""
    cipher = CIPHERS[fields.choice("cipher", *CIPHERS)]
    root, context = fields.hex("root", 32), fields.hex("context", 32)
    initiator_private = fields.hex("initiator_ratchet_private", 32)
    responder_private = fields.hex("responder_ratchet_private", 32)
    parties = {
        "initiator": RatchetParty(
            cipher, context, State.initiator(root, initiator_private, curves.public_key(responder_private))),
        "responder": RatchetParty(cipher, context, State.responder(root, responder_private)),
    }

    def send(step: Fields) -> bytes:
        party = parties[step.choice("from", *ROLES)]
        content, fresh = step.hex("content"), step.hex_or_null("fresh_private", 32)
        if "refused" in step:
            refused(step, report, lambda: ratchet.send(party.state, cipher, fresh))
            return b""
        party.state, header, message_key = ratchet.send(party.state, cipher, fresh)
        head = bare_header(header)
        message = head + cipher.seal(message_key, context + head, content)
        report.equal("header", step.hex("header"), head)
        report.equal("message", step.hex("message"), message)
        report.equal("message_key", step.hex("message_key"), message_key)
        report.equal("root_key", step.hex("root_key"), party.state.root_key)
        report.equal("chain_key", step.hex("chain_key"), party.state.sending_chain)
        return message

    def archive(step: Fields) -> None:
        party = parties[step.choice("of", *ROLES)]
        state, skipped = step.hex("state"), step.hex("skipped")
        report.equal("state", state, party.state.encode())
        report.equal("skipped", skipped, party.skipped.encode())
        decoded, reason = outcome(lambda: (State.decode(state), Skipped.decode(skipped)))
        report.equal("archive (decoded)", reason or decoded, (party.state, party.skipped))

    run_steps(fields, report, parties, send, {"archive": archive})


def run_steps(fields: Fields, report: Report, parties: dict[str, Any], send: Callable[[Fields], bytes],
              others: dict[str, Callable[[Fields], None]]) -> None:
    """The steps of a conversation. After a refused delivery every stored byte must be what it was (DR-8)."""
    sent: list[bytes] = []
    case = report.where
    for index, data in enumerate(fields.items("steps")):
        failures = len(report.failures)
        report.where = f"{case}: step {index}"
        step = Fields(data, report.where)
        op = step.choice("op", "send", "deliver", "deliver-bytes", *others)
        try:
            if op == "send":
                message = send(step)
                if "refused" not in step:
                    sent.append(message)
            elif op in others:
                others[op](step)
            else:
                deliver(step, op, report, parties, sent)
        except ValueError as error:
            report.fail(f"{report.where}: {error}")
        except Refused as error:
            report.fail(f"{report.where}: computed refusal {error.reason}")
        step.done()
        if len(report.failures) > failures:
            raise Stopped
    report.where = case


def deliver(step: Fields, op: str, report: Report, parties: dict[str, Any], sent: list[bytes]) -> None:
    """The steps deliver and deliver-bytes."""
    party = parties[step.choice("to", *ROLES)]
    instant = step.number("instant")
    if op == "deliver-bytes":
        message = step.hex("bytes")
    else:
        number = step.number("message")
        if number >= len(sent):
            raise Wrong(f"{step.where}: message {number} wasn't sent yet")
        message = sent[number]
    before = {role: other.archives() for role, other in parties.items()}
    if op == "deliver-bytes" or "refused" in step:
        refused(step, report, lambda: party.deliver(message, instant))
        after = {role: other.archives() for role, other in parties.items()}
        report.equal("archives after a refusal", "unchanged", "unchanged" if after == before else "changed")
        return
    content, reason = outcome(lambda: party.deliver(message, instant))
    report.equal("content", step.hex("content"), reason or content)


# sessions.json


def check_sessions(fields: Fields, report: Report) -> None:
    """HS-1 to HS-9, HS-11, HS-12, SM-1 to SM-9, SM-12."""
    a = fields.object("initiator")
    b = fields.object("responder")
    a_private, a_side = read_side(a, report)
    b_private, b_side = read_side(b, report)
    a.done()
    bundle, signed_prekey, one_time_prekey = read_prekeys(b, report, b_private, b_side)
    b.done()

    ephemeral_private = fields.hex("ephemeral_private", 32)
    ephemeral = curves.public_key(ephemeral_private)
    report.equal("ephemeral", fields.hex("ephemeral"), encode_key(ephemeral))
    session, secrets = messages.start(a_private, ephemeral_private, fields.hex("initiator_ratchet_private", 32),
                                      a_side, bundle)
    agreements = secrets.agreements + (None,) * (4 - len(secrets.agreements))
    for name, value in zip(("dh1", "dh2", "dh3", "dh4"), agreements):
        report.equal(name, fields.hex_or_null(name), value)
    to_responder, to_initiator = messages.selectors(secrets.transcript)
    for name, value in {
        "handshake_secret": secrets.secret,
        "transcript": secrets.transcript,
        "root_key": secrets.root_key,
        "exporter_secret": secrets.exporter,
        "selector_to_responder": to_responder,
        "selector_to_initiator": to_initiator,
    }.items():
        report.equal(name, fields.hex(name), value)
    same = handshake.respond(b_private, signed_prekey, one_time_prekey, b_side, a_side, ephemeral)
    report.equal("handshake (both sides)", same, secrets)
    for index, data in enumerate(fields.items("exports")):
        item = Fields(data, f"{report.where}: exports {index}")
        check_export(item, report, f"exports {index}: secret", secrets.exporter, secrets.transcript)
        item.done()

    parties: dict[str, Device] = {
        "initiator": Device(session, (b_side.user, b_side.device)),
        "responder": Responder(identity_private=b_private, side=b_side, signed_prekey=signed_prekey,
                               one_time_prekey=one_time_prekey),
    }

    def send(step: Fields) -> bytes:
        party = parties[step.choice("from", *ROLES)]
        content, fresh = step.hex("content"), step.hex_or_null("fresh_private", 32)
        if "refused" in step:
            refused(step, report, lambda: party.send(content, fresh))
            return b""
        sent = party.send(content, fresh)
        cipher_key, nonce_key = ratchet.SottoCipher().keys(sent.message_key)
        report.equal("kind", step.number("kind"), sent.kind)
        for name, value in {
            "message": sent.message,
            "message_key": sent.message_key,
            "cipher_key": cipher_key,
            "nonce_key": nonce_key,
            "padded": sent.padded,
        }.items():
            report.equal(name, step.hex(name), value)
        return sent.message

    def archive(step: Fields) -> None:
        party = parties[step.choice("of", *ROLES)]
        if party.session is None:
            raise Wrong(f"{step.where}: there is no session yet")
        stored, skipped = step.hex("session"), step.hex("skipped")
        report.equal("session", stored, party.session.encode())
        report.equal("skipped", skipped, party.session.skipped.encode())
        decoded, reason = outcome(lambda: Session.decode(stored, party.session.limit, Skipped.decode(skipped)))
        report.equal("archive (decoded)", reason or decoded, party.session)

    def export(step: Fields) -> None:
        check_export(step, report, "secret", session.exporter, session.transcript)

    run_steps(fields, report, parties, send, {"archive": archive, "export": export})


def check_export(fields: Fields, report: Report, name: str, exporter: bytes, transcript: bytes) -> None:
    """HS-12."""
    purpose = fields.hex("purpose")
    if not 1 <= len(purpose) <= 255:
        raise Wrong(f"{fields.where}: purpose has not 1 to 255 bytes")
    report.equal(name, fields.hex("secret"), handshake.export(exporter, transcript, purpose))


def read_side(fields: Fields, report: Report) -> tuple[bytes, Side]:
    """The identity key pair of one side and what T says of it (HS-5)."""
    private = fields.hex("identity_private", 32)
    side = Side(curves.public_key(private), fields.hex("user"), fields.number("device"),
                fields.number("registration_id"), fields.number("capabilities"))
    if not 1 <= len(side.user) <= 255 or not 1 <= side.device < 2**32:
        raise Wrong(f"{fields.where}: not an address")
    if not 1 <= side.registration_id < 2**32 or not 1 <= side.capabilities < 2**8:
        raise Wrong(f"{fields.where}: registration_id or capabilities out of range")
    report.equal(f"{fields.where}: identity", fields.hex("identity"), encode_key(side.identity))
    return private, side


def read_prekeys(fields: Fields, report: Report, private: bytes,
                 side: Side) -> tuple[Bundle, tuple[int, bytes], tuple[int, bytes] | None]:
    """The prekeys of the responder, and its bundle made again from them (HS-1, HS-2)."""
    data = fields.hex("bundle")
    given, reason = outcome(lambda: Bundle.decode(data))
    if reason is not None:
        report.equal("bundle", "accepted", reason)
        raise Stopped
    signed_prekey = (fields.number("signed_prekey_id"), fields.hex("signed_prekey_private", 32))
    signed_public = curves.public_key(signed_prekey[1])
    one_time_prekey = one_time_public = None
    one_time_id = fields.number_or_null("one_time_prekey_id")
    one_time_private = fields.hex_or_null("one_time_prekey_private", 32)
    if (one_time_id is None) != (one_time_private is None):
        raise Wrong(f"{fields.where}: one_time_prekey_id and one_time_prekey_private are null only together")
    if one_time_id is not None and one_time_private is not None:
        one_time_prekey = (one_time_id, one_time_private)
        one_time_public = (one_time_id, curves.public_key(one_time_private))
    created_at = fields.number("created_at")
    if max(signed_prekey[0], one_time_id or 0) >= 2**32 or created_at >= 2**64:
        raise Wrong(f"{fields.where}: an id or a time out of range")
    # The suites, the KEM prekeys and the proof are the only parts taken from the bytes.
    bundle = Bundle(side.identity, side.user, side.device, side.registration_id, given.suites, side.capabilities,
                    created_at, signed_prekey[0], signed_public, bytes(64), one_time_public, given.kem,
                    given.one_time_kem, given.proof)
    signature = curves.sign(private, bundle.signed_bytes(), fields.hex("signature_random", 64))
    bundle = Bundle(**{**bundle.__dict__, "signature": signature})
    report.equal("signed_prekey", fields.hex("signed_prekey"), encode_key(signed_public))
    report.equal("one_time_prekey", fields.hex_or_null("one_time_prekey"),
                 one_time_public and encode_key(one_time_public[1]))
    report.equal("signature", fields.hex("signature"), signature)
    report.equal("bundle", data, bundle.encode())
    _, reason = outcome(lambda: bundle.verify(side.user, side.device, created_at))
    if not report.equal("bundle (verified)", "accepted", reason or "accepted"):
        raise Stopped
    return bundle, signed_prekey, one_time_prekey


# safety-numbers.json


def check_safety_number(fields: Fields, report: Report) -> None:
    checks = {"fingerprint": check_fingerprint, "number": check_number, "digits": check_digit_input,
              "scan": check_scan, "comparison": check_comparison}
    checks[fields.choice("kind", *checks)](fields, report)


def check_fingerprint(fields: Fields, report: Report) -> None:
    """SN-1, SN-2."""
    party = read_party(fields)
    report.equal("fingerprint", fields.hex("fingerprint"), party.fingerprint())
    report.equal("digits", fields.string("digits"), safety_numbers.half(party.fingerprint()))


def check_number(fields: Fields, report: Report) -> None:
    """SN-3, SN-4, SN-9; what is shown and spoken is read again (SN-5, SN-7)."""
    ours, theirs = read_parties(fields)
    digits, groups = fields.string("digits"), fields.items("groups")
    texts = {"text4": safety_numbers.layout(safety_numbers.number(ours, theirs), 4),
             "text3": safety_numbers.layout(safety_numbers.number(ours, theirs), 3),
             "spoken": safety_numbers.spoken(safety_numbers.number(ours, theirs))}
    report.equal("digits", digits, safety_numbers.number(ours, theirs))
    report.equal("digits (of the other side)", digits, safety_numbers.number(theirs, ours))
    report.equal("groups", groups, safety_numbers.groups(safety_numbers.number(ours, theirs)))
    for name, text in texts.items():
        report.equal(name, fields.string(name), text)
        if name != "spoken":
            report.equal(f"{name} (read)", safety_numbers.compare_digits(ours, theirs, text),
                         (safety_numbers.MATCH, []))
    same = ours.fingerprint() == theirs.fingerprint()
    for version in safety_numbers.VERSIONS:
        name = f"scannable{version}"
        data = fields.hex(name)
        report.equal(name, data, safety_numbers.scannable(ours, theirs, version))
        report.equal(f"{name} (read)", outcome(lambda: safety_numbers.read_scannable(data))[0],
                     (version, ours.fingerprint(), theirs.fingerprint()))
        report.equal(f"{name} (scanned)", safety_numbers.compare_scan(theirs, ours, version, data)[0],
                     safety_numbers.OWN_CODE if same else safety_numbers.MATCH)


def check_digit_input(fields: Fields, report: Report) -> None:
    """SN-7."""
    text = fields.string("text")
    digits, reason = outcome(lambda: safety_numbers.read_digits(text))
    report.equal("accepted", fields.flag("accepted"), reason is None)
    report.equal("digits", fields.string_or_null("digits"), digits)


def check_scan(fields: Fields, report: Report) -> None:
    """SN-4 to SN-6."""
    ours, theirs = read_parties(fields)
    version = fields.number("version")
    if version not in safety_numbers.VERSIONS:
        raise Wrong(f"{fields.where}: version is neither 1 nor 2")
    result, their_version = safety_numbers.compare_scan(ours, theirs, version, fields.hex("scanned"))
    report.equal("result", fields.text("result"), result)
    report.equal("their_version", fields.number_or_null("their_version"), their_version)


def check_comparison(fields: Fields, report: Report) -> None:
    """SN-7, SN-8."""
    ours, theirs = read_parties(fields)
    result, differing = safety_numbers.compare_digits(ours, theirs, fields.string("text"))
    report.equal("result", fields.text("result"), result)
    report.equal("differing_groups", fields.raw("differing_groups"), differing)


def read_party(fields: Fields) -> Party:
    key, identifier = fields.hex("identity_key", 33), fields.hex("identifier")
    party, reason = outcome(lambda: Party(key, identifier))
    if reason is not None:
        raise Wrong(f"{fields.where}: identity_key or identifier is {reason}")
    return party


def read_parties(fields: Fields) -> tuple[Party, Party]:
    both = fields.object("ours"), fields.object("theirs")
    ours, theirs = map(read_party, both)
    for side in both:
        side.done()
    return ours, theirs


SUITES: dict[str, Callable[[Fields, Report], None]] = {
    "encoding": check_encoding,
    "xeddsa": check_xeddsa,
    "bundles": check_bundles,
    "uploads": check_uploads,
    "ratchet": check_ratchet,
    "sessions": check_sessions,
    "safety-numbers": check_safety_number,
    "sealed-sender": check_sealed_sender,
    "groups": check_groups,
    "pushes": check_push,
}

def check_case(suite: str, data: Any, seen: set[str], report: Report) -> None:
    """One case; whatever is wrong with it is a failure of it."""
    try:
        fields = Fields(data, "a case")
        report.where = fields.where = fields.text("id")
        if report.where in seen:
            raise Wrong(f"{report.where}: id is there twice")
        seen.add(report.where)
        SUITES[suite](fields, report)
        fields.done()
    except Stopped:
        pass
    except Wrong as error:
        report.fail(str(error))
    except Exception as error:
        report.fail(f"{report.where}: {type(error).__name__}: {error}")


def check_data(data: Any) -> Report:
    """A file's content."""
    report = Report()
    try:
        fields = Fields(data, "the file")
        suite = fields.choice("suite", *SUITES)
        cases = fields.items("cases")
        fields.done()
        seen: set[str] = set()
        for case in cases:
            before = report.checked, len(report.failures)
            check_case(suite, case, seen, report)
            if (report.checked, len(report.failures)) == before:
                report.fail(f"{report.where}: nothing was checked")
        if not cases:
            report.fail("there is no case")
    except Wrong as error:
        report.fail(str(error))
    return report


def check_file(path: Path) -> Report:
    """A file, or a folder with stores."""
    if path.is_dir():
        return stores.check_folder(path)
    try:
        return check_data(load(path.read_text("utf-8")))
    except (OSError, ValueError, Wrong) as error:
        report = Report()
        report.fail(str(error))
        return report


def main(names: list[str]) -> int:
    folder = Path(__file__).resolve().parent.parent
    paths = [Path(name) for name in names] or [
        *sorted((folder / "protocol").glob("*.json")),
        *sorted(path for path in (folder / "stores").iterdir() if path.is_dir())]
    failed = False
    for path in paths:
        report = check_file(path)
        name = f"stores {path.name}" if path.is_dir() else path.name
        print(f"{name}: {report.checked} checked, {len(report.failures)} failed")
        for failure in report.failures:
            print(f"  {failure}")
        failed = failed or bool(report.failures) or report.checked == 0
    if not paths:
        print("there is no vector file")
    return 1 if failed or not paths else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
