// Printed from the contract by `npm run docs:print`; changes here are overwritten.

/** A cookie, as text or as an object. */
type CookieInput = string | Readonly<Record<string, unknown>>;

/** A step: a line such as `click #login`, or an object. Units: ms and CSS pixels. */
export type StepInput =
  | string
  | {
      readonly action: 'click' | 'type' | 'clear' | 'press' | 'hover' | 'select' | 'check' | 'scroll' | 'wait' | 'wait_for' | 'goto' | 'eval';
      readonly selector?: string;
      readonly text?: string;
      readonly key?: string;
      readonly url?: string;
      readonly ms?: number;
      readonly x?: number;
      readonly y?: number;
      readonly secret?: boolean;
      readonly optional?: boolean;
    };

/** Options of every capture. */
interface SharedCaptureOptions {
  /** Project that the screenshot belongs to; API clients may omit it. */
  readonly project_id?: number | undefined;
  /** Format of the finished file. Default: png. */
  readonly file_type?: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif' | 'pdf' | 'html' | 'markdown' | 'text' | 'mhtml' | undefined;
  /** Captures the full page instead of the viewport. Default: false. */
  readonly full_page?: boolean | undefined;
  /** Stops animations and transitions before the capture. Default: false. */
  readonly disable_animations?: boolean | undefined;
  /** Loads the page without running its scripts. Default: false. */
  readonly disable_javascript?: boolean | undefined;
  /** Captures with at least two device pixels per CSS pixel. Default: false. */
  readonly retina?: boolean | undefined;
  /** Device whose viewport, scale and user agent are emulated, as GET /devices lists. Values: text, at most 100 characters. */
  readonly emulate_device?: string | undefined;
  /** Width of the viewport in CSS pixels. Values: 100 to 7680. Default: 1280. */
  readonly width?: number | undefined;
  /** Height of the viewport in CSS pixels. Values: 100 to 4320. Default: 720. */
  readonly height?: number | undefined;
  /** Leaves the image transparent where the page itself paints no background. Default: false. */
  readonly omit_background?: boolean | undefined;
  /** Makes repeated captures of an unchanged page identical: fixed time, UTC, seeded randomness, no motion. Default: false. */
  readonly deterministic?: boolean | undefined;
  /** Time at which the clock of the page starts; implies deterministic. Default: 2025-01-01T00:00:00Z. Values: time in ISO 8601, from 2000 to 2099. */
  readonly freeze_time?: string | undefined;
  /** Seed of everything random in a deterministic page. Values: 0 to 999999. Default: 1. */
  readonly seed?: number | undefined;
  /** Quality of a JPEG (default 85), WebP (80) or AVIF (50). Values: 1 to 100. */
  readonly quality?: number | undefined;
  /** Device pixels per CSS pixel, such as 2 or 2.625; a device keeps its own scale if larger. Values: 0.5 to 4. Default: 1. */
  readonly device_scale_factor?: number | undefined;
  /** Part of the page that is shown around the element, in CSS pixels. Values: 0 to 500. */
  readonly padding?: number | undefined;
  /** Left edge of the clip on the page in CSS pixels. Values: 0 to 50000. */
  readonly clip_x?: number | undefined;
  /** Top edge of the clip on the page in CSS pixels. Values: 0 to 50000. */
  readonly clip_y?: number | undefined;
  /** Width of the clip in CSS pixels. Values: 1 to 25000. */
  readonly clip_width?: number | undefined;
  /** Height of the clip in CSS pixels. Values: 1 to 25000. */
  readonly clip_height?: number | undefined;
  /** Width in pixels to which the finished image is reduced. Values: 16 to 7680. */
  readonly image_width?: number | undefined;
  /** Height in pixels to which the finished image is reduced. Values: 16 to 7680. */
  readonly image_height?: number | undefined;
  /** Way to fit the image into its size: scaled, cropped, padded or distorted. Default: inside. */
  readonly image_fit?: 'inside' | 'cover' | 'contain' | 'fill' | undefined;
  /** Part of the image that the fit cover keeps. Default: top. */
  readonly image_position?: 'top' | 'top_right' | 'right' | 'bottom_right' | 'bottom' | 'bottom_left' | 'left' | 'top_left' | 'center' | undefined;
  /** Colour around an image with the fit contain; default #ffffff. Values: a colour such as #ffffff or #ffffff80. */
  readonly image_background?: string | undefined;
  /** Height in CSS pixels at which the image of the full page ends. Values: 100 to 25000. */
  readonly full_page_max_height?: number | undefined;
  /** Scrolls through the page first, so that what loads on scrolling is shown. Default: true. */
  readonly full_page_scroll?: boolean | undefined;
  /** Additional time of the page after each step of scrolling, in milliseconds. Values: 0 to 2000. Default: 0. */
  readonly scroll_delay?: number | undefined;
  /** Height of each step of scrolling as a share of the viewport. Values: 0.1 to 1. */
  readonly scroll_step?: number | undefined;
  /** Divides the image of the full page into slices of this height in CSS pixels. Values: 500 to 16000. */
  readonly slice_height?: number | undefined;
  /** Height that a slice repeats of the one before, in CSS pixels. Values: 0 to 500. Default: 0. */
  readonly slice_overlap?: number | undefined;
  /** Shows fixed and sticky elements as at the top of the page, keeps them in each screen, or hides them. Default: auto. */
  readonly sticky?: 'auto' | 'keep' | 'hide' | undefined;
  /** Shows all content of areas that scroll instead of the page, one or several beside each other. Default: true. */
  readonly expand_scrollers?: boolean | undefined;
  /** Files made from the content of the page beside the finished file. */
  readonly extract?: readonly ('metadata' | 'html' | 'text' | 'markdown' | 'article' | 'links' | 'a11y' | 'mhtml')[] | undefined;
  /** Name of the file; the ending of its format is added. Values: 1 to 120 characters without slashes, line breaks and control characters. */
  readonly file_name?: string | undefined;
  /** Size of the pages of a PDF. Default: a4. */
  readonly pdf_paper_format?: 'a0' | 'a1' | 'a2' | 'a3' | 'a4' | 'a5' | 'a6' | 'letter' | 'legal' | 'tabloid' | 'ledger' | undefined;
  /** Width of the pages, 1 to 200 inches, in in, mm, cm, px or pt. Values: a length such as 210mm, 8.5in, 40px or 0. */
  readonly pdf_width?: string | undefined;
  /** Height of the pages, 1 to 200 inches, in in, mm, cm, px or pt. Values: a length such as 210mm, 8.5in, 40px or 0. */
  readonly pdf_height?: string | undefined;
  /** Turns the pages to landscape. Default: false. */
  readonly pdf_landscape?: boolean | undefined;
  /** Margin on all sides, 0 to 10 inches; default 0.4in, and 0 for one page. Values: a length such as 210mm, 8.5in, 40px or 0. */
  readonly pdf_margin?: string | undefined;
  /** Margin above the content. Values: a length such as 210mm, 8.5in, 40px or 0. */
  readonly pdf_margin_top?: string | undefined;
  /** Margin right of the content. Values: a length such as 210mm, 8.5in, 40px or 0. */
  readonly pdf_margin_right?: string | undefined;
  /** Margin below the content. Values: a length such as 210mm, 8.5in, 40px or 0. */
  readonly pdf_margin_bottom?: string | undefined;
  /** Margin left of the content. Values: a length such as 210mm, 8.5in, 40px or 0. */
  readonly pdf_margin_left?: string | undefined;
  /** Scale of the content. Values: 0.1 to 2. Default: 1. */
  readonly pdf_scale?: number | undefined;
  /** Pages to keep, all by default. Values: pages and ranges such as 1-3,5. */
  readonly pdf_page_ranges?: string | undefined;
  /** Prints background colours and background images. Default: true. */
  readonly pdf_print_background?: boolean | undefined;
  /** HTML above each page; classes date, title, url, pageNumber and totalPages are filled. Values: text, at most 16384 bytes. */
  readonly pdf_header?: string | undefined;
  /** HTML below each page, like the header; without scripts and network images. Values: text, at most 16384 bytes. */
  readonly pdf_footer?: string | undefined;
  /** Adds the structure of the content for screen readers. Default: true. */
  readonly pdf_tagged?: boolean | undefined;
  /** Adds an outline of the headings. Default: false. */
  readonly pdf_outline?: boolean | undefined;
  /** Prints everything on one page, as wide as the layout of the page. Default: false. */
  readonly pdf_fit_one_page?: boolean | undefined;
  /** Prefers the size that an @page rule of the page names. Default: false. */
  readonly pdf_prefer_css_page_size?: boolean | undefined;
  /** Additional wait before the capture, in seconds. Values: 0 to 60. Default: 0. */
  readonly delay?: number | undefined;
  /** Captures only the first visible element for this CSS or xpath= selector, also in open shadow roots and frames. Values: text, at most 1024 bytes. */
  readonly element_selector?: string | undefined;
  /** CSS that is added to the page. Values: text, at most 262144 bytes. */
  readonly inject_css?: string | undefined;
  /** JavaScript that runs in the page after it has loaded. Values: text, at most 262144 bytes. */
  readonly inject_js?: string | undefined;
  /** Headers of the requests to the origin of the page, as a JSON object or its text. Values: JSON object, at most 16384 bytes. */
  readonly custom_header?: Readonly<Record<string, string>> | undefined;
  /** Blocks ads, trackers, chats, social media and cookie banners. Default: false. */
  readonly clean?: boolean | undefined;
  /** Blocks hosts of advertisements and hides their empty slots. Default: false. */
  readonly block_ads?: boolean | undefined;
  /** Blocks hosts that measure visitors. Default: false. */
  readonly block_trackers?: boolean | undefined;
  /** Blocks hosts of chat widgets and hides their buttons. Default: false. */
  readonly block_chats?: boolean | undefined;
  /** Blocks hosts of social media that other sites embed. Default: false. */
  readonly block_socials?: boolean | undefined;
  /** Rejects banners that ask for consent, and hides what is left of them. Default: false. */
  readonly block_cookie_banners?: boolean | undefined;
  /** Action on banners: reject, hide without an answer, or accept. Default: reject. */
  readonly cookie_banner_action?: 'reject' | 'hide' | 'accept' | undefined;
  /** CSS or xpath= selectors of elements, also in frames, that take no space; one a line. Values: list of at most 100 texts, each at most 1024 bytes. */
  readonly hide_selectors?: string | readonly string[] | undefined;
  /** CSS or xpath= selectors of elements, also in frames, that are deleted; one a line. Values: list of at most 100 texts, each at most 1024 bytes. */
  readonly remove_selectors?: string | readonly string[] | undefined;
  /** CSS or xpath= selectors of elements, also in frames, that are covered by boxes; one a line. Values: list of at most 100 texts, each at most 1024 bytes. */
  readonly mask_selectors?: string | readonly string[] | undefined;
  /** Colour of the boxes over masked elements, as #rgb or #rrggbb. Values: a colour without transparency, as #rgb or #rrggbb. Default: #000000. */
  readonly mask_color?: string | undefined;
  /** Selectors of elements, also in frames, that are clicked in order; one that ends in ? may be absent. Values: list of at most 10 texts, each at most 1024 bytes. */
  readonly click_selectors?: string | readonly string[] | undefined;
  /** Kinds of resources that the page cannot load. */
  readonly block_resources?: readonly ('image' | 'media' | 'font' | 'script' | 'stylesheet' | 'xhr' | 'other')[] | undefined;
  /** URLs that the page cannot load; * stands for any text; one a line. Values: list of at most 50 texts, each at most 500 bytes. */
  readonly block_requests?: string | readonly string[] | undefined;
  /** URLs that are never blocked, nor their hosts by category; * stands for any text; one a line. Values: list of at most 50 texts, each at most 500 bytes. */
  readonly allow_requests?: string | readonly string[] | undefined;
  /** Prefers a dark colour scheme (prefers-color-scheme). Default: false. */
  readonly dark_mode?: boolean | undefined;
  /** Prefers reduced motion (prefers-reduced-motion). Default: false. */
  readonly reduced_motion?: boolean | undefined;
  /** Prefers more or less contrast (prefers-contrast). */
  readonly prefers_contrast?: 'more' | 'less' | undefined;
  /** Uses a limited palette of colours (forced-colors). Default: false. */
  readonly forced_colors?: boolean | undefined;
  /** Prefers reduced transparency (prefers-reduced-transparency). Default: false. */
  readonly reduced_transparency?: boolean | undefined;
  /** CSS media type that the page is rendered for. Default: print for a PDF, else screen. */
  readonly media_type?: 'screen' | 'print' | undefined;
  /** Time zone of the page, as an IANA name. Default when deterministic: UTC. Values: text, at most 64 characters. */
  readonly timezone?: string | undefined;
  /** Languages of the visitor, the preferred one first: 1 to 5 tags with commas. Values: text, at most 100 characters. */
  readonly language?: string | undefined;
  /** Latitude of the visitor in degrees; secure pages may read it. Values: -90 to 90. */
  readonly latitude?: number | undefined;
  /** Longitude of the visitor in degrees; secure pages may read it. Values: -180 to 180. */
  readonly longitude?: number | undefined;
  /** Accuracy of the place in metres. Values: 0 to 10000. Default: 10. */
  readonly accuracy?: number | undefined;
  /** Permissions that are granted to every page; latitude grants geolocation itself. */
  readonly permissions?: readonly ('geolocation' | 'notifications' | 'camera' | 'microphone' | 'clipboard-read' | 'clipboard-write' | 'midi' | 'local-fonts' | 'window-management')[] | undefined;
  /** User agent of all requests and scripts; its client hints are derived from it. Values: text, at most 500 characters. */
  readonly user_agent?: string | undefined;
  /** Renders as a mobile browser: its viewport meta tag applies. Default: false. */
  readonly is_mobile?: boolean | undefined;
  /** Emulates a touch screen. Default: false. */
  readonly has_touch?: boolean | undefined;
  /** Turns the emulated device to landscape. Default: false. */
  readonly landscape?: boolean | undefined;
  /** Place of the visitor: language, timezone and position, where none are given. */
  readonly location?: 'amsterdam' | 'berlin' | 'london' | 'los_angeles' | 'madrid' | 'mumbai' | 'new_york' | 'paris' | 'sao_paulo' | 'singapore' | 'sydney' | 'tokyo' | undefined;
  /** Speed and latency of the network, which the page is told as well. */
  readonly throttle?: 'slow_3g' | 'fast_3g' | '4g' | undefined;
  /** Factor by which the processor of the page is slower. Values: 1 to 6. Default: 1. */
  readonly cpu_throttle?: number | undefined;
  /** Accepts every certificate, such as self-signed and expired ones. Default: false. */
  readonly ignore_tls_errors?: boolean | undefined;
  /** Ignores the Content-Security-Policy of the page. Default: false. */
  readonly bypass_csp?: boolean | undefined;
  /** Requests that get the custom headers: of the origin of the page, or all. Default: origin. */
  readonly headers_scope?: 'origin' | 'all' | undefined;
  /** Actions before the capture, one a line, such as click #login or press Enter; also in frames. Values: list of at most 20 lines or JSON objects. */
  readonly steps?: string | readonly StepInput[] | undefined;
  /** Moment from which the page is captured; auto: when it has come to rest. Default: auto. */
  readonly wait_until?: 'auto' | 'load' | 'domcontentloaded' | 'network_idle' | 'commit' | undefined;
  /** Time after which the capture fails, free of charge, in seconds without the queue. Values: 5 to 90. */
  readonly timeout?: number | undefined;
  /** Further attempts after failures that may pass, such as a server error. Values: 0 to 2. Default: 0. */
  readonly retries?: number | undefined;
  /** Scrolls to the first element for this CSS or xpath= selector, or by CSS pixels. Values: text, at most 1024 bytes. */
  readonly scroll_to?: string | undefined;
  /** Waits until an element for this CSS or xpath= selector is visible. Values: text, at most 1024 bytes. */
  readonly wait_for_selector?: string | undefined;
  /** Waits until no element for this CSS or xpath= selector is visible. Values: text, at most 1024 bytes. */
  readonly wait_for_hidden?: string | undefined;
  /** Waits until the page shows this text. Values: text, at most 200 characters. */
  readonly wait_for_text?: string | undefined;
  /** Waits until this JavaScript expression or function of the page is true. Values: text, at most 2048 bytes. */
  readonly wait_for_function?: string | undefined;
  /** Waits until the page has requested nothing for this time, in milliseconds. Values: 100 to 10000. */
  readonly wait_for_network_idle?: number | undefined;
  /** Waits until the page calls the function shotwrightReady(). Default: false. */
  readonly wait_for_signal?: boolean | undefined;
  /** Time that each condition is waited for, on the clock of the page, in seconds. Values: 0 to 30. Default: 10. */
  readonly wait_timeout?: number | undefined;
  /** Captures the page even if a condition is not met in time, with a warning. Default: false. */
  readonly best_effort?: boolean | undefined;
  /** Statuses of the page that make the capture fail, free of charge. Values: text, at most 200 characters. */
  readonly fail_on_status?: string | undefined;
  /** Fails the capture, free of charge, unless an element matches this selector. Values: text, at most 1024 bytes. */
  readonly fail_if_selector_missing?: string | undefined;
  /** Fails the capture, free of charge, if an element matches this selector. Values: text, at most 1024 bytes. */
  readonly fail_if_selector_present?: string | undefined;
  /** Fails the capture, free of charge, unless the page shows this text. Values: text, at most 200 characters. */
  readonly fail_unless_text?: string | undefined;
  /** Fails the capture, free of charge, if the page shows this text. Values: text, at most 200 characters. */
  readonly fail_if_text?: string | undefined;
  /** Fails the capture, free of charge, if the page reports an error to its console. Default: false. */
  readonly fail_on_console_error?: boolean | undefined;
  /** Fails the capture, free of charge, if one of these resources cannot be loaded. */
  readonly fail_on_request_failure?: readonly ('document' | 'script' | 'stylesheet' | 'image')[] | undefined;
  /** Verdicts about the image that make the capture fail, free of charge. */
  readonly fail_on_verdict?: readonly ('blank' | 'bot_challenge' | 'login_wall' | 'cookie_wall' | 'host_error' | 'incomplete' | 'truncated')[] | undefined;
  /** Verdicts about the image that are expected: the capture is charged as usual. */
  readonly accept_verdicts?: readonly ('blank' | 'bot_challenge' | 'login_wall' | 'cookie_wall' | 'host_error' | 'incomplete' | 'truncated')[] | undefined;
  /** Your own name of the capture; returned, and a filter of the list. Values: text, at most 200 characters. */
  readonly external_id?: string | undefined;
  /** Tags of the capture; returned, and a filter of the list; one a line. Values: list of at most 10 texts, each at most 50 bytes. */
  readonly tags?: string | readonly string[] | undefined;
  /** Stores the image in your files. Without it, the image is only returned and uses no storage. Default: true. */
  readonly store?: boolean | undefined;
  /** Your own bucket to which the image is delivered. */
  readonly destination_id?: number | undefined;
  /** Path in the bucket, with placeholders. Default: the one of the destination. Values: text, at most 500 characters. */
  readonly storage_path?: string | undefined;
  /** Presigned URL to which the image is sent by PUT. Values: text, at most 4096 characters. */
  readonly upload_url?: string | undefined;
  /** Days until the screenshot is deleted. Default: that of the account, if it has one. Values: 1 to 3650. */
  readonly retention_days?: number | undefined;
  /** HTTPS URL that is notified of the end of this capture, besides registered webhooks. Values: text, at most 2048 characters. */
  readonly webhook_url?: string | undefined;
  /** Returns the stored image of an earlier identical request, free of charge. Default: false. */
  readonly cache?: boolean | undefined;
  /** Greatest age of a cached image, in seconds. Values: 60 to 2592000. Default: 86400. */
  readonly cache_ttl?: number | undefined;
  /** Separates cached images; required if the request has credentials. Values: 1 to 200 letters, digits, dots, underscores and hyphens. */
  readonly cache_key?: string | undefined;
  /** Captures a new image and caches it. Default: false. */
  readonly fresh?: boolean | undefined;
  /** Seconds beyond cache_ttl at which an image is returned while a new one is captured. Values: 0 to 604800. Default: 0. */
  readonly stale_while_revalidate?: number | undefined;
}

/** Options of a capture of a URL. */
export interface UrlCaptureOptions extends SharedCaptureOptions {
  /** URL of the page, http or https. */
  readonly url: string;
  /** HTTP proxy that loads the page, with its credentials. Values: text, at most 2048 characters. */
  readonly proxy_url?: string | undefined;
  /** Cookies as Set-Cookie lines, one Cookie header line, or JSON objects; at most 50. Values: text or list of JSON objects, at most 65536 bytes. */
  readonly cookies?: string | readonly CookieInput[] | undefined;
  /** User name for HTTP basic authentication at the origin of the page. Values: text, at most 256 characters. */
  readonly basic_auth_user?: string | undefined;
  /** Password for HTTP basic authentication at the origin of the page. Values: text, at most 256 characters. */
  readonly basic_auth_password?: string | undefined;
}

/** Options of a capture of HTML. */
export interface HtmlCaptureOptions extends SharedCaptureOptions {
  /** HTML document to render. */
  readonly html: string;
  /** URL that relative URLs in the HTML refer to, http or https. Values: text, at most 2048 characters. */
  readonly base_url?: string | undefined;
}

/** Options of a capture of a URL or of HTML. */
export type CaptureOptions = UrlCaptureOptions | HtmlCaptureOptions;
