"""The checks of sealed-sender.json."""

from typing import Any, Callable

import curves
import sealed_sender
from encoding import decode_key, encode_key
from fields import Fields, Report, Stopped, Wrong, is_hex, is_number, outcome, refused
from sealed_sender import Belief, Content, Received, Recipient, Sent, SenderCertificate, ServerCertificate


def check_sealed_sender(fields: Fields, report: Report) -> None:
    checks: dict[str, Callable[[Fields, Report], None]] = {
        "certificate": check_certificate, "access": check_access, "verify": check_verify, "seal": check_seal,
        "open": check_open, "split": check_split}
    checks[fields.choice("kind", *checks)](fields, report)


def check_certificate(fields: Fields, report: Report) -> None:
    """SS-1 to SS-3, made from the seeds, read again, and verified in both forms."""
    root_seed, server_seed = fields.hex("root_seed", 32), fields.hex("server_seed", 32)
    number, expiry = in_range(fields, "server_id", 32), in_range(fields, "expires_at", 64)
    user, device = read_address(fields)
    identity = read_key(fields, "identity_key")
    root = curves.ed25519_public(root_seed)
    server = ServerCertificate.issue(root_seed, number, curves.ed25519_public(server_seed))
    report.equal("root", fields.hex("root"), root)
    report.equal("root_id", fields.hex("root_id"), sealed_sender.root_id(root))
    data = fields.hex("server_certificate")
    report.equal("server_certificate", data, server.encode())
    report.equal("server_certificate (read)", server, outcome(lambda: ServerCertificate.decode(data))[0])
    for name, inside, known in (("full", True, []), ("short", False, [server.encode()])):
        certificate = SenderCertificate.issue(server_seed, user, device, identity, expiry, server, inside)
        data = fields.hex(name)
        report.equal(name, data, certificate.encode())
        report.equal(f"{name} (read)", certificate, outcome(lambda: SenderCertificate.decode(data))[0])
        belief = Belief.make([root], known, [], None, max(0, expiry - 1))
        _, reason = outcome(lambda: belief.check(certificate))
        report.equal(f"{name} (verified)", "certificateExpired" if expiry == 0 else "accepted", reason or "accepted")


def check_access(fields: Fields, report: Report) -> None:
    """SS-21, and what the server says to it (SV-3)."""
    key = sealed_sender.access_key(fields.hex("profile_key", 32))
    report.equal("access_key", fields.hex("access_key"), key)
    token = fields.hex("token")
    report.equal("token", token, sealed_sender.token(key))
    report.equal("token (admits)", True, sealed_sender.admits(token, key))


def check_verify(fields: Fields, report: Report) -> None:
    """SS-3 to SS-6."""
    data = fields.hex("certificate")
    believe = read_belief(fields)

    def accept() -> SenderCertificate:
        belief = believe()
        certificate = SenderCertificate.decode(data)
        belief.check(certificate)
        return certificate

    if "refused" in fields:
        refused(fields, report, accept)
        return
    wanted = fields.object("accepted")
    certificate, reason = outcome(accept)
    if not report.equal("accepted", "accepted", reason or "accepted"):
        raise Stopped
    report.equal("certificate", data, certificate.encode())
    check_sender(wanted, report, certificate)
    report.equal("expires_at", wanted.number("expires_at"), certificate.expiry)
    wanted.done()


def check_sender(wanted: Fields, report: Report, certificate: SenderCertificate) -> None:
    report.equal("user", wanted.hex("user"), certificate.user)
    report.equal("device", wanted.number("device"), certificate.device)
    report.equal("identity_key", wanted.hex("identity_key"), encode_key(certificate.identity))


def check_seal(fields: Fields, report: Report) -> None:
    """SS-8 to SS-16, SV-5 and SV-6."""
    private, random = fields.hex("sender_private", 32), fields.hex("random", 32)
    data, hint = fields.hex("certificate"), in_range(fields, "hint", 8)
    group_id, message = fields.hex("group_id"), fields.hex("message")
    recipients = []
    for index, item in enumerate(fields.items("recipients")):
        recipient = Fields(item, f"{fields.where}: recipients {index}")
        user, device = read_address(recipient)
        recipients.append(Recipient(user, device, read_registration(recipient), read_key(recipient, "identity_key")))
        recipient.done()

    def made() -> Sent:
        return sealed_sender.seal(private, SenderCertificate.decode(data), hint, group_id, message, random, recipients)

    sent = fields.hex("sent")
    value, reason = outcome(made)
    if not report.equal("sent", sent, reason or value.encode()):
        raise Stopped
    report.equal("sent (read)", value, outcome(lambda: Sent.decode(sent))[0])
    check_received(fields.items("received"), value.received(), fields, report)


def check_received(found: list[Any], computed: list[Received], fields: Fields, report: Report) -> None:
    """What each recipient gets (SV-6), which is a received form."""
    if not all(is_hex(item) for item in found):
        raise Wrong(f"{fields.where}: a received form is not lower-case hex")
    report.equal("received (number)", len(found), len(computed))
    for index, (item, envelope) in enumerate(zip(found, computed)):
        report.equal(f"received {index}", bytes.fromhex(item), envelope.encode())
        report.equal(f"received {index} (read)", envelope, outcome(lambda: Received.decode(bytes.fromhex(item)))[0])


def check_open(fields: Fields, report: Report) -> None:
    """SS-14, SS-17 to SS-19."""
    private, data = fields.hex("recipient_private", 32), fields.hex("envelope")
    user, device = read_address(fields)
    registration_id = read_registration(fields)
    believe = read_belief(fields)

    def opened() -> Content:
        return sealed_sender.open_envelope(private, user, device, registration_id, data, believe())

    if "refused" in fields:
        refused(fields, report, opened)
        return
    wanted = fields.object("accepted")
    content, reason = outcome(opened)
    if not report.equal("accepted", "accepted", reason or "accepted"):
        raise Stopped
    report.equal("envelope", data, Received.decode(data).encode())
    check_sender(wanted, report, content.certificate)
    report.equal("hint", wanted.number("hint"), content.shown_hint())
    report.equal("group_id", wanted.hex("group_id"), content.group_id)
    report.equal("message", wanted.hex("message"), content.message)
    wanted.done()


def check_split(fields: Fields, report: Report) -> None:
    """SV-5, SV-6."""
    data = fields.hex("sent")
    if "refused" in fields:
        refused(fields, report, lambda: Sent.decode(data))
        return
    sent, reason = outcome(lambda: Sent.decode(data))
    found = fields.items("accepted")
    if not report.equal("accepted", "accepted", reason or "accepted"):
        raise Stopped
    report.equal("sent", data, sent.encode())
    check_received(found, sent.received(), fields, report)


def read_belief(fields: Fields) -> Callable[[], Belief]:
    """SS-4: what is believed, which may be refused itself."""
    roots, known, revoked = fields.items("roots"), fields.items("known"), fields.items("revoked")
    received_at = None if fields.raw("received_at") is None else in_range(fields, "received_at", 64)
    now = in_range(fields, "now", 64)
    if not all(is_hex(item) for item in roots + known) or not all(len(item) == 64 for item in roots):
        raise Wrong(f"{fields.where}: roots are not 32 bytes each, or known is not lower-case hex")
    if not all(is_number(item) and item < 2**32 for item in revoked):
        raise Wrong(f"{fields.where}: revoked is not ids")
    return lambda: Belief.make([bytes.fromhex(item) for item in roots], [bytes.fromhex(item) for item in known],
                               revoked, received_at, now)


def read_address(fields: Fields) -> tuple[bytes, int]:
    """EN-5."""
    user, device = fields.hex("user"), in_range(fields, "device", 32)
    if not 1 <= len(user) <= 255 or device == 0:
        raise Wrong(f"{fields.where}: user or device is none")
    return user, device


def read_registration(fields: Fields) -> int:
    number = in_range(fields, "registration_id", 32)
    if number == 0:
        raise Wrong(f"{fields.where}: registration_id is 0")
    return number


def read_key(fields: Fields, name: str) -> bytes:
    """The bare u of a key of EN-4."""
    data = fields.hex(name)
    key, reason = outcome(lambda: decode_key(data))
    if reason is not None:
        raise Wrong(f"{fields.where}: {name} is {reason}")
    return key


def in_range(fields: Fields, name: str, bits: int) -> int:
    value = fields.number(name)
    if value >= 2**bits:
        raise Wrong(f"{fields.where}: {name} has more than {bits} bits")
    return value
