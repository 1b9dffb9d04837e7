"""The checks of pushes.json."""

import push
from fields import Fields, Report, Stopped, Wrong, outcome, refused

READERS = {"json": push.read_json, "text": push.read_text, "binary": push.read_raw}


def check_push(fields: Fields, report: Report) -> None:
    if fields.choice("kind", "encode", "decode") == "encode":
        check_encode(fields, report)
    else:
        check_decode(fields, report)


def check_encode(fields: Fields, report: Report) -> None:
    """PP-3 to PP-11; what was encoded is read again (PP-1, PP-2, PP-13, PP-14)."""
    way = fields.choice("push", *push.MAXIMA)
    budget, lifetime = fields.number("budget"), fields.number_or_null("lifetime")
    alert, name = fields.string_or_null("alert"), fields.string_or_null("alert_name")
    now, collapse_id = fields.number_or_null("now"), fields.hex_or_null("collapse_id", 16)
    envelope, preview = fields.hex_or_null("envelope"), fields.hex_or_null("preview")
    fetch_id, server_time = fields.hex("fetch_id"), fields.number_or_null("server_time")
    is_apns = way in ("alert", "background", "call")
    for what, value, is_used in (
            ("lifetime", lifetime, way != "raw"), ("now", now, is_apns),
            ("collapse_id", collapse_id, is_apns or way == "web"),
            ("alert or alert_name", alert if name is None else name, way == "alert")):
        if (value is not None) != is_used:
            raise Wrong(f"{fields.where}: {what} is there or isn't, against what it is for")
    if alert is not None and name is not None:
        raise Wrong(f"{fields.where}: alert and alert_name are both there")

    def encode() -> push.Encoded:
        encoder = push.Encoder(way, budget, lifetime or 0, alert, name)
        return encoder.encode(push.Content(envelope, preview, fetch_id, server_time), now, collapse_id)

    if "refused" in fields:
        refused(fields, report, encode)
        return
    encoded, reason = outcome(encode)
    payload = fields.hex("payload")
    if not report.equal("refusal", None, reason):
        raise Stopped()
    report.equal("form", fields.text("form"), encoded.form)
    report.equal("reason", fields.text("reason"), encoded.reason)
    report.equal("excess", fields.number_or_null("excess"), encoded.excess)
    report.equal("preview_excess", fields.number_or_null("preview_excess"), encoded.preview_excess)
    report.equal("remaining", fields.number("remaining"), encoded.remaining)
    report.equal("payload", payload, encoded.payload)
    report.equal("beside", fields.items("beside"), encoded.beside)
    report.equal("payload (within the budget)", True, len(payload) <= budget)
    found, reason = outcome(lambda: READERS["binary" if way in ("web", "raw") else "json"](payload))
    carried = {"inline": envelope, "preview": preview, "fetch": fetch_id}[encoded.form]
    report.equal("payload (read)", carried, reason or found.content)


def check_decode(fields: Fields, report: Report) -> None:
    """PP-1, PP-2, PP-13 to PP-16."""
    way, data = fields.choice("as", *READERS), fields.hex("bytes")
    if "refused" in fields:
        refused(fields, report, lambda: READERS[way](data))
        return
    found, reason = outcome(lambda: READERS[way](data))
    if not report.equal("refusal", None, reason):
        raise Stopped()
    report.equal("form", fields.text("form"), found.form)
    report.equal("call", fields.flag("call"), found.call)
    report.equal("server_time", fields.number_or_null("server_time"), found.server_time)
    report.equal("expiry", fields.number_or_null("expiry"), found.expiry)
    report.equal("content", fields.hex("content"), found.content)
    report.equal("zeros", fields.number("zeros"), found.zeros)
    if way == "binary":
        report.equal("bytes", data, found.binary())
