"""Types of options and responses. Printed from the contract by ``npm run docs:print``; changes here are overwritten."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Mapping, Optional, Sequence, TypedDict, Union


class _SharedCaptureOptions(TypedDict, total=False):
    project_id: Optional[int]
    """Project that the screenshot belongs to; API clients may omit it."""
    file_type: Optional[Literal["png", "jpeg", "webp", "avif", "gif", "pdf", "html", "markdown", "text", "mhtml"]]
    """Format of the finished file. Default: png."""
    full_page: Optional[bool]
    """Captures the full page instead of the viewport. Default: false."""
    disable_animations: Optional[bool]
    """Stops animations and transitions before the capture. Default: false."""
    disable_javascript: Optional[bool]
    """Loads the page without running its scripts. Default: false."""
    retina: Optional[bool]
    """Captures with at least two device pixels per CSS pixel. Default: false."""
    emulate_device: Optional[str]
    """Device whose viewport, scale and user agent are emulated, as GET /devices lists. Values: text, at most 100 characters."""
    width: Optional[float]
    """Width of the viewport in CSS pixels. Values: 100 to 7680. Default: 1280."""
    height: Optional[float]
    """Height of the viewport in CSS pixels. Values: 100 to 4320. Default: 720."""
    omit_background: Optional[bool]
    """Leaves the image transparent where the page itself paints no background. Default: false."""
    deterministic: Optional[bool]
    """Makes repeated captures of an unchanged page identical: fixed time, UTC, seeded randomness, no motion. Default: false."""
    freeze_time: Optional[str]
    """Time at which the clock of the page starts; implies deterministic. Default: 2025-01-01T00:00:00Z. Values: time in ISO 8601, from 2000 to 2099."""
    seed: Optional[float]
    """Seed of everything random in a deterministic page. Values: 0 to 999999. Default: 1."""
    quality: Optional[float]
    """Quality of a JPEG (default 85), WebP (80) or AVIF (50). Values: 1 to 100."""
    device_scale_factor: Optional[float]
    """Device pixels per CSS pixel, such as 2 or 2.625; a device keeps its own scale if larger. Values: 0.5 to 4. Default: 1."""
    padding: Optional[float]
    """Part of the page that is shown around the element, in CSS pixels. Values: 0 to 500."""
    clip_x: Optional[float]
    """Left edge of the clip on the page in CSS pixels. Values: 0 to 50000."""
    clip_y: Optional[float]
    """Top edge of the clip on the page in CSS pixels. Values: 0 to 50000."""
    clip_width: Optional[float]
    """Width of the clip in CSS pixels. Values: 1 to 25000."""
    clip_height: Optional[float]
    """Height of the clip in CSS pixels. Values: 1 to 25000."""
    image_width: Optional[float]
    """Width in pixels to which the finished image is reduced. Values: 16 to 7680."""
    image_height: Optional[float]
    """Height in pixels to which the finished image is reduced. Values: 16 to 7680."""
    image_fit: Optional[Literal["inside", "cover", "contain", "fill"]]
    """Way to fit the image into its size: scaled, cropped, padded or distorted. Default: inside."""
    image_position: Optional[Literal["top", "top_right", "right", "bottom_right", "bottom", "bottom_left", "left", "top_left", "center"]]
    """Part of the image that the fit cover keeps. Default: top."""
    image_background: Optional[str]
    """Colour around an image with the fit contain; default #ffffff. Values: a colour such as #ffffff or #ffffff80."""
    full_page_max_height: Optional[float]
    """Height in CSS pixels at which the image of the full page ends. Values: 100 to 25000."""
    full_page_scroll: Optional[bool]
    """Scrolls through the page first, so that what loads on scrolling is shown. Default: true."""
    scroll_delay: Optional[float]
    """Additional time of the page after each step of scrolling, in milliseconds. Values: 0 to 2000. Default: 0."""
    scroll_step: Optional[float]
    """Height of each step of scrolling as a share of the viewport. Values: 0.1 to 1."""
    slice_height: Optional[float]
    """Divides the image of the full page into slices of this height in CSS pixels. Values: 500 to 16000."""
    slice_overlap: Optional[float]
    """Height that a slice repeats of the one before, in CSS pixels. Values: 0 to 500. Default: 0."""
    sticky: Optional[Literal["auto", "keep", "hide"]]
    """Shows fixed and sticky elements as at the top of the page, keeps them in each screen, or hides them. Default: auto."""
    expand_scrollers: Optional[bool]
    """Shows all content of areas that scroll instead of the page, one or several beside each other. Default: true."""
    extract: Optional[Sequence[Literal["metadata", "html", "text", "markdown", "article", "links", "a11y", "mhtml", "selectors"]]]
    """Files made from the content of the page beside the finished file."""
    file_name: Optional[str]
    """Name of the file; the ending of its format is added. Values: 1 to 120 characters without slashes, line breaks and control characters."""
    pdf_paper_format: Optional[Literal["a0", "a1", "a2", "a3", "a4", "a5", "a6", "letter", "legal", "tabloid", "ledger"]]
    """Size of the pages of a PDF. Default: a4."""
    pdf_width: Optional[str]
    """Width of the pages, 1 to 200 inches, in in, mm, cm, px or pt. Values: a length such as 210mm, 8.5in, 40px or 0."""
    pdf_height: Optional[str]
    """Height of the pages, 1 to 200 inches, in in, mm, cm, px or pt. Values: a length such as 210mm, 8.5in, 40px or 0."""
    pdf_landscape: Optional[bool]
    """Turns the pages to landscape. Default: false."""
    pdf_margin: Optional[str]
    """Margin on all sides, 0 to 10 inches; default 0.4in, and 0 for one page. Values: a length such as 210mm, 8.5in, 40px or 0."""
    pdf_margin_top: Optional[str]
    """Margin above the content. Values: a length such as 210mm, 8.5in, 40px or 0."""
    pdf_margin_right: Optional[str]
    """Margin right of the content. Values: a length such as 210mm, 8.5in, 40px or 0."""
    pdf_margin_bottom: Optional[str]
    """Margin below the content. Values: a length such as 210mm, 8.5in, 40px or 0."""
    pdf_margin_left: Optional[str]
    """Margin left of the content. Values: a length such as 210mm, 8.5in, 40px or 0."""
    pdf_scale: Optional[float]
    """Scale of the content. Values: 0.1 to 2. Default: 1."""
    pdf_page_ranges: Optional[str]
    """Pages to keep, all by default. Values: pages and ranges such as 1-3,5."""
    pdf_print_background: Optional[bool]
    """Prints background colours and background images. Default: true."""
    pdf_header: Optional[str]
    """HTML above each page; classes date, title, url, pageNumber and totalPages are filled. Values: text, at most 16384 bytes."""
    pdf_footer: Optional[str]
    """HTML below each page, like the header; without scripts and network images. Values: text, at most 16384 bytes."""
    pdf_tagged: Optional[bool]
    """Adds the structure of the content for screen readers. Default: true."""
    pdf_outline: Optional[bool]
    """Adds an outline of the headings. Default: false."""
    pdf_fit_one_page: Optional[bool]
    """Prints everything on one page, as wide as the layout of the page. Default: false."""
    pdf_prefer_css_page_size: Optional[bool]
    """Prefers the size that an @page rule of the page names. Default: false."""
    delay: Optional[float]
    """Additional wait before the capture, in seconds. Values: 0 to 60. Default: 0."""
    element_selector: Optional[str]
    """Captures only the first visible element for this CSS or xpath= selector, also in open shadow roots and frames. Values: text, at most 1024 bytes."""
    inject_css: Optional[str]
    """CSS that is added to the page. Values: text, at most 262144 bytes."""
    inject_js: Optional[str]
    """JavaScript that runs in the page after it has loaded. Values: text, at most 262144 bytes."""
    custom_header: Optional[Mapping[str, str]]
    """Headers of the requests to the origin of the page, as a JSON object or its text. Values: JSON object, at most 16384 bytes."""
    clean: Optional[bool]
    """Blocks ads, trackers, chats, social media and cookie banners. Default: false."""
    block_ads: Optional[bool]
    """Blocks hosts of advertisements and hides their empty slots. Default: false."""
    block_trackers: Optional[bool]
    """Blocks hosts that measure visitors. Default: false."""
    block_chats: Optional[bool]
    """Blocks hosts of chat widgets and hides their buttons. Default: false."""
    block_socials: Optional[bool]
    """Blocks hosts of social media that other sites embed. Default: false."""
    block_cookie_banners: Optional[bool]
    """Rejects banners that ask for consent, and hides what is left of them. Default: false."""
    cookie_banner_action: Optional[Literal["reject", "hide", "accept"]]
    """Action on banners: reject, hide without an answer, or accept. Default: reject."""
    hide_selectors: Optional[Union[str, Sequence[str]]]
    """CSS or xpath= selectors of elements, also in frames, that take no space; one a line. Values: list of at most 100 texts, each at most 1024 bytes."""
    remove_selectors: Optional[Union[str, Sequence[str]]]
    """CSS or xpath= selectors of elements, also in frames, that are deleted; one a line. Values: list of at most 100 texts, each at most 1024 bytes."""
    mask_selectors: Optional[Union[str, Sequence[str]]]
    """CSS or xpath= selectors of elements, also in frames, that are covered by boxes; one a line. Values: list of at most 100 texts, each at most 1024 bytes."""
    mask_color: Optional[str]
    """Colour of the boxes over masked elements, as #rgb or #rrggbb. Values: a colour without transparency, as #rgb or #rrggbb. Default: #000000."""
    click_selectors: Optional[Union[str, Sequence[str]]]
    """Selectors of elements, also in frames, that are clicked in order; one that ends in ? may be absent. Values: list of at most 10 texts, each at most 1024 bytes."""
    block_resources: Optional[Sequence[Literal["image", "media", "font", "script", "stylesheet", "xhr", "other"]]]
    """Kinds of resources that the page cannot load."""
    block_requests: Optional[Union[str, Sequence[str]]]
    """URLs that the page cannot load; * stands for any text; one a line. Values: list of at most 50 texts, each at most 500 bytes."""
    allow_requests: Optional[Union[str, Sequence[str]]]
    """URLs that are never blocked, nor their hosts by category; * stands for any text; one a line. Values: list of at most 50 texts, each at most 500 bytes."""
    dark_mode: Optional[bool]
    """Prefers a dark colour scheme (prefers-color-scheme). Default: false."""
    reduced_motion: Optional[bool]
    """Prefers reduced motion (prefers-reduced-motion). Default: false."""
    prefers_contrast: Optional[Literal["more", "less"]]
    """Prefers more or less contrast (prefers-contrast)."""
    forced_colors: Optional[bool]
    """Uses a limited palette of colours (forced-colors). Default: false."""
    reduced_transparency: Optional[bool]
    """Prefers reduced transparency (prefers-reduced-transparency). Default: false."""
    media_type: Optional[Literal["screen", "print"]]
    """CSS media type that the page is rendered for. Default: print for a PDF, else screen."""
    timezone: Optional[str]
    """Time zone of the page, as an IANA name. Default when deterministic: UTC. Values: text, at most 64 characters."""
    language: Optional[str]
    """Languages of the visitor, the preferred one first: 1 to 5 tags with commas. Values: text, at most 100 characters."""
    latitude: Optional[float]
    """Latitude of the visitor in degrees; secure pages may read it. Values: -90 to 90."""
    longitude: Optional[float]
    """Longitude of the visitor in degrees; secure pages may read it. Values: -180 to 180."""
    accuracy: Optional[float]
    """Accuracy of the place in metres. Values: 0 to 10000. Default: 10."""
    permissions: Optional[Sequence[Literal["geolocation", "notifications", "camera", "microphone", "clipboard-read", "clipboard-write", "midi", "local-fonts", "window-management"]]]
    """Permissions that are granted to every page; latitude grants geolocation itself."""
    user_agent: Optional[str]
    """User agent of all requests and scripts; its client hints are derived from it. Values: text, at most 500 characters."""
    is_mobile: Optional[bool]
    """Renders as a mobile browser: its viewport meta tag applies. Default: false."""
    has_touch: Optional[bool]
    """Emulates a touch screen. Default: false."""
    landscape: Optional[bool]
    """Turns the emulated device to landscape. Default: false."""
    location: Optional[Literal["amsterdam", "berlin", "london", "los_angeles", "madrid", "mumbai", "new_york", "paris", "sao_paulo", "singapore", "sydney", "tokyo"]]
    """Place of the visitor: language, timezone and position, where none are given."""
    throttle: Optional[Literal["slow_3g", "fast_3g", "4g"]]
    """Speed and latency of the network, which the page is told as well."""
    cpu_throttle: Optional[float]
    """Factor by which the processor of the page is slower. Values: 1 to 6. Default: 1."""
    ignore_tls_errors: Optional[bool]
    """Accepts every certificate, such as self-signed and expired ones. Default: false."""
    bypass_csp: Optional[bool]
    """Ignores the Content-Security-Policy of the page. Default: false."""
    headers_scope: Optional[Literal["origin", "all"]]
    """Requests that get the custom headers: of the origin of the page, or all. Default: origin."""
    steps: Optional[Union[str, Sequence[Union[str, Mapping[str, Any]]]]]
    """Actions before the capture, one a line, such as click #login or press Enter; also in frames. Values: list of at most 20 lines or JSON objects."""
    wait_until: Optional[Literal["auto", "load", "domcontentloaded", "network_idle", "commit"]]
    """Moment from which the page is captured; auto: when it has come to rest. Default: auto."""
    timeout: Optional[float]
    """Time after which the capture fails, free of charge, in seconds without the queue. Values: 5 to 90."""
    retries: Optional[float]
    """Further attempts after failures that may pass, such as a server error. Values: 0 to 2. Default: 0."""
    scroll_to: Optional[str]
    """Scrolls to the first element for this CSS or xpath= selector, or by CSS pixels. Values: text, at most 1024 bytes."""
    wait_for_selector: Optional[str]
    """Waits until an element for this CSS or xpath= selector is visible. Values: text, at most 1024 bytes."""
    wait_for_hidden: Optional[str]
    """Waits until no element for this CSS or xpath= selector is visible. Values: text, at most 1024 bytes."""
    wait_for_text: Optional[str]
    """Waits until the page shows this text. Values: text, at most 200 characters."""
    wait_for_function: Optional[str]
    """Waits until this JavaScript expression or function of the page is true. Values: text, at most 2048 bytes."""
    wait_for_network_idle: Optional[float]
    """Waits until the page has requested nothing for this time, in milliseconds. Values: 100 to 10000."""
    wait_for_signal: Optional[bool]
    """Waits until the page calls the function shotwrightReady(). Default: false."""
    wait_timeout: Optional[float]
    """Time that each condition is waited for, on the clock of the page, in seconds. Values: 0 to 30. Default: 10."""
    best_effort: Optional[bool]
    """Captures the page even if a condition is not met in time, with a warning. Default: false."""
    fail_on_status: Optional[str]
    """Statuses of the page that make the capture fail, free of charge. Values: text, at most 200 characters."""
    fail_if_selector_missing: Optional[str]
    """Fails the capture, free of charge, unless an element matches this selector. Values: text, at most 1024 bytes."""
    fail_if_selector_present: Optional[str]
    """Fails the capture, free of charge, if an element matches this selector. Values: text, at most 1024 bytes."""
    fail_unless_text: Optional[str]
    """Fails the capture, free of charge, unless the page shows this text. Values: text, at most 200 characters."""
    fail_if_text: Optional[str]
    """Fails the capture, free of charge, if the page shows this text. Values: text, at most 200 characters."""
    fail_on_console_error: Optional[bool]
    """Fails the capture, free of charge, if the page reports an error to its console. Default: false."""
    fail_on_request_failure: Optional[Sequence[Literal["document", "script", "stylesheet", "image"]]]
    """Fails the capture, free of charge, if one of these resources cannot be loaded."""
    fail_on_verdict: Optional[Sequence[Literal["blank", "bot_challenge", "login_wall", "cookie_wall", "host_error", "incomplete", "truncated"]]]
    """Verdicts about the image that make the capture fail, free of charge."""
    accept_verdicts: Optional[Sequence[Literal["blank", "bot_challenge", "login_wall", "cookie_wall", "host_error", "incomplete", "truncated"]]]
    """Verdicts about the image that are expected: the capture is charged as usual."""
    setting_id: Optional[int]
    """ID of a saved setting: its options and secrets apply where the request has none. null removes one."""
    external_id: Optional[str]
    """Your own name of the capture; returned, and a filter of the list. Values: text, at most 200 characters."""
    tags: Optional[Union[str, Sequence[str]]]
    """Tags of the capture; returned, and a filter of the list; one a line. Values: list of at most 10 texts, each at most 50 bytes."""
    store: Optional[bool]
    """Stores the image in your files. Without it, the image is only returned and uses no storage. Default: true."""
    destination_id: Optional[int]
    """Your own bucket to which the image is delivered."""
    storage_path: Optional[str]
    """Path in the bucket, with placeholders. Default: the one of the destination. Values: text, at most 500 characters."""
    upload_url: Optional[str]
    """Presigned URL to which the image is sent by PUT. Values: text, at most 4096 characters."""
    retention_days: Optional[float]
    """Days until the screenshot is deleted. Default: that of the account, if it has one. Values: 1 to 3650."""
    webhook_url: Optional[str]
    """HTTPS URL that is notified of the end of this capture, besides registered webhooks. Values: text, at most 2048 characters."""
    cache: Optional[bool]
    """Returns the stored image of an earlier identical request, free of charge. Default: false."""
    cache_ttl: Optional[float]
    """Greatest age of a cached image, in seconds. Values: 60 to 2592000. Default: 86400."""
    cache_key: Optional[str]
    """Separates cached images; required if the request has credentials. Values: 1 to 200 letters, digits, dots, underscores and hyphens."""
    fresh: Optional[bool]
    """Captures a new image and caches it. Default: false."""
    stale_while_revalidate: Optional[float]
    """Seconds beyond cache_ttl at which an image is returned while a new one is captured. Values: 0 to 604800. Default: 0."""


class _Url(TypedDict):
    url: str
    """URL of the page, http or https."""


class UrlCaptureOptions(_Url, _SharedCaptureOptions, total=False):
    """Options of a capture of a URL."""

    proxy_url: Optional[str]
    """HTTP proxy that loads the page, with its credentials. Values: text, at most 2048 characters."""
    cookies: Optional[Union[str, Sequence[Union[str, Mapping[str, Any]]]]]
    """Cookies as Set-Cookie lines, one Cookie header line, or JSON objects; at most 50. Values: text or list of JSON objects, at most 65536 bytes."""
    basic_auth_user: Optional[str]
    """User name for HTTP basic authentication at the origin of the page. Values: text, at most 256 characters."""
    basic_auth_password: Optional[str]
    """Password for HTTP basic authentication at the origin of the page. Values: text, at most 256 characters."""


class _Html(TypedDict):
    html: str
    """HTML document to render."""


class HtmlCaptureOptions(_Html, _SharedCaptureOptions, total=False):
    """Options of a capture of HTML."""

    base_url: Optional[str]
    """URL that relative URLs in the HTML refer to, http or https. Values: text, at most 2048 characters."""


class _Setting(TypedDict):
    setting_id: int


class SettingCaptureOptions(_Setting, _SharedCaptureOptions, total=False):
    """Options of a capture of the URL that a saved setting has."""

    proxy_url: Optional[str]
    """HTTP proxy that loads the page, with its credentials. Values: text, at most 2048 characters."""
    cookies: Optional[Union[str, Sequence[Union[str, Mapping[str, Any]]]]]
    """Cookies as Set-Cookie lines, one Cookie header line, or JSON objects; at most 50. Values: text or list of JSON objects, at most 65536 bytes."""
    basic_auth_user: Optional[str]
    """User name for HTTP basic authentication at the origin of the page. Values: text, at most 256 characters."""
    basic_auth_password: Optional[str]
    """Password for HTTP basic authentication at the origin of the page. Values: text, at most 256 characters."""


# Beside setting_id, None removes an option of the setting.
CaptureOptions = Union[UrlCaptureOptions, HtmlCaptureOptions, SettingCaptureOptions]


class ScreenshotExtracts(TypedDict):
    url: str
    bytes: int


class ScreenshotSlices(TypedDict):
    index: int
    y: int
    height: int
    url: str


class ScreenshotDelivery(TypedDict):
    state: Literal["PENDING", "DELIVERED", "FAILED"]
    destinationId: Union[int, None]
    destination: Union[str, None]
    path: Union[str, None]
    url: Union[str, None]
    attempts: int
    maxAttempts: int
    nextAttemptAt: Union[str, None]
    deliveredAt: Union[str, None]
    errorCode: Union[str, None]
    error: Union[str, None]


class ScreenshotTimings(TypedDict):
    queueMs: float
    navigateMs: float
    waitMs: float
    captureMs: float
    storeMs: float
    totalMs: float


class ScreenshotReportWarnings(TypedDict):
    option: str
    message: str


class ScreenshotReportSteps(TypedDict):
    action: str
    ms: float
    ok: bool


ScreenshotReportWaited = TypedDict("ScreenshotReportWaited", {"for": "str", "ms": "float", "met": "bool"})


class ScreenshotReportEmulated(TypedDict):
    timezone: Union[str, None]
    language: str
    userAgent: str


class ScreenshotReportViewport(TypedDict):
    widthPx: float
    heightPx: float
    scale: float


class ScreenshotReportConsent(TypedDict):
    outcome: Literal["none", "rejected", "accepted", "hidden", "still_visible"]
    manager: Union[str, None]
    clicks: int
    ms: int


class ScreenshotReportRemoved(TypedDict):
    selector: str
    count: int


class _ScreenshotReport(TypedDict):
    pass


class ScreenshotReport(_ScreenshotReport, total=False):
    warnings: List[ScreenshotReportWarnings]
    steps: List[ScreenshotReportSteps]
    waited: List[ScreenshotReportWaited]
    emulated: Union[ScreenshotReportEmulated, None]
    finalUrl: Union[str, None]
    redirects: List[str]
    targetStatus: Union[int, None]
    pageWidthPx: Union[float, None]
    pageHeightPx: Union[float, None]
    viewport: Union[ScreenshotReportViewport, None]
    browserVersion: str
    requestCount: int
    blockedRequestCount: int
    receivedBytes: int
    consoleErrors: List[str]
    blocked: Dict[str, int]
    blockedHosts: List[str]
    consent: Union[ScreenshotReportConsent, None]
    hidden: int
    removed: List[ScreenshotReportRemoved]
    masked: int


class ScreenshotVerdict(TypedDict):
    kind: Literal["ok", "blank", "bot_challenge", "login_wall", "cookie_wall", "host_error", "incomplete", "truncated"]
    reasons: List[str]
    confidence: Literal["high", "low"]


class ScreenshotWaitingWaitedFor(TypedDict):
    reason: Literal["requests", "timers", "animations", "images", "fonts", "loaders", "changes", "delay"]
    clockMs: float
    realMs: float


class ScreenshotWaitingRequests(TypedDict):
    kind: Literal["content", "stream", "held", "poll", "worker", "task"]
    url: str
    waitedMs: float


class ScreenshotWaitingUnderWay(TypedDict):
    kind: Literal["content", "stream", "held", "poll", "worker", "task"]
    url: str


class ScreenshotWaiting(TypedDict):
    clock: Literal["virtual", "real"]
    fallback: Union[str, None]
    waitedFor: List[ScreenshotWaitingWaitedFor]
    requests: List[ScreenshotWaitingRequests]
    underWay: List[ScreenshotWaitingUnderWay]


class _Screenshot(TypedDict):
    id: str
    requestId: str
    type: Literal["URL", "HTML"]
    status: Literal["PENDING", "PROCESSING", "COMPLETE", "FAILED"]
    livemode: bool
    projectId: int
    screenshotUrl: Union[str, None]
    thumbnailUrl: Union[str, None]
    screenshotImageSize: Union[int, None]
    imageWidth: Union[int, None]
    imageHeight: Union[int, None]
    creditsRequired: int
    creditsCharged: int
    duration: Union[float, None]
    createdAt: str
    startedAt: Union[str, None]
    finishedAt: Union[str, None]
    options: Dict[str, Any]
    externalId: Union[str, None]
    tags: List[str]
    retainedUntil: Union[str, None]
    timings: Union[ScreenshotTimings, None]
    report: Union[ScreenshotReport, None]
    verdict: Union[ScreenshotVerdict, None]
    waiting: Union[ScreenshotWaiting, None]
    error: Union[str, None]
    code: Union[str, None]
    message: Union[str, None]
    retryable: bool


class Screenshot(_Screenshot, total=False):
    url: str
    previewUrl: str
    extracts: Dict[str, ScreenshotExtracts]
    slices: List[ScreenshotSlices]
    delivery: ScreenshotDelivery
    pageImageUrl: str
    annotatedFrom: str


class ReceiptImage(TypedDict):
    contentType: str
    base64: str


class _Receipt(TypedDict):
    requestId: str
    creditRequired: int
    statusUrl: str
    projectId: int


class Receipt(_Receipt, total=False):
    cache: Literal["hit", "miss"]
    image: ReceiptImage


class Device(TypedDict):
    name: str
    width: int
    height: int
    deviceScaleFactor: float
    isMobile: bool
    hasTouch: bool


class EstimatePrice(TypedDict):
    option: Union[str, None]
    credits: int


class EstimateWarnings(TypedDict):
    option: str
    message: str


class Estimate(TypedDict):
    creditsRequired: int
    price: List[EstimatePrice]
    type: Literal["URL", "HTML"]
    url: Union[str, None]
    options: Dict[str, str]
    warnings: List[EstimateWarnings]


class ComparisonRegions(TypedDict):
    x: int
    y: int
    width: int
    height: int
    pixels: int


class ComparisonImage(TypedDict):
    contentType: str
    base64: str
    y: int


class _Comparison(TypedDict):
    before: str
    after: str
    identical: bool
    diffPixels: int
    diffRatio: float
    sizeDiffers: bool
    width: int
    height: int
    regions: List[ComparisonRegions]
    regionCount: int
    passed: bool


class Comparison(_Comparison, total=False):
    image: ComparisonImage


class BaselineIgnoreRegions(TypedDict):
    x: int
    y: int
    width: int
    height: int


class Baseline(TypedDict):
    baselineId: str
    projectId: int
    livemode: bool
    url: str
    screenshotId: str
    screenshotUrl: str
    thumbnailUrl: str
    width: int
    height: int
    threshold: float
    maxDiffRatio: float
    ignoreRegions: List[BaselineIgnoreRegions]
    approvedAt: str
    approvedBy: Union[str, None]
    createdAt: str


class BaselineCheck(TypedDict):
    screenshotId: str
    status: Literal["baseline", "matched", "changed", "new", "failed"]
    passed: bool
    baselineId: Union[str, None]
    baselineScreenshotId: Union[str, None]
    diffPixels: Union[int, None]
    diffRatio: Union[float, None]
    sizeDiffers: Union[bool, None]
    comparisonUrl: Union[str, None]
    message: Union[str, None]


class BatchCounts(TypedDict):
    items: int
    pending: int
    processing: int
    complete: int
    failed: int
    deleted: int


class Batch(TypedDict):
    batchId: str
    name: Union[str, None]
    status: Literal["RUNNING", "COMPLETE", "CANCELLED"]
    paused: bool
    livemode: bool
    projectId: int
    counts: BatchCounts
    creditRequired: int
    creditsCharged: int
    createdAt: str
    finishedAt: Union[str, None]
    statusUrl: str


class BatchItem(TypedDict):
    index: int
    requestId: str
    status: Literal["PENDING", "PROCESSING", "COMPLETE", "FAILED"]
    type: Literal["URL", "HTML"]
    url: Union[str, None]
    externalId: Union[str, None]
    screenshotUrl: Union[str, None]
    thumbnailUrl: Union[str, None]
    creditsCharged: int
    code: Union[str, None]
    message: Union[str, None]
    retryable: bool
    statusUrl: str


class BatchReceiptCounts(TypedDict):
    items: int
    accepted: int
    duplicates: int
    invalid: int
    omitted: int


class _BatchReceiptInvalid(TypedDict):
    index: int
    message: str
    code: str


class BatchReceiptInvalid(_BatchReceiptInvalid, total=False):
    field: str


class BatchReceiptScreenshots(TypedDict):
    index: int
    requestId: str


class BatchReceipt(TypedDict):
    batchId: Union[str, None]
    statusUrl: Union[str, None]
    counts: BatchReceiptCounts
    invalid: List[BatchReceiptInvalid]
    creditRequired: int
    screenshots: List[BatchReceiptScreenshots]


class SitemapReadingUrls(TypedDict):
    url: str
    lastModified: Union[str, None]


class SitemapReadingCounts(TypedDict):
    found: int
    duplicates: int
    otherSites: int
    filtered: int
    invalid: int


class SitemapReadingSitemaps(TypedDict):
    url: str
    problem: Union[str, None]


class SitemapReading(TypedDict):
    urls: List[SitemapReadingUrls]
    counts: SitemapReadingCounts
    isComplete: bool
    sitemaps: List[SitemapReadingSitemaps]


class UsageDays(TypedDict):
    date: str
    credits: int
    captures: int


class UsageProjects(TypedDict):
    id: Union[int, None]
    name: str
    credits: int
    captures: int


class UsageApiKeys(TypedDict):
    id: Union[int, None]
    name: str
    credits: int
    captures: int


class Usage(TypedDict):
    cycleStartedAt: str
    cycleEndsAt: str
    creditsGranted: int
    creditsUsed: int
    creditsAvailable: int
    creditsLasting: int
    creditsForecast: Union[int, None]
    unusedCredits: Literal["expire", "roll_over"]
    storageUsed: int
    storageLimit: Union[int, None]
    days: List[UsageDays]
    projects: List[UsageProjects]
    apiKeys: List[UsageApiKeys]


class WebhookEvent1DataProject(TypedDict):
    id: int
    name: str


class WebhookEvent1DataExtracts(TypedDict):
    url: str
    bytes: int


class WebhookEvent1DataSlices(TypedDict):
    index: int
    y: int
    height: int
    url: str


class WebhookEvent1DataReport(TypedDict):
    finalUrl: Union[str, None]
    targetStatus: Union[int, None]
    pageWidthPx: Union[int, None]
    pageHeightPx: Union[int, None]
    isTruncated: bool
    requestCount: int
    blockedRequestCount: int
    receivedBytes: int


class WebhookEvent1DataVerdict(TypedDict):
    kind: Literal["ok", "blank", "bot_challenge", "login_wall", "cookie_wall", "host_error", "incomplete", "truncated"]
    reasons: List[str]
    confidence: Literal["high", "low"]


class _WebhookEvent1Data(TypedDict):
    id: str
    type: Literal["URL", "HTML"]
    url: Union[str, None]
    externalId: Union[str, None]
    tags: List[str]
    status: Literal["COMPLETE", "FAILED"]
    projectId: int
    project: WebhookEvent1DataProject
    creditsRequired: int
    creditsCharged: int
    screenshotUrl: Union[str, None]
    screenshotImageSize: Union[int, None]
    imageWidth: Union[int, None]
    imageHeight: Union[int, None]
    duration: Union[float, None]
    createdAt: str
    finishedAt: str
    error: Union[str, None]
    code: Union[str, None]
    message: Union[str, None]
    retryable: bool
    report: Union[WebhookEvent1DataReport, None]
    verdict: Union[WebhookEvent1DataVerdict, None]
    statusUrl: str


class WebhookEvent1Data(_WebhookEvent1Data, total=False):
    extracts: Dict[str, WebhookEvent1DataExtracts]
    slices: List[WebhookEvent1DataSlices]


class WebhookEvent1(TypedDict):
    type: Literal["screenshot.completed", "screenshot.failed"]
    timestamp: str
    livemode: bool
    data: WebhookEvent1Data


class WebhookEvent2DataCounts(TypedDict):
    items: int
    pending: int
    processing: int
    complete: int
    failed: int
    deleted: int


class WebhookEvent2Data(TypedDict):
    batchId: str
    name: Union[str, None]
    status: Literal["RUNNING", "COMPLETE", "CANCELLED"]
    paused: bool
    livemode: bool
    projectId: int
    counts: WebhookEvent2DataCounts
    creditRequired: int
    creditsCharged: int
    createdAt: str
    finishedAt: Union[str, None]
    statusUrl: str


class WebhookEvent2(TypedDict):
    type: Literal["batch.completed"]
    timestamp: str
    livemode: bool
    data: WebhookEvent2Data


class WebhookEvent3Data(TypedDict):
    scheduleId: str
    scheduleName: str
    url: Union[str, None]
    projectId: int
    screenshotId: str
    previousScreenshotId: str
    diffRatio: float
    statusUrl: str
    comparisonUrl: str


class WebhookEvent3(TypedDict):
    type: Literal["screenshot.changed"]
    timestamp: str
    livemode: bool
    data: WebhookEvent3Data


class WebhookEvent4Data(TypedDict):
    message: str


class WebhookEvent4(TypedDict):
    type: Literal["webhook.test"]
    timestamp: str
    data: WebhookEvent4Data


class SignedEventsEvents(TypedDict):
    id: str
    headers: Dict[str, str]
    body: str


class SignedEvents(TypedDict):
    events: List[SignedEventsEvents]
    cursor: str
    secret: str


class Project(TypedDict):
    id: int
    name: str
    screenshotCount: int
    totalSize: int
    monthlyLimit: Union[int, None]
    monthlyUsage: Union[int, None]
    createdAt: str


class RequestPageRequests(TypedDict):
    id: str
    requestId: str
    createdAt: str
    method: str
    route: str
    path: str
    target: Union[str, None]
    status: int
    durationMs: int
    credits: int
    errorCode: Union[str, None]
    apiKeyId: int
    projectId: Union[int, None]
    screenshotId: Union[str, None]


class RequestPage(TypedDict):
    requests: List[RequestPageRequests]
    next: Union[str, None]
    searchedUntil: Union[str, None]


class WebhookSampleAnswerError(TypedDict):
    code: str
    message: str


class WebhookSampleAnswer(TypedDict):
    durationMs: int
    statusCode: Union[int, None]
    headers: Dict[str, str]
    body: str
    isBodyCut: bool
    error: Union[WebhookSampleAnswerError, None]


class WebhookSample(TypedDict):
    isDelivered: bool
    requestHeaders: Dict[str, str]
    requestBody: str
    answer: WebhookSampleAnswer
    sampleSecret: Union[str, None]


class Link(TypedDict):
    url: str
    expiresAt: str
    creditRequired: int

WebhookEvent = Union[WebhookEvent1, WebhookEvent2, WebhookEvent3, WebhookEvent4]


class ScreenshotPageMeta(TypedDict):
    page: int
    limit: int
    total: int
    isTotalExact: bool


class ScreenshotPage(TypedDict):
    screenshots: List[Screenshot]
    meta: ScreenshotPageMeta
