import type { CaptureCleaning } from './capture-cleaning.ts';
import type { CaptureBlocking } from './capture-blocking.ts';
import type { CaptureBasicAuth, CaptureCookie, CaptureEmulation } from './capture-emulation.ts';

/** Source of the page: a URL to load, or HTML that is served to the page at a reserved URL. */
export type CaptureSource =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'html'; readonly html: string };

/** Emulated device. Sizes in CSS pixels; the image has `size × deviceScaleFactor` pixels. */
export interface CaptureViewport {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly deviceScaleFactor: number;
  readonly isMobile: boolean;
  readonly hasTouch: boolean;
  /**
   * User agent of the device; the version of a Chromium in it is replaced by the real one. Default: the
   * browser's own user agent, without the word "Headless".
   */
  readonly userAgent?: string;
}

/** Fixed time and randomness of a page. */
export interface CaptureDeterminism {
  /** Time at which the page's clock starts. Unit: ms since 1970. */
  readonly startMs: number;
  /** Seed of everything random. */
  readonly seed: number;
}

/**
 * Specification of one capture: parsed, with defaults applied and the device resolved. The engine
 * adds nothing to it.
 */
export interface CaptureSpec {
  readonly source: CaptureSource;
  readonly fileType: 'png' | 'jpeg';
  /** 1–100; used for JPEG only. */
  readonly quality: number;
  readonly isFullPage: boolean;
  /** Leaves pixels that the page does not paint transparent; for PNG only. */
  readonly isBackgroundOmitted?: boolean;
  readonly areAnimationsDisabled: boolean;
  /** Makes repeated captures of an unchanged page identical. Animations are disabled with it. */
  readonly determinism?: CaptureDeterminism;
  /** Disables the page's own scripts; `injectJs` still runs. */
  readonly isJavaScriptDisabled: boolean;
  readonly viewport: CaptureViewport;
  /** Starts after the page has loaded. */
  readonly delayMs: number;
  /** `http://[user:password@]host:port`; never passed to the browser. */
  readonly proxyUrl?: string;
  /** A CSS selector, or an XPath after `xpath=`. */
  readonly elementSelector?: string;
  readonly injectCss?: string;
  readonly injectJs?: string;
  /** Sent only to the origin of `source.url`, unless `headersScope` is `all`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly headersScope?: 'origin' | 'all';
  readonly emulation?: CaptureEmulation;
  readonly cookies?: readonly CaptureCookie[];
  readonly basicAuth?: CaptureBasicAuth;
  readonly blocking?: CaptureBlocking;
  readonly cleaning?: CaptureCleaning;
}
