import type { CaptureAssertions, CaptureWaiting, NavigationMoment } from './capture-waiting.ts';
import type { CaptureStep } from './capture-steps.ts';
import type { CaptureCleaning } from './capture-cleaning.ts';
import type { CaptureConsent } from './capture-consent.ts';
import type { CaptureBlocking } from './capture-blocking.ts';
import type { CaptureBasicAuth, CaptureCookie, CaptureEmulation } from './capture-emulation.ts';

/** Source of the page: a URL to load, or HTML that is served to the page at a reserved URL. */
export type CaptureSource =
  | { readonly kind: 'url'; readonly url: string }
  | {
      readonly kind: 'html';
      readonly html: string;
      /** URL that relative URLs refer to, unless the document names one itself. */
      readonly baseUrl?: string;
    };

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

/** Formats of a finished image. */
export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'avif' | 'gif';

/** Formats of finished files that are no images. */
export type DocumentFormat = 'pdf' | 'html' | 'markdown' | 'text' | 'mhtml';

/** Names of the extracts of a page. */
export type ExtractName =
  | 'metadata'
  | 'html'
  | 'text'
  | 'markdown'
  | 'article'
  | 'links'
  | 'a11y'
  | 'mhtml'
  | 'selectors';

/** Page size, margins and content of a PDF. Lengths in inches. */
export interface PdfSettings {
  /** Absent with `isOnePage`, where the page of the browser decides. */
  readonly paper?: { readonly width: number; readonly height: number };
  readonly isLandscape: boolean;
  readonly margins: {
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
    readonly left: number;
  };
  readonly scale: number;
  /** `1-3,5`; absent: all pages. */
  readonly pageRanges?: string;
  readonly isBackgroundPrinted: boolean;
  /** HTML without scripts. */
  readonly header?: string;
  readonly footer?: string;
  readonly isTagged: boolean;
  readonly hasOutline: boolean;
  /** Prints everything on one page of its size. */
  readonly isOnePage: boolean;
  /** Prefers the size that the style sheets of the page name. */
  readonly isCssSizePreferred: boolean;
}

/** Rectangle of a page in CSS pixels, from its top left corner. */
export interface PageRect {
  readonly x: number;
  readonly y: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Parts of an image that can be kept when it is cropped. */
export type ImagePosition =
  | 'center'
  | 'top'
  | 'right'
  | 'bottom'
  | 'left'
  | `${'top' | 'bottom'}_${'left' | 'right'}`;

/** Size to which a finished image is reduced. One side alone keeps the proportions. */
export interface ImageResize {
  readonly widthPx?: number;
  readonly heightPx?: number;
  /** `inside`: scaled; `cover`: scaled and cropped; `contain`: scaled and padded; `fill`: distorted. */
  readonly fit: 'inside' | 'cover' | 'contain' | 'fill';
  /** Part that `cover` keeps. */
  readonly position: ImagePosition;
  /** Color that `contain` pads with: `#rrggbb` or `#rrggbbaa`. */
  readonly background: string;
}

/** Height of slices and their overlap. CSS pixels. */
export interface SliceSettings {
  readonly heightPx: number;
  readonly overlapPx: number;
}

/** Settings of a full page. */
export interface FullPageSettings {
  /** CSS pixels; a taller page is cut off here as wanted. */
  readonly maxHeightPx?: number;
  /** Does not scroll through the page. */
  readonly isScrollSkipped?: boolean;
  /** Time on the page's clock after each step of scrolling. */
  readonly scrollDelayMs?: number;
  /** Height of a step as a share of the viewport. */
  readonly scrollStepShare?: number;
  readonly areStickyElementsHidden?: boolean;
  /** Shows fixed and sticky elements in each screen of the page; not with slices and masks. */
  readonly areStickyElementsKept?: boolean;
  /** Divides the image; its first slice is the finished file. */
  readonly slices?: SliceSettings;
  /** Leaves an element that scrolls instead of the page as it is. */
  readonly areScrollersKept?: boolean;
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
  readonly fileType: ImageFormat | DocumentFormat;
  /** Files made beside the finished one. */
  readonly extracts?: readonly ExtractName[];
  /** Present if `fileType` is `pdf`. */
  readonly pdf?: PdfSettings;
  /** 1–100; not used for PNG and GIF. With a document, the quality of the image beside it. */
  readonly quality: number;
  readonly isFullPage: boolean;
  readonly fullPage?: FullPageSettings;
  /** Part of the page to capture; not with a full page or an element. */
  readonly clip?: PageRect;
  readonly resize?: ImageResize;
  /** Leaves pixels that the page does not paint transparent; not for JPEG. */
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
  /** Part of the page that is shown around the element. CSS pixels. */
  readonly elementPaddingPx?: number;
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
  /** Actions before the screenshot, in order. */
  readonly steps?: readonly CaptureStep[];
  /** Default: when the page has come to rest. */
  readonly waitUntil?: NavigationMoment;
  /** Total time of the capture, if that is less than the engine allows. */
  readonly timeoutMs?: number;
  /** Selector of an element, or CSS pixels from the top, to which the viewport is scrolled. */
  readonly scrollTo?: string | number;
  /** Absent: banners stay. */
  readonly consent?: CaptureConsent;
  readonly waiting?: CaptureWaiting;
  readonly assertions?: CaptureAssertions;
}
