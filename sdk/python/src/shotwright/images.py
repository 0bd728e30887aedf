"""Downloads of images."""

from __future__ import annotations

import http.client
import os
import re
import uuid
from typing import TYPE_CHECKING, Iterator, Optional

from .errors import ShotwrightError

if TYPE_CHECKING:
    from .deadline import Deadline

_CHUNK_BYTES = 65_536


class ImageDownload:
    """An image that is being downloaded. Use it in a ``with`` statement, or read it completely."""

    def __init__(self, response: http.client.HTTPResponse, deadline: "Deadline") -> None:
        self._response = response
        self._deadline = deadline
        self.content_type = response.headers.get("content-type", "application/octet-stream")
        found = re.search(r'filename="([^"]+)"', response.headers.get("content-disposition", ""))
        self.file_name = found.group(1) if found else "screenshot"
        """Name that the server suggests for the file."""
        size = response.headers.get("content-length")
        self.size_bytes: Optional[int] = int(size) if size is not None else None

    def __enter__(self) -> "ImageDownload":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connection."""
        self._response.close()

    def chunks(self) -> Iterator[bytes]:
        """Yields the bytes as they arrive."""
        received = 0
        try:
            while True:
                self._deadline.left()
                chunk = self._response.read(_CHUNK_BYTES)
                if not chunk:
                    break
                received += len(chunk)
                yield chunk
        except (OSError, http.client.HTTPException) as error:
            self._deadline.left()
            raise self._broken() from error
        finally:
            self.close()
        if self.size_bytes is not None and received < self.size_bytes:
            raise self._broken()

    def bytes(self) -> bytes:
        """Reads the whole image."""
        return b"".join(self.chunks())

    def save_to(self, path: "os.PathLike[str] | str") -> None:
        """Writes the image to a file, which appears when it is complete."""
        partial = f"{os.fspath(path)}.{uuid.uuid4()}.partial"
        try:
            with open(partial, "xb") as file:
                for chunk in self.chunks():
                    file.write(chunk)
            os.replace(partial, path)
        except BaseException:
            if os.path.exists(partial):
                os.remove(partial)
            raise

    @staticmethod
    def _broken() -> ShotwrightError:
        message = "The connection was closed in the middle of the image."
        return ShotwrightError("connection_failed", message, is_retryable=True)
