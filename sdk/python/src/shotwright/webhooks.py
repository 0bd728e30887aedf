"""Verification of webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import TYPE_CHECKING, Mapping, Optional, Sequence, Union, cast

from .errors import ShotwrightError

if TYPE_CHECKING:
    from .printed import WebhookEvent

_SECRET_PREFIX = "whsec_"


def verify_webhook(
    body: Union[bytes, str],
    headers: Mapping[str, str],
    secret: Union[str, Sequence[str]],
    *,
    tolerance_seconds: float = 300,
    now: Optional[float] = None,
) -> "WebhookEvent":
    """Returns the event of a webhook after checking its signature and its age.

    ``body`` is exactly what was received. ``secret`` is the signing secret (``whsec_…``), or several
    while a new one replaces the old one. ``now`` is in seconds since 1970. Raises
    :class:`ShotwrightError` with the code ``webhook_invalid``. Source: Standard Webhooks.
    """
    names = {name.lower(): value for name, value in headers.items()}
    event_id = _header(names, "webhook-id")
    timestamp = _header(names, "webhook-timestamp")
    signatures = [one[3:] for one in _header(names, "webhook-signature").split(" ") if one.startswith("v1,")]
    is_number = timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12
    age = (time.time() if now is None else now) - int(timestamp) if is_number else float("inf")
    if abs(age) > tolerance_seconds:
        raise _invalid(f"The webhook-timestamp differs from the current time by more than {tolerance_seconds:g} s.")
    payload = body.encode() if isinstance(body, str) else bytes(body)
    signed = f"{event_id}.{timestamp}.".encode() + payload
    secrets = [secret] if isinstance(secret, str) else list(secret)
    for key in [_key(one) for one in secrets]:
        expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        if any(hmac.compare_digest(expected.encode(), given.encode()) for given in signatures):
            return cast("WebhookEvent", json.loads(payload))
    raise _invalid("The webhook-signature was not made with this secret and this body.")


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if not value:
        raise _invalid(f"The header {name} is missing.")
    return value


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret[len(_SECRET_PREFIX) :], validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not secret.startswith(_SECRET_PREFIX) or not key:
        raise _invalid("The secret is not of the form whsec_….")
    return key


def _invalid(message: str) -> ShotwrightError:
    return ShotwrightError("webhook_invalid", message)
