import type { Clock } from '../../../lib/clock.ts';
import type { RepeatRule } from '../../../http/route.ts';
import { sha256 } from '../../../lib/crypto.ts';
import { matchesEtag } from '../../../lib/etag.ts';
import { AppError } from '../../../shared/app-error.ts';
import { disposition } from '../../../shared/image-response.ts';
import { showsPage } from '../cache/cache-finding.rules.ts';
import type { CacheOrigin } from '../cache/cached-capture.service.ts';
import type { RequestScreenshot, ScreenshotRequest } from '../request/screenshot-request.ts';
import { failureError } from '../run/failure.rules.ts';
import type { ScreenshotsService } from '../screenshots.service.ts';
import type { ScreenshotRow, StoredImage } from '../screenshots.store.ts';
import { failureSeconds, formatOf, linkCacheOf, linkFieldsOf } from './link-capture.rules.ts';
import type { LinkCall, OpenLink, OpenLinkService } from './open-link.service.ts';
import { matchesUrlPattern } from './url-pattern.rules.ts';

interface TakeImageDependencies {
  readonly openLink: OpenLinkService;
  readonly requestScreenshot: RequestScreenshot;
  /** Returns the cached screenshot of a request without capturing anything. */
  findCachedScreenshot(
    request: ScreenshotRequest,
  ): Promise<{ readonly row: ScreenshotRow; readonly cache: CacheOrigin } | undefined>;
  readonly screenshots: Pick<ScreenshotsService, 'readImage'>;
  /** Counts a new capture of a link. Throws `rate_limited` (429) if it has made too many. */
  readonly countLinkCapture: (signature: string) => Promise<void>;
  /** Returns the normalised URL of a page. Throws if it may not be captured. */
  readonly readUrl: (text: string) => string;
  readonly clock: Clock;
}

type TakeCall = LinkCall & {
  readonly isHead: boolean;
  readonly signal: AbortSignal;
  header(name: string): string | undefined;
};

/** Response to a link. */
interface TakenImage {
  readonly status?: number;
  readonly binary: { readonly body: Buffer; readonly contentType: string };
  readonly headers: Readonly<Record<string, string>>;
  readonly repeat?: RepeatRule;
}

/**
 * Returns the image of a link, captured first if it is not cached. Throws the errors of links and of
 * captures, and `capture_pending` (503) if the capture takes longer than a client waits.
 */
export type TakeImage = (call: TakeCall) => Promise<TakenImage>;

/** Time that a client waits for a capture. */
const waitMs = 25_000;

/**
 * Time for which a link is not verified and searched again. Below the resolution of `max-age`, so
 * that no client sees the difference; a page with thousands of readers costs one search a second.
 */
const repeatMs = 1_000;
const hitHeaders = { 'x-cache': 'HIT' };
const noBytes = Buffer.alloc(0);

/** Image of a verified link, with the headers of its response. */
interface LinkedImage {
  readonly row: ScreenshotRow;
  readonly file: StoredImage;
  readonly headers: ReturnType<typeof headersOf>;
  /** End of the link, in seconds since 1970; null without a signature. */
  readonly expires: number | null;
}

/** Creates a {@link TakeImage}. */
export function createTakeImage(deps: TakeImageDependencies): TakeImage {
  return async (call) => {
    const { headers, file, row, expires } = await loadImage(deps, call);
    const { contentType } = file;
    // Without a signature, the image belongs to the account of an API key.
    const isPublic = expires !== null;
    const repeat = isPublic && { untilMs: repeatUntil(deps.clock, expires), headers: hitHeaders };
    const isKnown = matchesEtag(call.header('if-none-match'), headers.etag);
    return {
      ...(isKnown && { status: 304 }),
      binary: { body: isKnown ? noBytes : await bytesOf(deps, row), contentType },
      headers,
      ...(repeat && { repeat }),
    };
  };
}

/** A response is sent again for less than a second, and never after the end of its link. */
function repeatUntil(clock: Clock, expires: number): number {
  return Math.min(clock.now().getTime() + repeatMs, expires * 1_000 + 1);
}

async function bytesOf(
  { screenshots }: Pick<TakeImageDependencies, 'screenshots'>,
  row: ScreenshotRow,
): Promise<Buffer> {
  return (await screenshots.readImage(row)).bytes;
}

async function loadImage(deps: TakeImageDependencies, call: TakeCall): Promise<LinkedImage> {
  const link = await deps.openLink(call);
  const format = formatOf(link.parameters, { ...call, accept: call.header('accept') });
  const url = requireMatch(link, deps.readUrl(link.parameters.url));
  const request = requestOf(deps, call, {
    link,
    fields: linkFieldsOf({ ...link.parameters, url }, format),
  });
  const { row, cache } = call.isHead
    ? await findCached(deps, request)
    : await capture(deps, request);
  const { file } = row;
  if (!file) throw failureError(row);
  const headers = headersOf(deps, { call, link, row, file, cache, request, url });
  return { row, file, headers, expires: link.expires };
}

async function capture(
  { requestScreenshot }: Pick<TakeImageDependencies, 'requestScreenshot'>,
  request: ScreenshotRequest,
): Promise<{ readonly row: ScreenshotRow; readonly cache: CacheOrigin }> {
  const { ended, cache = { status: 'miss' } } = await requestScreenshot(request);
  if (ended) return { row: ended, cache };
  throw new AppError({
    code: 'capture_pending',
    message: 'The screenshot is being captured. Try again in a few seconds.',
    retryAfterSeconds: 5,
  });
}

async function findCached(
  { findCachedScreenshot }: Pick<TakeImageDependencies, 'findCachedScreenshot'>,
  request: ScreenshotRequest,
) {
  const found = await findCachedScreenshot(request);
  if (found) return found;
  const message = 'There is no image yet: a HEAD request captures none. Send a GET request.';
  throw new AppError({ code: 'not_ready', message });
}

function requireMatch({ urlPattern }: OpenLink, url: string): string {
  if (urlPattern === undefined || matchesUrlPattern(urlPattern, url)) return url;
  const message = `url: must match the pattern of this link, ${urlPattern}`;
  throw new AppError({ code: 'link_url_not_allowed', message });
}

function requestOf(
  { countLinkCapture }: Pick<TakeImageDependencies, 'countLinkCapture'>,
  { signal }: TakeCall,
  { link, fields }: { readonly link: OpenLink; readonly fields: ScreenshotRequest['fields'] },
): ScreenshotRequest {
  const { payer, parameters, signature } = link;
  return {
    organizationId: payer.organizationId,
    apiKeyId: payer.apiKeyId,
    isTest: payer.isTest,
    userId: null,
    boundProjectId: payer.projectId,
    ...(payer.access === 'capture' && { onlyKeyId: payer.apiKeyId }),
    projectId: parameters.project_id,
    fields,
    cache: linkCacheOf(parameters),
    body: null,
    operation: 'takeImage',
    idempotencyKey: undefined,
    waitMs,
    responseType: 'image',
    signal,
    ...(signature !== null && { beforeCapture: () => countLinkCapture(signature) }),
  };
}

function headersOf(
  { clock }: Pick<TakeImageDependencies, 'clock'>,
  input: {
    readonly call: TakeCall;
    readonly link: OpenLink;
    readonly row: ScreenshotRow;
    readonly file: StoredImage;
    readonly cache: CacheOrigin;
    readonly request: ScreenshotRequest;
    readonly url: string;
  },
) {
  const { link, row, file, cache, url } = input;
  const { ttlSeconds = 0, staleSeconds = 0 } = input.request.cache ?? {};
  const ageSeconds = Math.floor(cache.ageSeconds ?? 0);
  const verdictKind = row.verdict?.kind ?? null;
  const isGood = showsPage({ ...row, verdictKind }, input.request.fields.accept_verdicts ?? []);
  const nowSeconds = clock.now().getTime() / 1_000;
  // A cache must not show an image after the end of its link.
  const untilEnd = Math.floor((link.expires ?? Infinity) - nowSeconds);
  const maxAge = Math.max(
    0,
    Math.min((isGood ? ttlSeconds : failureSeconds) - ageSeconds, untilEnd),
  );
  const stale = Math.max(0, Math.min(staleSeconds, untilEnd - maxAge));
  const lifetime = `max-age=${maxAge}, s-maxage=${maxAge}, stale-while-revalidate=${stale}`;
  const scope = link.expires === null ? 'private' : 'public';
  return {
    etag: `"${file.sha256.slice(0, 32)}"`,
    'cache-control': `${scope}, ${lifetime}`,
    ...(link.expires !== null && {
      'cdn-cache-control': `max-age=${maxAge}, stale-while-revalidate=${stale}`,
      'surrogate-key': `shot-${row.id} url-${sha256(url).slice(0, 16)}`,
    }),
    'x-cache': cache.status.toUpperCase(),
    'x-screenshot-id': row.id,
    'x-image-width': String(file.widthPx),
    'x-image-height': String(file.heightPx),
    'content-disposition': disposition('inline', input.call.name ?? file.name),
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    ...(link.parameters.file_type === 'auto' && { vary: 'Accept' }),
  };
}
