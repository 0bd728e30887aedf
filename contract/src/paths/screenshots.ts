import type { PathTable } from './endpoint-path.ts';

/** Methods and paths of the endpoints for screenshots. */
export const screenshotPaths = {
  captureUrl: { method: 'POST', path: '/screenshots', aliases: ['/screenshot'] },
  captureHtml: { method: 'POST', path: '/html-to-image' },
  estimateCapture: { method: 'POST', path: '/screenshots/estimate' },
  listPrices: { method: 'GET', path: '/prices' },
  listScreenshots: { method: 'GET', path: '/screenshots' },
  getScreenshot: { method: 'GET', path: '/screenshots/{id}' },
  getScreenshotImage: { method: 'GET', path: '/screenshots/{id}/image' },
  captureUrlFromDashboard: { method: 'POST', path: '/screenshots/dashboard' },
  captureHtmlFromDashboard: { method: 'POST', path: '/html-to-image/dashboard' },
  followScreenshot: { method: 'GET', path: '/screenshots/{id}/events' },
  cancelScreenshot: { method: 'POST', path: '/screenshots/{id}/cancel' },
  retryScreenshot: { method: 'POST', path: '/screenshots/{id}/retry' },
  followDashboard: { method: 'GET', path: '/dashboards/events' },
  compareScreenshots: { method: 'POST', path: '/comparisons' },
  listDevices: { method: 'GET', path: '/devices' },
  listDeviceNames: { method: 'GET', path: '/dashboards/supported-devices' },
} as const satisfies PathTable;

/** Statuses of a screenshot: PENDING → PROCESSING → COMPLETE or FAILED; never backwards. */
export const screenshotStatuses = ['PENDING', 'PROCESSING', 'COMPLETE', 'FAILED'] as const;
/** One of the {@link screenshotStatuses}. */
export type ScreenshotStatus = (typeof screenshotStatuses)[number];

/** Names of the statuses in the dashboard, by which its search finds files. */
export const screenshotStatusNames = {
  PENDING: 'Queued',
  PROCESSING: 'In progress',
  COMPLETE: 'Complete',
  FAILED: 'Failed',
} as const satisfies Record<ScreenshotStatus, string>;

/** Status that never changes again. */
export type TerminalStatus = Extract<ScreenshotStatus, 'COMPLETE' | 'FAILED'>;

/** True if the capture has ended, so that the status never changes again. */
export function isTerminal(status: ScreenshotStatus): status is TerminalStatus {
  return status === 'COMPLETE' || status === 'FAILED';
}

/** Phases of a capture, in order. */
export const progressPhases = [
  'queued',
  'loading',
  'waiting',
  'capturing',
  'saving',
  'done',
] as const;
/** One of the {@link progressPhases}. */
export type ProgressPhase = (typeof progressPhases)[number];

/**
 * Limits of a capture request. Sizes in bytes of UTF-8 unless the name states another unit. Source:
 * specification §5, §9.
 */
export const captureLimits = {
  urlLength: 2_048,
  htmlBytes: 2 * 1024 * 1024,
  injectBytes: 256 * 1024,
  selectorBytes: 1_024,
  headerCount: 50,
  headerBytes: 16 * 1024,
  widthPx: { min: 100, max: 7_680, default: 1_280 },
  heightPx: { min: 100, max: 4_320, default: 720 },
  delaySeconds: { min: 0, max: 60 },
  waitSeconds: { min: 0, max: 25 },
  /** Start of the clock of a deterministic page. */
  freezeTime: '2025-01-01T00:00:00Z',
  seed: { min: 0, max: 999_999, default: 1 },
  /** Device pixels of the viewport of a deterministic page. */
  deterministicPx: 16_000_000,
  timezoneLength: 64,
  languageLength: 100,
  languageCount: 5,
  latitude: { min: -90, max: 90 },
  longitude: { min: -180, max: 180 },
  accuracyMetres: { min: 0, max: 10_000, default: 10 },
  userAgentLength: 500,
  cookieCount: 50,
  cookieBytes: 64 * 1024,
  basicAuthLength: 256,
  selectorCount: 100,
  clickCount: 10,
  patternCount: 50,
  patternBytes: 500,
  maskColor: '#000000',
  quality: { min: 1, max: 100 },
  deviceScaleFactor: { min: 0.5, max: 4 },
  /** CSS pixels, as are the next two. */
  clipStartPx: { min: 0, max: 50_000 },
  clipSizePx: { min: 1, max: 25_000 },
  paddingPx: { min: 0, max: 500 },
  fullPageHeightPx: { min: 100, max: 25_000 },
  sliceHeightPx: { min: 500, max: 16_000 },
  sliceOverlapPx: { min: 0, max: 500 },
  scrollDelayMs: { min: 0, max: 2_000 },
  /** Share of the viewport. */
  scrollStep: { min: 0.1, max: 1 },
  fileNameLength: 120,
  /** Pixels of the finished image. */
  imageSizePx: { min: 16, max: 7_680 },
  awaitedTextLength: 200,
  expressionBytes: 2_048,
  networkIdleMs: { min: 100, max: 10_000 },
  awaitedSeconds: { min: 0, max: 30, default: 10 },
  statusListLength: 200,
  statusCount: 20,
  cpuThrottle: { min: 1, max: 6 },
  stepCount: 20,
  stepBytes: 64 * 1024,
  stepTextBytes: 4_096,
  /** Time that one step may wait. */
  stepMs: { min: 0, max: 30_000 },
  /** Time of all steps together. */
  stepsMs: 60_000,
  timeoutSeconds: { min: 5, max: 90 },
  retries: { min: 0, max: 2 },
  /** Age of a cached image. */
  cacheTtlSeconds: { min: 60, max: 2_592_000, default: 86_400 },
  cacheKeyLength: 200,
  /** Further age at which a cached image is returned while a new one is captured. */
  staleSeconds: { min: 0, max: 604_800, default: 0 },
  /** Length of a text such as `210mm`. */
  lengthLength: 12,
  /** Unit of these two: inches. */
  pdfSizeInches: { min: 1, max: 200 },
  pdfMarginInches: { min: 0, max: 10 },
  pdfScale: { min: 0.1, max: 2 },
  pdfRangesLength: 100,
  pdfTemplateBytes: 16 * 1024,
  uploadUrlLength: 4_096,
  externalIdLength: 200,
  tagCount: 10,
  tagBytes: 50,
  retentionDays: { min: 1, max: 3_650 },
} as const;

/** Moments from which a page can be captured. */
export const navigationMoments = [
  'auto',
  'load',
  'domcontentloaded',
  'network_idle',
  'commit',
] as const;

/** Networks that a capture can emulate. */
export const emulatedNetworks = ['slow_3g', 'fast_3g', '4g'] as const;

/** Kinds of requests whose failure can make a capture fail. */
export const assertedResources = ['document', 'script', 'stylesheet', 'image'] as const;

/** Origins of an image: an earlier capture, or a new one. */
export const cacheStatuses = ['hit', 'miss'] as const;
/** One of the {@link cacheStatuses}. */
export type CacheStatus = (typeof cacheStatuses)[number];

/** Responses to a capture request. */
export const responseTypes = ['json', 'image', 'base64', 'redirect', 'none'] as const;
/** One of the {@link responseTypes}. */
export type ResponseType = (typeof responseTypes)[number];

/** Kinds of resources that a capture can block. */
export const blockableResources = [
  'image',
  'media',
  'font',
  'script',
  'stylesheet',
  'xhr',
  'other',
] as const;

/** Actions on banners that ask for consent. */
export const cookieBannerActions = ['reject', 'hide', 'accept'] as const;

/** Permissions that a capture can grant to pages. */
export const grantablePermissions = [
  'geolocation',
  'notifications',
  'camera',
  'microphone',
  'clipboard-read',
  'clipboard-write',
  'midi',
  'local-fonts',
  'window-management',
] as const;

/** Least number of device pixels per CSS pixel of a capture with `retina`. */
export const retinaScale = 2;

/** Formats of finished images, with the endings of their files. */
export const imageFormats = {
  png: { contentType: 'image/png', extension: 'png' },
  jpeg: { contentType: 'image/jpeg', extension: 'jpg' },
  webp: { contentType: 'image/webp', extension: 'webp' },
  avif: { contentType: 'image/avif', extension: 'avif' },
  gif: { contentType: 'image/gif', extension: 'gif' },
} as const;

/** One of the {@link imageFormats}. */
export type ImageFormat = keyof typeof imageFormats;

/** Content types of images. */
export const imageContentTypes = Object.values(imageFormats).map(({ contentType }) => contentType);

/** Formats of finished files that are no images. */
export const documentFormats = {
  pdf: { contentType: 'application/pdf', extension: 'pdf' },
  html: { contentType: 'text/html; charset=utf-8', extension: 'html' },
  markdown: { contentType: 'text/markdown; charset=utf-8', extension: 'md' },
  text: { contentType: 'text/plain; charset=utf-8', extension: 'txt' },
  mhtml: { contentType: 'multipart/related', extension: 'mhtml' },
} as const;

/** Extracts that a capture can make beside its file. */
export const extractNames = [
  'metadata',
  'html',
  'text',
  'markdown',
  'article',
  'links',
  'a11y',
  'mhtml',
  'selectors',
] as const;

/** Content types of extracts that are no finished files, with the endings of their files. */
const dataFormats = { json: { contentType: 'application/json', extension: 'json' } } as const;

/** All formats of finished files. */
export const outputFormats = { ...imageFormats, ...documentFormats } as const;

/** One of the {@link outputFormats}. */
export type OutputFormat = keyof typeof outputFormats;

/** Content types of finished files. */
export const outputContentTypes = Object.values(outputFormats).map(
  ({ contentType }) => contentType,
);

/** Content types of everything that a capture stores. */
export const storedContentTypes = [...outputContentTypes, dataFormats.json.contentType];

/** True if a finished file is an image, which a browser can show without risk. */
export function isImageType(contentType: string): boolean {
  return Object.values(imageFormats).some((format) => format.contentType === contentType);
}

/** Returns the ending of a stored file; `png` for a type that is none of ours. */
export function extensionOf(contentType: string): string {
  const formats = Object.values({ ...outputFormats, ...dataFormats });
  return formats.find((format) => format.contentType === contentType)?.extension ?? 'png';
}

/** Replaces stored secrets in every response: custom header values and proxy passwords. */
export const secretMask = '***';

/** Methods and paths of the endpoints for image links. */
export const linkPaths = {
  takeImage: { method: 'GET', path: '/take' },
  takeNamedImage: { method: 'GET', path: '/take/{name}' },
  createLink: { method: 'POST', path: '/links' },
  readLinkSecret: { method: 'GET', path: '/api-keys/{id}/link-secret' },
  rotateLinkSecret: { method: 'POST', path: '/api-keys/{id}/link-secret/rotate' },
} as const satisfies PathTable;

/** Limits of image links. */
export const linkLimits = {
  expiresInSeconds: { min: 60, max: 366 * 86_400, default: 30 * 86_400 },
  /** Of a link; an image this much older than `cache_ttl` is shown while a new one is captured. */
  staleSeconds: 86_400,
  patternLength: 500,
  nameLength: 100,
  tokenLength: 8_000,
} as const;

/** Kinds of bodies of failed links. */
export const linkErrorBodies = ['placeholder', 'json'] as const;

/** Test vector of version 1 of the signature; a test computes it in other languages, too. */
export const linkVector = {
  secret: 'sws_test_secret',
  canonical:
    '/api/v1/take?cache_ttl=86400&expires=1800000000&full_page=true&key_id=k_123&url=https%3A%2F%2Fexample.com%2Fa%20b%3Fx%3D1%26y%3D%C3%BC',
  signature: '06U3TUn1vWHXwgIMjZtJR_dLOaZZ330nwOqwZYvw0i8',
} as const;
