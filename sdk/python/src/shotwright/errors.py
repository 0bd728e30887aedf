"""Errors of calls."""

from __future__ import annotations

from typing import Any, Mapping, NamedTuple, Optional, Sequence


class FieldError(NamedTuple):
    """One invalid field of a request."""

    path: str
    message: str
    """End of a sentence that begins with the name; it names the valid values."""
    did_you_mean: Optional[str] = None


class ShotwrightError(Exception):
    """Error of a call. ``message`` is a sentence for people, ``code`` is stable.

    The client's own codes are ``connection_failed``, ``deadline_exceeded``, ``proxy_error``,
    ``not_shotwright``, ``redirected``, ``server_too_old`` and ``webhook_invalid``; all others are
    codes of the API.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: Optional[int] = None,
        is_retryable: bool = False,
        fields: Sequence[FieldError] = (),
        details: Optional[Mapping[str, Any]] = None,
        screenshot_id: Optional[str] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        """HTTP status; None if no response belongs to the error."""
        self.is_retryable = is_retryable
        """True if the same request may succeed later."""
        self.fields = tuple(fields)
        """The first invalid fields, at most twenty."""
        self.field = self.fields[0].path if self.fields else None
        """Name of the first invalid field."""
        self.details = dict(details or {})
        self.screenshot_id = screenshot_id
        """Screenshot whose capture failed."""
        self.request_id = request_id
        """ID by which the server's log names the request."""
        self.retry_after = retry_after
        """Time to wait before a retry, in seconds."""

    def __str__(self) -> str:
        return f"{self.message} ({self.code})"
