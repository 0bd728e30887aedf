"""Calls of the API."""

from __future__ import annotations

import http.client
import json
import os
import re
import ssl
import urllib.parse
import uuid
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Optional, Sequence, cast

from .deadline import Deadline
from .errors import ShotwrightError
from .images import ImageDownload
from .transport import Request, Transport

if TYPE_CHECKING:
    from .printed import (
        Baseline,
        BaselineCheck,
        Batch,
        BatchItem,
        BatchReceipt,
        CaptureOptions,
        Comparison,
        Device,
        Estimate,
        Project,
        Receipt,
        RequestPage,
        Screenshot,
        ScreenshotPage,
        SitemapReading,
        Usage,
        WebhookSample,
    )

_WAIT_SECONDS = 25
"""Time that the server waits for a capture before it responds; its maximum."""
_POLL_SECONDS = 1.0


class Client:
    """Client of one server. All calls raise :class:`ShotwrightError`.

    ``timeout`` is the time that a call may take in all, retries included, in seconds. Each call takes
    a ``timeout`` of its own as well.
    """

    def __init__(
        self,
        url: str,
        api_key: str,
        *,
        timeout: float = 150.0,
        max_retries: int = 3,
        context: Optional[ssl.SSLContext] = None,
    ) -> None:
        if not re.match(r"https?://[^/]", url):
            raise ValueError("url: must be an http or https URL such as https://shots.example.com")
        if not re.fullmatch(r"[\x21-\x7e]+", api_key):
            raise ValueError("api_key: must be an API key of the dashboard, without spaces")
        base = re.sub(r"/api/v1$", "", url.rstrip("/"))
        self._timeout = timeout
        self._transport = Transport(base, api_key, max_retries, context)

    def capture(
        self, options: "CaptureOptions", *, timeout: Optional[float] = None, idempotency_key: Optional[str] = None
    ) -> "Screenshot":
        """Captures a URL or HTML and returns the finished screenshot.

        A lost connection is retried without a second capture. Raises the error of a failed capture,
        which costs nothing.
        """
        deadline = self._deadline(timeout)
        receipt = self._data(_capture_request(options, idempotency_key, _WAIT_SECONDS), deadline)
        finished = receipt.get("screenshot")
        if finished is not None:
            return cast("Screenshot", finished)
        return self._wait_for(receipt["requestId"], deadline)

    def capture_to_file(
        self,
        options: "CaptureOptions",
        path: "os.PathLike[str] | str",
        *,
        timeout: Optional[float] = None,
        idempotency_key: Optional[str] = None,
    ) -> "Screenshot":
        """Captures as :meth:`capture` and writes the image to a file."""
        deadline = self._deadline(timeout)
        screenshot = self.capture(options, timeout=deadline.left(), idempotency_key=idempotency_key)
        self._download(screenshot["id"], deadline).save_to(path)
        return screenshot

    def request_capture(
        self, options: "CaptureOptions", *, timeout: Optional[float] = None, idempotency_key: Optional[str] = None
    ) -> "Receipt":
        """Requests a capture without waiting for its end; ``requestId`` is the screenshot's id."""
        return self._data(_capture_request(options, idempotency_key), self._deadline(timeout))

    def estimate(self, options: "CaptureOptions", *, timeout: Optional[float] = None) -> "Estimate":
        """Returns the price of a capture, its options and their warnings, without making it."""
        request = Request("POST", "/screenshots/estimate", body=cast(Dict[str, Any], options))
        return self._data(request, self._deadline(timeout))

    def compare(
        self,
        before: str,
        after: str,
        *,
        threshold: Optional[float] = None,
        include_antialiasing: Optional[bool] = None,
        ignore_regions: Sequence[Mapping[str, int]] = (),
        max_diff_ratio: Optional[float] = None,
        max_diff_pixels: Optional[int] = None,
        response_type: str = "json",
        max_side: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> "Comparison":
        """Compares two screenshots by their ids, free of charge.

        Each region is ``{"x": 0, "y": 0, "width": 100, "height": 50}`` in pixels. With ``response_type``
        ``base64``, the result has the image of the difference.
        """
        rules = {
            "before": before,
            "after": after,
            "threshold": threshold,
            "include_antialiasing": include_antialiasing,
            "ignore_regions": list(ignore_regions),
            "max_diff_ratio": max_diff_ratio,
            "max_diff_pixels": max_diff_pixels,
            "response_type": response_type,
            "max_side": max_side,
        }
        body = {name: value for name, value in rules.items() if value is not None}
        request = Request("POST", "/comparisons", body=body, is_repeatable=True)
        return self._data(request, self._deadline(timeout))

    def approve_baseline(
        self,
        screenshot_id: str,
        *,
        max_diff_ratio: Optional[float] = None,
        threshold: Optional[float] = None,
        ignore_regions: Optional[Sequence[Mapping[str, int]]] = None,
        timeout: Optional[float] = None,
    ) -> "Baseline":
        """Makes a screenshot the baseline of its URL and options, in place of the one before.

        A tolerance that is not given stays as for the baseline before.
        """
        tolerance = {
            "max_diff_ratio": max_diff_ratio,
            "threshold": threshold,
            "ignore_regions": None if ignore_regions is None else list(ignore_regions),
        }
        given = {name: value for name, value in tolerance.items() if value is not None}
        request = Request("POST", "/baselines", body={"screenshot_id": screenshot_id, **given}, is_repeatable=True)
        return self._data(request, self._deadline(timeout))

    def check_baseline(self, screenshot_id: str, *, timeout: Optional[float] = None) -> "BaselineCheck":
        """Compares a screenshot with the baseline of its URL and options, free of charge."""
        request = Request("POST", "/baseline-checks", body={"screenshot_id": screenshot_id}, is_repeatable=True)
        return self._data(request, self._deadline(timeout))

    def list_baselines(self, *, page: int = 1, limit: int = 25, timeout: Optional[float] = None) -> "List[Baseline]":
        """Returns one page of baselines, last approved first."""
        request = Request("GET", "/baselines", query={"page": page, "limit": limit})
        return self._data(request, self._deadline(timeout))["baselines"]

    def remove_baseline(self, baseline_id: str, *, timeout: Optional[float] = None) -> None:
        """Removes a baseline; its screenshot stays."""
        path = f"/baselines/{urllib.parse.quote(baseline_id, safe='')}"
        self._data(Request("DELETE", path), self._deadline(timeout))

    def wait_for(self, screenshot_id: str, *, timeout: Optional[float] = None) -> "Screenshot":
        """Waits until a capture has ended. Raises the error of a failed capture."""
        return self._wait_for(screenshot_id, self._deadline(timeout))

    def get_screenshot(self, screenshot_id: str, *, timeout: Optional[float] = None) -> "Screenshot":
        """Returns a screenshot."""
        return self._data(Request("GET", _path(screenshot_id)), self._deadline(timeout))

    def list_screenshots(
        self,
        *,
        project_id: Optional[int] = None,
        url: Optional[str] = None,
        status: Optional[str] = None,
        page: int = 1,
        limit: int = 25,
        timeout: Optional[float] = None,
    ) -> "ScreenshotPage":
        """Returns one page of screenshots, newest first. ``url`` is a part of the URL."""
        query = {"projectId": project_id, "url": url, "status": status, "page": page, "limit": limit}
        return self._data(Request("GET", "/screenshots", query=query), self._deadline(timeout))

    def each_screenshot(self, *, url: Optional[str] = None, status: Optional[str] = None, limit: int = 100) -> "Iterator[Screenshot]":
        """Yields all screenshots, newest first; one request for each page."""
        seen = set()
        page = 1
        while True:
            listed = self.list_screenshots(url=url, status=status, page=page, limit=limit)
            for screenshot in listed["screenshots"]:
                # A new screenshot moves the older ones to the next page.
                if screenshot["id"] not in seen:
                    seen.add(screenshot["id"])
                    yield screenshot
            if page * limit >= listed["meta"]["total"]:
                return
            page += 1

    def delete_screenshot(self, screenshot_id: str, *, timeout: Optional[float] = None) -> None:
        """Deletes a screenshot with its image; a running capture is stopped."""
        self._data(Request("DELETE", _path(screenshot_id)), self._deadline(timeout))

    def cancel_capture(self, screenshot_id: str, *, timeout: Optional[float] = None) -> "Screenshot":
        """Cancels a queued or running capture."""
        return self._data(Request("POST", f"{_path(screenshot_id)}/cancel"), self._deadline(timeout))

    def create_batch(
        self, batch: Dict[str, Any], *, timeout: Optional[float] = None, idempotency_key: Optional[str] = None
    ) -> "BatchReceipt":
        """Requests many captures, all of which are accepted or none.

        ``batch`` has ``items`` or ``urls``; ``options``, ``name``, ``dry_run`` and others as in the API.
        """
        request = Request("POST", _BATCHES, body=batch, idempotency_key=idempotency_key or str(uuid.uuid4()))
        return self._data(request, self._deadline(timeout))

    def read_sitemap(self, url: str, *, timeout: Optional[float] = None, **options: Any) -> "SitemapReading":
        """Lists the pages of a website from its sitemap.

        ``options`` are those of the API: ``include``, ``exclude``, ``lastmod_after``, ``same_site`` and ``limit``.
        """
        request = Request("POST", "/sitemaps", body={"url": url, **options})
        return self._data(request, self._deadline(timeout))

    def get_batch(self, batch_id: str, *, timeout: Optional[float] = None) -> "Batch":
        """Returns the progress of a batch."""
        return self._data(Request("GET", _batch_path(batch_id)), self._deadline(timeout))

    def list_batch_items(
        self,
        batch_id: str,
        *,
        status: Optional[str] = None,
        page: int = 1,
        limit: int = 100,
        timeout: Optional[float] = None,
    ) -> "List[BatchItem]":
        """Returns one page of the items of a batch with their results, in the order of the request."""
        query = {"status": status, "page": page, "limit": limit}
        request = Request("GET", f"{_batch_path(batch_id)}/items", query=query)
        return self._data(request, self._deadline(timeout))["items"]

    def cancel_batch(self, batch_id: str, *, timeout: Optional[float] = None) -> "Batch":
        """Cancels the queued and running captures of a batch."""
        return self._data(Request("POST", f"{_batch_path(batch_id)}/cancel"), self._deadline(timeout))

    def retry_batch(
        self, batch_id: str, *, timeout: Optional[float] = None, idempotency_key: Optional[str] = None
    ) -> "BatchReceipt":
        """Captures the failed items of a batch again."""
        path = f"{_batch_path(batch_id)}/retry"
        request = Request("POST", path, idempotency_key=idempotency_key or str(uuid.uuid4()))
        return self._data(request, self._deadline(timeout))

    def download_image(self, screenshot_id: str, *, timeout: Optional[float] = None) -> ImageDownload:
        """Starts the download of an image."""
        return self._download(screenshot_id, self._deadline(timeout))

    def save_image(
        self, screenshot_id: str, path: "os.PathLike[str] | str", *, timeout: Optional[float] = None
    ) -> None:
        """Downloads an image to a file."""
        self._download(screenshot_id, self._deadline(timeout)).save_to(path)

    def download_zip(
        self, screenshot_ids: Sequence[str], *, template: Optional[str] = None, timeout: Optional[float] = None
    ) -> ImageDownload:
        """Starts the download of many images as one zip with a ``manifest.csv``.

        ``template`` names the files, such as ``{project}/{host}-{path}-{date}.{ext}``.
        """
        body: Dict[str, Any] = {"ids": list(screenshot_ids)}
        if template is not None:
            body["template"] = template
        request = Request("POST", "/projects/files/zip", body=body)
        deadline = self._deadline(timeout)
        return self._transport.send(request, deadline, lambda response: ImageDownload(response, deadline))

    def list_projects(self, *, timeout: Optional[float] = None) -> "List[Project]":
        """Returns the projects that the key can use."""
        return self._data(Request("GET", "/projects"), self._deadline(timeout))["projects"]

    def list_requests(
        self,
        *,
        status: Optional[str] = None,
        key: Optional[int] = None,
        project: Optional[int] = None,
        text: Optional[str] = None,
        cursor: Optional[str] = None,
        limit: int = 50,
        timeout: Optional[float] = None,
    ) -> "RequestPage":
        """Returns calls with API keys of the last 30 days, newest first, without secrets.

        ``status`` is ``2xx``, ``error`` or a number; ``cursor`` is ``next`` of the page before. A key of one project or
        of test mode gets only its own calls.
        """
        query = {"status": status, "key": key, "project": project, "text": text, "cursor": cursor, "limit": limit}
        return self._data(Request("GET", "/requests", query=query), self._deadline(timeout))

    def send_webhook_sample(
        self, url: str, event_type: str = "webhook.test", *, timeout: Optional[float] = None
    ) -> "WebhookSample":
        """Sends a sample event to a URL."""
        request = Request("POST", "/webhooks/sample", body={"webhookUrl": url, "type": event_type})
        return self._data(request, self._deadline(timeout))

    def get_usage(self, *, timeout: Optional[float] = None) -> "Usage":
        """Returns credits and storage of the current cycle."""
        return self._data(Request("GET", "/credits/usage"), self._deadline(timeout))

    def list_devices(self, *, timeout: Optional[float] = None) -> "List[Device]":
        """Returns the devices that a capture can emulate."""
        return self._data(Request("GET", "/devices"), self._deadline(timeout))["devices"]

    def _wait_for(self, screenshot_id: str, deadline: Deadline) -> "Screenshot":
        while True:
            screenshot = self._data(Request("GET", _path(screenshot_id)), deadline)
            if screenshot["status"] == "COMPLETE":
                return screenshot
            if screenshot["status"] == "FAILED":
                raise ShotwrightError(
                    screenshot["code"] or "internal_error",
                    screenshot["message"] or "The capture failed. Nothing was charged.",
                    is_retryable=screenshot["retryable"],
                    screenshot_id=screenshot_id,
                )
            deadline.sleep(_POLL_SECONDS)

    def _download(self, screenshot_id: str, deadline: Deadline) -> ImageDownload:
        request = Request("GET", f"{_path(screenshot_id)}/image")
        return self._transport.send(request, deadline, lambda response: ImageDownload(response, deadline))

    def _data(self, request: Request, deadline: Deadline) -> Any:
        return self._transport.send(request, deadline, _read_data)

    def _deadline(self, timeout: Optional[float]) -> Deadline:
        return Deadline(self._timeout if timeout is None else timeout)


def _read_data(response: http.client.HTTPResponse) -> Any:
    with response:
        return json.loads(response.read())["data"]


def _capture_request(
    options: "CaptureOptions", idempotency_key: Optional[str], wait_seconds: Optional[int] = None
) -> Request:
    body: Dict[str, Any] = {**options}
    if wait_seconds is not None:
        body["wait"] = wait_seconds
    path = "/html-to-image" if "html" in options else "/screenshots"
    key = str(uuid.uuid4()) if idempotency_key is None else idempotency_key
    return Request("POST", path, body=body, idempotency_key=key)


_BATCHES = "/batches"


def _batch_path(batch_id: str) -> str:
    return f"{_BATCHES}/{urllib.parse.quote(batch_id, safe='')}"


def _path(screenshot_id: str) -> str:
    return f"/screenshots/{urllib.parse.quote(screenshot_id, safe='')}"
