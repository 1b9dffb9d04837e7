"""The checks of sealed-sender.json."""

from typing import Any, Callable

import sealed_sender
from curves import public_key
from encoding import Refused, decode_key, encode_key
from fields import Fields, Report, Wrong, is_hex, is_number, outcome
from sealed_sender import Belief, Content, Device, SenderCertificate, ServerCertificate


def check_sealed_sender(fields: Fields, report: Report) -> None:
    kinds: dict[str, Callable[[Fields, Report], None]] = {
        "certificate": check_certificate,
        "access": check_access,
        "verify": check_verify,
        "seal": check_seal,
        "open": check_open,
        "split": check_split,
    }
    kinds[fields.choice("kind", *kinds)](fields, report)


def check_certificate(fields: Fields, report: Report) -> None:
    """SS-1 to SS-3, SV-1, SV-2."""
    root_seed, server_seed = fields.hex("root_seed", 32), fields.hex("server_seed", 32)
    root, server_key = map(sealed_sender.ed25519_public, (root_seed, server_seed))
    server = ServerCertificate.issue(root_seed, fields.number("server_id"), server_key)
    user, device = fields.hex("user"), fields.number("device")
    identity, expires_at = decode_key(fields.hex("identity_key", 33)), fields.number("expires_at")
    signed = SenderCertificate.signed(user, device, identity, expires_at, server.id, server_key)
    signature = sealed_sender.ed25519_sign(server_seed, signed)
    full = SenderCertificate(user, device, identity, expires_at, server, signature)
    short = SenderCertificate(user, device, identity, expires_at, server.id, signature)
    report.equal("root", fields.hex("root"), root)
    report.equal("root_id", fields.hex("root_id"), sealed_sender.root_id(root))
    report.equal("server_certificate", fields.hex("server_certificate"), server.encode())
    report.equal("full", fields.hex("full"), full.encode())
    report.equal("short", fields.hex("short"), short.encode())
    for certificate in (full, short):
        decoded, reason = outcome(lambda: SenderCertificate.decode(certificate.encode()))
        report.equal("decoded", reason or decoded, certificate)


def check_access(fields: Fields, report: Report) -> None:
    """SS-21."""
    profile_key = fields.hex("profile_key", 32)
    report.equal("access_key", fields.hex("access_key"), sealed_sender.access_key(profile_key))
    report.equal("token", fields.hex("token"), sealed_sender.access_token(profile_key))


def check_verify(fields: Fields, report: Report) -> None:
    """SS-3 to SS-6."""
    data, believed = fields.hex("certificate"), read_belief(fields)

    def verified() -> SenderCertificate:
        certificate = SenderCertificate.decode(data)
        believed.check()
        believed.verify(certificate)
        return certificate

    certificate, wanted = compared(fields, report, verified)
    if certificate is None:
        return
    report.equal("certificate", data, certificate.encode())
    check_sender(wanted, report, certificate)
    report.equal("expires_at", wanted.number("expires_at"), certificate.expires_at)
    wanted.done()


def check_seal(fields: Fields, report: Report) -> None:
    """SS-8 to SS-15, SV-6."""
    private, random = fields.hex("sender_private", 32), fields.hex("random", 32)
    certificate = SenderCertificate.decode(fields.hex("certificate"))
    content = Content(certificate, fields.number("hint"), fields.hex("group_id"), fields.hex("message"))
    recipients = []
    for index, item in enumerate(fields.items("recipients")):
        given = Fields(item, f"{fields.where}: recipients {index}")
        recipients.append(Device(given.hex("user"), given.number("device"), given.number("registration_id"),
                                 decode_key(given.hex("identity_key", 33))))
        given.done()
    sent, received = sealed_sender.seal(private, content, random, recipients)
    report.equal("certificate's key", encode_key(certificate.identity),
                 encode_key(public_key(sealed_sender.clamped(private))))
    report.equal("sent", fields.hex("sent"), sent)
    report.equal("received", hex_items(fields, "received"), received)
    report.equal("received (split)", sealed_sender.split(sent), received)


def check_open(fields: Fields, report: Report) -> None:
    """SS-14, SS-17 to SS-19."""
    private = fields.hex("recipient_private", 32)
    me = Device(fields.hex("user"), fields.number("device"), fields.number("registration_id"),
                public_key(sealed_sender.clamped(private)))
    data, believed = fields.hex("envelope"), read_belief(fields)

    def opened() -> Content:
        believed.check()
        return sealed_sender.open_envelope(data, private, me, believed)

    content, wanted = compared(fields, report, opened)
    if content is None:
        return
    check_sender(wanted, report, content.certificate)
    # SS-9.
    report.equal("hint", wanted.number("hint"), content.hint if content.hint <= 2 else 0)
    report.equal("group_id", wanted.hex("group_id"), content.group_id)
    report.equal("message", wanted.hex("message"), content.message)
    wanted.done()


def check_split(fields: Fields, report: Report) -> None:
    """SS-15, SV-5, SV-6."""
    data = fields.hex("sent")
    parts, reason = outcome(lambda: sealed_sender.split(data))
    if "refused" in fields:
        report.equal("refused", fields.text("refused"), reason or "accepted")
    else:
        report.equal("accepted", hex_items(fields, "accepted"), reason or parts)


def compared(fields: Fields, report: Report, action: Callable[[], Any]) -> tuple[Any, Any]:
    """The value and the fields of what is wanted; nothing when the case is refused, as it should be or not."""
    value, reason = outcome(action)
    if "refused" in fields:
        report.equal("refused", fields.text("refused"), reason or "accepted")
        return None, None
    wanted = fields.object("accepted")
    if not report.equal("accepted", "accepted", reason or "accepted"):
        return None, None
    return value, wanted


def check_sender(wanted: Fields, report: Report, certificate: SenderCertificate) -> None:
    report.equal("user", wanted.hex("user"), certificate.user)
    report.equal("device", wanted.number("device"), certificate.device)
    report.equal("identity_key", wanted.hex("identity_key"), encode_key(certificate.identity))


def read_belief(fields: Fields) -> Belief:
    roots = hex_items(fields, "roots")
    try:
        known = [ServerCertificate.decode(item) for item in hex_items(fields, "known")]
    except Refused:
        raise Wrong(f"{fields.where}: known is not server certificates") from None
    revoked = fields.items("revoked")
    if not all(map(is_number, revoked)) or any(len(root) != 32 for root in roots):
        raise Wrong(f"{fields.where}: revoked is not numbers, or roots are not keys")
    return Belief(roots, known, revoked, fields.number_or_null("received_at"), fields.number("now"))


def hex_items(fields: Fields, name: str) -> list[bytes]:
    items = fields.items(name)
    if not all(map(is_hex, items)):
        raise Wrong(f"{fields.where}: {name} is not lower-case hex")
    return [bytes.fromhex(item) for item in items]
