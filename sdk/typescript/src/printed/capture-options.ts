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
  readonly project_id?: number | null | undefined;
  /** Format of the finished file. Default: png. */
  readonly file_type?: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif' | 'pdf' | 'html' | 'markdown' | 'text' | 'mhtml' | null | undefined;
  /** Captures the full page instead of the viewport. Default: false. */
  readonly full_page?: boolean | null | undefined;
  /** Stops animations and transitions before the capture. Default: false. */
  readonly disable_animations?: boolean | null | undefined;
  /** Loads the page without running its scripts. Default: false. */
  readonly disable_javascript?: boolean | null | undefined;
  /** Captures with at least two device pixels per CSS pixel. Default: false. */
  readonly retina?: boolean | null | undefined;
  /** Device whose viewport, scale and user agent are emulated, as GET /devices lists. Values: text, at most 100 characters. */
  readonly emulate_device?: string | null | undefined;
  /** Width of the viewport in CSS pixels. Values: 100 to 7680. Default: 1280. */
  readonly width?: number | null | undefined;
  /** Height of the viewport in CSS pixels. Values: 100 to 4320. Default: 720. */
  readonly height?: number | null | undefined;
  /** Leaves the image transparent where the page itself paints no background. Default: false. */
  readonly omit_background?: boolean | null | undefined;
  /** Makes repeated captures of an unchanged page identical: fixed time, UTC, seeded randomness, no motion. Default: false. */
  readonly deterministic?: boolean | null | undefined;
  /** Time at which the clock of the page starts; implies deterministic. Default: 2025-01-01T00:00:00Z. Values: time in ISO 8601, from 2000 to 2099. */
  readonly freeze_time?: string | null | undefined;
  /** Seed of everything random in a deterministic page. Values: 0 to 999999. Default: 1. */
  readonly seed?: number | null | undefined;
  /** Quality of a JPEG (default 85), WebP (80) or AVIF (50). Values: 1 to 100. */
  readonly quality?: number | null | undefined;
  /** Device pixels per CSS pixel, such as 2 or 2.625; a device keeps its own scale if larger. Values: 0.5 to 4. Default: 1. */
  readonly device_scale_factor?: number | null | undefined;
  /** Part of the page that is shown around the element, in CSS pixels. Values: 0 to 500. */
  readonly padding?: number | null | undefined;
  /** Left edge of the clip on the page in CSS pixels. Values: 0 to 50000. */
  readonly clip_x?: number | null | undefined;
  /** Top edge of the clip on the page in CSS pixels. Values: 0 to 50000. */
  readonly clip_y?: number | null | undefined;
  /** Width of the clip in CSS pixels. Values: 1 to 25000. */
  readonly clip_width?: number | null | undefined;
  /** Height of the clip in CSS pixels. Values: 1 to 25000. */
  readonly clip_height?: number | null | undefined;
  /** Width in pixels to which the finished image is reduced. Values: 16 to 7680. */
  readonly image_width?: number | null | undefined;
  /** Height in pixels to which the finished image is reduced. Values: 16 to 7680. */
  readonly image_height?: number | null | undefined;
  /** Way to fit the image into its size: scaled, cropped, padded or distorted. Default: inside. */
  readonly image_fit?: 'inside' | 'cover' | 'contain' | 'fill' | null | undefined;
  /** Part of the image that the fit cover keeps. Default: top. */
  readonly image_position?: 'top' | 'top_right' | 'right' | 'bottom_right' | 'bottom' | 'bottom_left' | 'left' | 'top_left' | 'center' | null | undefined;
  /** Colour around an image with the fit contain; default #ffffff. Values: a colour such as #ffffff or #ffffff80. */
  readonly image_background?: string | null | undefined;
  /** Height in CSS pixels at which the image of the full page ends. Values: 100 to 25000. */
  readonly full_page_max_height?: number | null | undefined;
  /** Scrolls through the page first, so that what loads on scrolling is shown. Default: true. */
  readonly full_page_scroll?: boolean | null | undefined;
  /** Additional time of the page after each step of scrolling, in milliseconds. Values: 0 to 2000. Default: 0. */
  readonly scroll_delay?: number | null | undefined;
  /** Height of each step of scrolling as a share of the viewport. Values: 0.1 to 1. */
  readonly scroll_step?: number | null | undefined;
  /** Divides the image of the full page into slices of this height in CSS pixels. Values: 500 to 16000. */
  readonly slice_height?: number | null | undefined;
  /** Height that a slice repeats of the one before, in CSS pixels. Values: 0 to 500. Default: 0. */
  readonly slice_overlap?: number | null | undefined;
  /** Shows fixed and sticky elements as at the top of the page, keeps them in each screen, or hides them. Default: auto. */
  readonly sticky?: 'auto' | 'keep' | 'hide' | null | undefined;
  /** Shows all content of areas that scroll instead of the page, one or several beside each other. Default: true. */
  readonly expand_scrollers?: boolean | null | undefined;
  /** Files made from the content of the page beside the finished file. */
  readonly extract?: readonly ('metadata' | 'html' | 'text' | 'markdown' | 'article' | 'links' | 'a11y' | 'mhtml' | 'selectors')[] | null | undefined;
  /** Name of the file; the ending of its format is added. Values: 1 to 120 characters without slashes, line breaks and control characters. */
  readonly file_name?: string | null | undefined;
  /** Size of the pages of a PDF. Default: a4. */
  readonly pdf_paper_format?: 'a0' | 'a1' | 'a2' | 'a3' | 'a4' | 'a5' | 'a6' | 'letter' | 'legal' | 'tabloid' | 'ledger' | null | undefined;
  /** Width of the pages, 1 to 200 inches, in in, mm, cm, px or pt. Values: a length such as 210mm, 8.5in, 40px or 0. */
  readonly pdf_width?: string | null | undefined;
  /** Height of the pages, 1 to 200 inches, in in, mm, cm, px or pt. Values: a length such as 210mm, 8.5in, 40px or 0. */
  readonly pdf_height?: string | null | undefined;
  /** Turns the pages to landscape. Default: false. */
  readonly pdf_landscape?: boolean | null | undefined;
  /** Margin on all sides, 0 to 10 inches; default 0.4in, and 0 for one page. Values: a length such as 210mm, 8.5in, 40px or 0. */
  readonly pdf_margin?: string | null | undefined;
  /** Margin above the content. Values: a length such as 210mm, 8.5in, 40px or 0. */
  readonly pdf_margin_top?: string | null | undefined;
  /** Margin right of the content. Values: a length such as 210mm, 8.5in, 40px or 0. */
  readonly pdf_margin_right?: string | null | undefined;
  /** Margin below the content. Values: a length such as 210mm, 8.5in, 40px or 0. */
  readonly pdf_margin_bottom?: string | null | undefined;
  /** Margin left of the content. Values: a length such as 210mm, 8.5in, 40px or 0. */
  readonly pdf_margin_left?: string | null | undefined;
  /** Scale of the content. Values: 0.1 to 2. Default: 1. */
  readonly pdf_scale?: number | null | undefined;
  /** Pages to keep, all by default. Values: pages and ranges such as 1-3,5. */
  readonly pdf_page_ranges?: string | null | undefined;
  /** Prints background colours and background images. Default: true. */
  readonly pdf_print_background?: boolean | null | undefined;
  /** HTML above each page; classes date, title, url, pageNumber and totalPages are filled. Values: text, at most 16384 bytes. */
  readonly pdf_header?: string | null | undefined;
  /** HTML below each page, like the header; without scripts and network images. Values: text, at most 16384 bytes. */
  readonly pdf_footer?: string | null | undefined;
  /** Adds the structure of the content for screen readers. Default: true. */
  readonly pdf_tagged?: boolean | null | undefined;
  /** Adds an outline of the headings. Default: false. */
  readonly pdf_outline?: boolean | null | undefined;
  /** Prints everything on one page, as wide as the layout of the page. Default: false. */
  readonly pdf_fit_one_page?: boolean | null | undefined;
  /** Prefers the size that an @page rule of the page names. Default: false. */
  readonly pdf_prefer_css_page_size?: boolean | null | undefined;
  /** Additional wait before the capture, in seconds. Values: 0 to 60. Default: 0. */
  readonly delay?: number | null | undefined;
  /** Captures only the first visible element for this CSS or xpath= selector, also in open shadow roots and frames. Values: text, at most 1024 bytes. */
  readonly element_selector?: string | null | undefined;
  /** CSS that is added to the page. Values: text, at most 262144 bytes. */
  readonly inject_css?: string | null | undefined;
  /** JavaScript that runs in the page after it has loaded. Values: text, at most 262144 bytes. */
  readonly inject_js?: string | null | undefined;
  /** Headers of the requests to the origin of the page, as a JSON object or its text. Values: JSON object, at most 16384 bytes. */
  readonly custom_header?: Readonly<Record<string, string>> | null | undefined;
  /** Blocks ads, trackers, chats, social media and cookie banners. Default: false. */
  readonly clean?: boolean | null | undefined;
  /** Blocks hosts of advertisements and hides their empty slots. Default: false. */
  readonly block_ads?: boolean | null | undefined;
  /** Blocks hosts that measure visitors. Default: false. */
  readonly block_trackers?: boolean | null | undefined;
  /** Blocks hosts of chat widgets and hides their buttons. Default: false. */
  readonly block_chats?: boolean | null | undefined;
  /** Blocks hosts of social media that other sites embed. Default: false. */
  readonly block_socials?: boolean | null | undefined;
  /** Rejects banners that ask for consent, and hides what is left of them. Default: false. */
  readonly block_cookie_banners?: boolean | null | undefined;
  /** Action on banners: reject, hide without an answer, or accept. Default: reject. */
  readonly cookie_banner_action?: 'reject' | 'hide' | 'accept' | null | undefined;
  /** CSS or xpath= selectors of elements, also in frames, that take no space; one a line. Values: list of at most 100 texts, each at most 1024 bytes. */
  readonly hide_selectors?: string | readonly string[] | null | undefined;
  /** CSS or xpath= selectors of elements, also in frames, that are deleted; one a line. Values: list of at most 100 texts, each at most 1024 bytes. */
  readonly remove_selectors?: string | readonly string[] | null | undefined;
  /** CSS or xpath= selectors of elements, also in frames, that are covered by boxes; one a line. Values: list of at most 100 texts, each at most 1024 bytes. */
  readonly mask_selectors?: string | readonly string[] | null | undefined;
  /** Colour of the boxes over masked elements, as #rgb or #rrggbb. Values: a colour without transparency, as #rgb or #rrggbb. Default: #000000. */
  readonly mask_color?: string | null | undefined;
  /** Selectors of elements, also in frames, that are clicked in order; one that ends in ? may be absent. Values: list of at most 10 texts, each at most 1024 bytes. */
  readonly click_selectors?: string | readonly string[] | null | undefined;
  /** Kinds of resources that the page cannot load. */
  readonly block_resources?: readonly ('image' | 'media' | 'font' | 'script' | 'stylesheet' | 'xhr' | 'other')[] | null | undefined;
  /** URLs that the page cannot load; * stands for any text; one a line. Values: list of at most 50 texts, each at most 500 bytes. */
  readonly block_requests?: string | readonly string[] | null | undefined;
  /** URLs that are never blocked, nor their hosts by category; * stands for any text; one a line. Values: list of at most 50 texts, each at most 500 bytes. */
  readonly allow_requests?: string | readonly string[] | null | undefined;
  /** Prefers a dark colour scheme (prefers-color-scheme). Default: false. */
  readonly dark_mode?: boolean | null | undefined;
  /** Prefers reduced motion (prefers-reduced-motion). Default: false. */
  readonly reduced_motion?: boolean | null | undefined;
  /** Prefers more or less contrast (prefers-contrast). */
  readonly prefers_contrast?: 'more' | 'less' | null | undefined;
  /** Uses a limited palette of colours (forced-colors). Default: false. */
  readonly forced_colors?: boolean | null | undefined;
  /** Prefers reduced transparency (prefers-reduced-transparency). Default: false. */
  readonly reduced_transparency?: boolean | null | undefined;
  /** CSS media type that the page is rendered for. Default: print for a PDF, else screen. */
  readonly media_type?: 'screen' | 'print' | null | undefined;
  /** Time zone of the page, as an IANA name. Default when deterministic: UTC. Values: text, at most 64 characters. */
  readonly timezone?: string | null | undefined;
  /** Languages of the visitor, the preferred one first: 1 to 5 tags with commas. Values: text, at most 100 characters. */
  readonly language?: string | null | undefined;
  /** Latitude of the visitor in degrees; secure pages may read it. Values: -90 to 90. */
  readonly latitude?: number | null | undefined;
  /** Longitude of the visitor in degrees; secure pages may read it. Values: -180 to 180. */
  readonly longitude?: number | null | undefined;
  /** Accuracy of the place in metres. Values: 0 to 10000. Default: 10. */
  readonly accuracy?: number | null | undefined;
  /** Permissions that are granted to every page; latitude grants geolocation itself. */
  readonly permissions?: readonly ('geolocation' | 'notifications' | 'camera' | 'microphone' | 'clipboard-read' | 'clipboard-write' | 'midi' | 'local-fonts' | 'window-management')[] | null | undefined;
  /** User agent of all requests and scripts; its client hints are derived from it. Values: text, at most 500 characters. */
  readonly user_agent?: string | null | undefined;
  /** Renders as a mobile browser: its viewport meta tag applies. Default: false. */
  readonly is_mobile?: boolean | null | undefined;
  /** Emulates a touch screen. Default: false. */
  readonly has_touch?: boolean | null | undefined;
  /** Turns the emulated device to landscape. Default: false. */
  readonly landscape?: boolean | null | undefined;
  /** Place of the visitor: language, timezone and position, where none are given. */
  readonly location?: 'amsterdam' | 'berlin' | 'london' | 'los_angeles' | 'madrid' | 'mumbai' | 'new_york' | 'paris' | 'sao_paulo' | 'singapore' | 'sydney' | 'tokyo' | null | undefined;
  /** Speed and latency of the network, which the page is told as well. */
  readonly throttle?: 'slow_3g' | 'fast_3g' | '4g' | null | undefined;
  /** Factor by which the processor of the page is slower. Values: 1 to 6. Default: 1. */
  readonly cpu_throttle?: number | null | undefined;
  /** Accepts every certificate, such as self-signed and expired ones. Default: false. */
  readonly ignore_tls_errors?: boolean | null | undefined;
  /** Ignores the Content-Security-Policy of the page. Default: false. */
  readonly bypass_csp?: boolean | null | undefined;
  /** Requests that get the custom headers: of the origin of the page, or all. Default: origin. */
  readonly headers_scope?: 'origin' | 'all' | null | undefined;
  /** Actions before the capture, one a line, such as click #login or press Enter; also in frames. Values: list of at most 20 lines or JSON objects. */
  readonly steps?: string | readonly StepInput[] | null | undefined;
  /** Moment from which the page is captured; auto: when it has come to rest. Default: auto. */
  readonly wait_until?: 'auto' | 'load' | 'domcontentloaded' | 'network_idle' | 'commit' | null | undefined;
  /** Time after which the capture fails, free of charge, in seconds without the queue. Values: 5 to 90. */
  readonly timeout?: number | null | undefined;
  /** Further attempts after failures that may pass, such as a server error. Values: 0 to 2. Default: 0. */
  readonly retries?: number | null | undefined;
  /** Scrolls to the first element for this CSS or xpath= selector, or by CSS pixels. Values: text, at most 1024 bytes. */
  readonly scroll_to?: string | null | undefined;
  /** Waits until an element for this CSS or xpath= selector is visible. Values: text, at most 1024 bytes. */
  readonly wait_for_selector?: string | null | undefined;
  /** Waits until no element for this CSS or xpath= selector is visible. Values: text, at most 1024 bytes. */
  readonly wait_for_hidden?: string | null | undefined;
  /** Waits until the page shows this text. Values: text, at most 200 characters. */
  readonly wait_for_text?: string | null | undefined;
  /** Waits until this JavaScript expression or function of the page is true. Values: text, at most 2048 bytes. */
  readonly wait_for_function?: string | null | undefined;
  /** Waits until the page has requested nothing for this time, in milliseconds. Values: 100 to 10000. */
  readonly wait_for_network_idle?: number | null | undefined;
  /** Waits until the page calls the function shotwrightReady(). Default: false. */
  readonly wait_for_signal?: boolean | null | undefined;
  /** Time that each condition is waited for, on the clock of the page, in seconds. Values: 0 to 30. Default: 10. */
  readonly wait_timeout?: number | null | undefined;
  /** Captures the page even if a condition is not met in time, with a warning. Default: false. */
  readonly best_effort?: boolean | null | undefined;
  /** Statuses of the page that make the capture fail, free of charge. Values: text, at most 200 characters. */
  readonly fail_on_status?: string | null | undefined;
  /** Fails the capture, free of charge, unless an element matches this selector. Values: text, at most 1024 bytes. */
  readonly fail_if_selector_missing?: string | null | undefined;
  /** Fails the capture, free of charge, if an element matches this selector. Values: text, at most 1024 bytes. */
  readonly fail_if_selector_present?: string | null | undefined;
  /** Fails the capture, free of charge, unless the page shows this text. Values: text, at most 200 characters. */
  readonly fail_unless_text?: string | null | undefined;
  /** Fails the capture, free of charge, if the page shows this text. Values: text, at most 200 characters. */
  readonly fail_if_text?: string | null | undefined;
  /** Fails the capture, free of charge, if the page reports an error to its console. Default: false. */
  readonly fail_on_console_error?: boolean | null | undefined;
  /** Fails the capture, free of charge, if one of these resources cannot be loaded. */
  readonly fail_on_request_failure?: readonly ('document' | 'script' | 'stylesheet' | 'image')[] | null | undefined;
  /** Verdicts about the image that make the capture fail, free of charge. */
  readonly fail_on_verdict?: readonly ('blank' | 'bot_challenge' | 'login_wall' | 'cookie_wall' | 'host_error' | 'incomplete' | 'truncated')[] | null | undefined;
  /** Verdicts about the image that are expected: the capture is charged as usual. */
  readonly accept_verdicts?: readonly ('blank' | 'bot_challenge' | 'login_wall' | 'cookie_wall' | 'host_error' | 'incomplete' | 'truncated')[] | null | undefined;
  /** ID of a saved setting: its options and secrets apply where the request has none. null removes one. */
  readonly setting_id?: number | null | undefined;
  /** Your own name of the capture; returned, and a filter of the list. Values: text, at most 200 characters. */
  readonly external_id?: string | null | undefined;
  /** Tags of the capture; returned, and a filter of the list; one a line. Values: list of at most 10 texts, each at most 50 bytes. */
  readonly tags?: string | readonly string[] | null | undefined;
  /** Stores the image in your files. Without it, the image is only returned and uses no storage. Default: true. */
  readonly store?: boolean | null | undefined;
  /** Your own bucket to which the image is delivered. */
  readonly destination_id?: number | null | undefined;
  /** Path in the bucket, with placeholders. Default: the one of the destination. Values: text, at most 500 characters. */
  readonly storage_path?: string | null | undefined;
  /** Presigned URL to which the image is sent by PUT. Values: text, at most 4096 characters. */
  readonly upload_url?: string | null | undefined;
  /** Days until the screenshot is deleted. Default: that of the account, if it has one. Values: 1 to 3650. */
  readonly retention_days?: number | null | undefined;
  /** HTTPS URL that is notified of the end of this capture, besides registered webhooks. Values: text, at most 2048 characters. */
  readonly webhook_url?: string | null | undefined;
  /** Returns the stored image of an earlier identical request, free of charge. Default: false. */
  readonly cache?: boolean | null | undefined;
  /** Greatest age of a cached image, in seconds. Values: 60 to 2592000. Default: 86400. */
  readonly cache_ttl?: number | null | undefined;
  /** Separates cached images; required if the request has credentials. Values: 1 to 200 letters, digits, dots, underscores and hyphens. */
  readonly cache_key?: string | null | undefined;
  /** Captures a new image and caches it. Default: false. */
  readonly fresh?: boolean | null | undefined;
  /** Seconds beyond cache_ttl at which an image is returned while a new one is captured. Values: 0 to 604800. Default: 0. */
  readonly stale_while_revalidate?: number | null | undefined;
}

/** Options of a capture of a URL. */
export interface UrlCaptureOptions extends SharedCaptureOptions {
  /** URL of the page, http or https. */
  readonly url: string;
  /** HTTP proxy that loads the page, with its credentials. Values: text, at most 2048 characters. */
  readonly proxy_url?: string | null | undefined;
  /** Cookies as Set-Cookie lines, one Cookie header line, or JSON objects; at most 50. Values: text or list of JSON objects, at most 65536 bytes. */
  readonly cookies?: string | readonly CookieInput[] | null | undefined;
  /** User name for HTTP basic authentication at the origin of the page. Values: text, at most 256 characters. */
  readonly basic_auth_user?: string | null | undefined;
  /** Password for HTTP basic authentication at the origin of the page. Values: text, at most 256 characters. */
  readonly basic_auth_password?: string | null | undefined;
}

/** Options of a capture of HTML. */
export interface HtmlCaptureOptions extends SharedCaptureOptions {
  /** HTML document to render. */
  readonly html: string;
  /** URL that relative URLs in the HTML refer to, http or https. Values: text, at most 2048 characters. */
  readonly base_url?: string | null | undefined;
}

/** Options of a capture of the URL that a saved setting has. */
export interface SettingCaptureOptions extends Omit<UrlCaptureOptions, 'url' | 'setting_id'> {
  readonly url?: undefined;
  readonly setting_id: number;
}

/** Options of a capture of a URL or of HTML. Beside `setting_id`, null removes an option of the setting. */
export type CaptureOptions = UrlCaptureOptions | HtmlCaptureOptions | SettingCaptureOptions;
