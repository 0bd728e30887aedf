"""Client of the Shotwright API: captures web pages and HTML as images."""

from .client import Client
from .errors import FieldError, ShotwrightError
from .images import ImageDownload
from .links import sign_link
from .webhooks import verify_webhook

__all__ = ["Client", "FieldError", "ImageDownload", "ShotwrightError", "sign_link", "verify_webhook"]
