"""Client of the Shotwright API: captures web pages and HTML as images."""

from .client import Client
from .errors import FieldError, ShotwrightError
from .images import ImageDownload
from .webhooks import verify_webhook

__all__ = ["Client", "FieldError", "ImageDownload", "ShotwrightError", "verify_webhook"]
