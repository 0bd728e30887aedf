"""Signed links that capture and return an image."""

from __future__ import annotations

import base64
import hashlib
import hmac
from typing import Any, Mapping, Optional
from urllib.parse import quote


def sign_link(
    server: str,
    key_id: str,
    secret: str,
    options: Mapping[str, Any],
    *,
    expires: Optional[int] = None,
    name: Optional[str] = None,
) -> str:
    """Returns a signed link, without a request and without an API key in it.

    ``options`` are ``url`` and other options; a list becomes a repeated parameter. ``expires`` is in
    seconds since 1970, ``name`` a file name such as ``page.png``.
    """
    given = {**options, "key_id": key_id, "expires": expires}
    pairs = sorted(
        (_encode(key), _encode(_text(one)))
        for key, value in given.items()
        for one in (value if isinstance(value, (list, tuple)) else [value])
        if one is not None
    )
    path = "/api/v1/take" if name is None else f"/api/v1/take/{_encode(name)}"
    canonical = f"{path}?" + "&".join(f"{key}={value}" for key, value in pairs)
    digest = hmac.new(secret.encode(), canonical.encode(), hashlib.sha256).digest()
    signature = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
    return f"{server.rstrip('/')}{canonical}&signature={signature}"


def _encode(text: str) -> str:
    return quote(text, safe="")


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
