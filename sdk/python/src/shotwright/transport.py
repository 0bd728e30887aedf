"""Sends requests, retries them and describes their errors."""

from __future__ import annotations

import http.client
import json
import ssl
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Callable, Dict, Mapping, NamedTuple, NoReturn, Optional, TypeVar, Union, cast

from .deadline import Deadline
from .errors import FieldError, ShotwrightError

T = TypeVar("T")
_FIRST_DELAY = 0.25
_LONGEST_DELAY = 30.0
_RUNNING = "idempotency_in_progress"
_OWN_TYPES = ("application/json", "application/zip")
_LACKING = {"not_found", "method_not_allowed", "session_expired"}
_DELETED = {"screenshot_not_found", "baseline_not_found"}


class Request(NamedTuple):
    """One request of the API."""

    method: str
    path: str
    """Path below ``/api/v1``."""
    query: Optional[Mapping[str, Any]] = None
    body: Optional[Mapping[str, Any]] = None
    idempotency_key: Optional[str] = None
    is_repeatable: bool = False
    """True for a POST whose repeats change nothing more."""


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirected POST would become a GET without its body."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Transport:
    """Sends the requests of a client. Proxies come from the environment, as in ``urllib``."""

    def __init__(self, url: str, api_key: str, max_retries: int, context: Optional[ssl.SSLContext]) -> None:
        self._url = url
        self._api_key = api_key
        self._max_retries = max_retries
        self._opener = urllib.request.build_opener(_NoRedirects, urllib.request.HTTPSHandler(context=context))

    def send(self, request: Request, deadline: Deadline, read: Callable[[http.client.HTTPResponse], T]) -> T:
        """Returns the response as read. Retries lost connections and temporary errors.

        A POST is retried only with an idempotency key or if a repeat changes nothing more, so that nothing is done twice.
        """
        has_key = request.idempotency_key is not None
        may_retry = request.method != "POST" or has_key or request.is_repeatable
        retries = 0
        while True:
            outcome = self._attempt(request, deadline, read)
            if not isinstance(outcome, ShotwrightError):
                return outcome
            is_running = outcome.code == _RUNNING
            is_deletion = request.method == "DELETE" and outcome.code in _DELETED
            if is_deletion and retries > 0:
                # The attempt before this one deleted it, and its response was lost.
                return cast(T, None)
            if not may_retry or not _is_temporary(outcome):
                raise outcome
            if not is_running:
                if retries >= self._max_retries:
                    raise outcome
                retries += 1
            backoff = _FIRST_DELAY * 2.0 ** max(0, retries - 1)
            wait = backoff if outcome.retry_after is None else outcome.retry_after
            deadline.sleep(min(wait, _LONGEST_DELAY))

    def _attempt(
        self, request: Request, deadline: Deadline, read: Callable[[http.client.HTTPResponse], T]
    ) -> Union[T, ShotwrightError]:
        try:
            response = self._opener.open(self._prepare(request), timeout=deadline.silence())
            self._require_ours(response, request)
            return read(response)
        except urllib.error.HTTPError as error:
            with error:
                return self._response_error(error, request)
        except ShotwrightError as error:
            return error
        except (OSError, http.client.HTTPException, ValueError) as error:
            deadline.left()
            return self._connection_error(error)

    def _prepare(self, request: Request) -> urllib.request.Request:
        query = {name: value for name, value in (request.query or {}).items() if value is not None}
        suffix = f"?{urllib.parse.urlencode(query)}" if query else ""
        headers = {"accept": "application/json, */*", "x-api-key": self._api_key}
        data = None
        if request.body is not None:
            headers["content-type"] = "application/json"
            data = json.dumps(request.body).encode()
        if request.idempotency_key is not None:
            headers["idempotency-key"] = request.idempotency_key
        url = f"{self._url}/api/v1{request.path}{suffix}"
        return urllib.request.Request(url, data=data, headers=headers, method=request.method)

    def _require_ours(self, response: http.client.HTTPResponse, request: Request) -> None:
        if _type_of(response.headers) not in _OWN_TYPES and "x-screenshot-id" not in response.headers:
            response.close()
            self._raise_foreign(response.status, _type_of(response.headers), request)

    def _response_error(self, error: urllib.error.HTTPError, request: Request) -> ShotwrightError:
        content_type = _type_of(error.headers)
        if 300 <= error.code < 400:
            target = error.headers.get("location", "another URL")
            message = f"{self._url} redirects to {target}. Use the URL to which it redirects."
            return ShotwrightError("redirected", message, status=error.code)
        body = _parse(error.read()) if content_type == "application/json" else {}
        code, message = body.get("code"), body.get("message")
        if not isinstance(code, str) or not isinstance(message, str):
            try:
                self._raise_foreign(error.code, content_type, request)
            except ShotwrightError as foreign:
                return foreign
        if code in _LACKING:
            message = (
                f"The server at {self._url} does not have the call {request.method} {request.path} for API keys. "
                "It is probably older than this client; update it."
            )
            return ShotwrightError("server_too_old", message, status=error.code)
        details = body.get("details") if isinstance(body.get("details"), dict) else {}
        retry_after = error.headers.get("retry-after", "")
        return ShotwrightError(
            str(code),
            str(message),
            status=error.code,
            is_retryable=body.get("retryable") is True,
            fields=[
                FieldError(str(one.get("path")), str(one.get("message")), one.get("did_you_mean"))
                for one in details.get("fields", [])
            ],
            details=details,
            screenshot_id=details.get("screenshotId"),
            request_id=body.get("requestId"),
            retry_after=float(retry_after) if retry_after.isdigit() else None,
        )

    def _raise_foreign(self, status: int, content_type: str, request: Request) -> NoReturn:
        seen = f"responded to {request.method} {request.path} with {status} ({content_type or 'no content type'})"
        if status == 407:
            raise _proxy_sign_in(self._url)
        if status in (502, 503, 504):
            message = f"A proxy between this client and {self._url} {seen}. The server behind it may be down."
            raise ShotwrightError("proxy_error", message, status=status, is_retryable=True)
        message = f"{self._url} is not a Shotwright server: it {seen}. Check the URL."
        raise ShotwrightError("not_shotwright", message, status=status)

    def _connection_error(self, error: Exception) -> ShotwrightError:
        reason = getattr(error, "reason", error)
        if "407" in str(reason):
            return _proxy_sign_in(self._url)
        if isinstance(reason, ssl.SSLError):
            text = f"its certificate is not trusted ({reason}). If a proxy inspects TLS, pass a context with its certificate."
        elif isinstance(reason, ConnectionRefusedError):
            text = "the connection was refused. Check the URL, and that the server is running."
        else:
            text = f"the connection failed ({reason})."
        message = f"Could not reach {self._url}: {text}"
        return ShotwrightError("connection_failed", message, is_retryable=not isinstance(reason, ssl.SSLError))


def _is_temporary(error: ShotwrightError) -> bool:
    """Failures of a capture are final: a repeat would return the same failure."""
    if error.screenshot_id is not None:
        return False
    if error.code == _RUNNING:
        return True
    return error.is_retryable and (error.status is None or error.status == 429 or error.status >= 500)


def _proxy_sign_in(url: str) -> ShotwrightError:
    message = f"A proxy between this client and {url} requires a sign-in (407). Configure the credentials of the proxy."
    return ShotwrightError("proxy_error", message, status=407)


def _type_of(headers: Any) -> str:
    return str(headers.get("content-type") or "").split(";")[0].strip()


def _parse(content: bytes) -> Dict[str, Any]:
    try:
        body = json.loads(content)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
