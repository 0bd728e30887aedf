/** Where the page comes from: an address to visit, or HTML text served to the page at an address of its own. */
export type CaptureSource =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'html'; readonly html: string };

/** What the browser pretends to be. Sizes are CSS pixels; the picture has `size × deviceScaleFactor` pixels. */
export interface CaptureViewport {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly deviceScaleFactor: number;
  readonly isMobile: boolean;
  readonly hasTouch: boolean;
  /** Absent: the browser's own. */
  readonly userAgent?: string;
}

/** One capture, fully decided: parsed, defaulted and with its device resolved. The engine adds nothing to it. */
export interface CaptureSpec {
  readonly source: CaptureSource;
  readonly fileType: 'png' | 'jpeg';
  /** 1–100; read for JPEG only. */
  readonly quality: number;
  readonly isFullPage: boolean;
  readonly areAnimationsDisabled: boolean;
  /** Stops the page's own scripts; `injectJs` still runs. */
  readonly isJavaScriptDisabled: boolean;
  readonly viewport: CaptureViewport;
  /** Counted after the page has loaded. */
  readonly delayMs: number;
  /** `http://[user:password@]host:port`; the browser never learns it. */
  readonly proxyUrl?: string;
  /** A CSS selector, or an XPath behind `xpath=`. */
  readonly elementSelector?: string;
  readonly injectCss?: string;
  readonly injectJs?: string;
  /** Sent to the origin of `source.url` only. */
  readonly headers: Readonly<Record<string, string>>;
}
