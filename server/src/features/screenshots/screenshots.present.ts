import {
  isImageType,
  optionTextsOf,
  waitReportSchema,
  type FileDelivery,
  type Screenshot,
} from '@shotwright/contract';
import { chargedCredits, failureMessageOf, refundMessage } from '../../shared/capture-charge.ts';
import { presentExtracts, presentSlices } from '../../shared/capture-parts.ts';
import { imageHeaders, shownAs } from '../../shared/image-response.ts';
import type { AcceptedScreenshot } from './request/screenshot-request.ts';
import type { ScreenshotImage } from './screenshots.service.ts';
import type { ScreenshotRow } from './screenshots.store.ts';

/** URLs of stored images and their thumbnails. */
export interface ImageLinks {
  linkFor(file: { readonly id: string; readonly name: string }): string;
  /** By the screenshot's id. */
  thumbnailFor(screenshot: { readonly id: string; readonly name: string }): string;
  /** By the screenshot's id; of the image beside a document. */
  previewFor(screenshot: { readonly id: string; readonly name: string }): string;
}

/** Converts a screenshot to its wire format. */
export function presentScreenshot(
  row: ScreenshotRow & { readonly delivery?: FileDelivery },
  links: ImageLinks,
): Screenshot {
  const { file, pageImage, startedAt, finishedAt } = row;
  const extracts = presentExtracts(row.parts, links.linkFor);
  const first = file && { url: links.linkFor(file), heightPx: file.heightPx };
  const slices = presentSlices(row.parts, first, links.linkFor);
  const durationMs = startedAt && finishedAt ? finishedAt.getTime() - startedAt.getTime() : null;
  return {
    id: row.id,
    requestId: row.id,
    type: row.source,
    ...(row.url !== null && { url: row.url }),
    status: row.status,
    livemode: !row.isTest,
    projectId: row.projectId,
    screenshotUrl: file && links.linkFor(file),
    thumbnailUrl: file && links.thumbnailFor({ id: row.id, name: file.name }),
    ...(file &&
      !isImageType(file.contentType) && {
        previewUrl: links.previewFor({ id: row.id, name: file.name }),
      }),
    ...(extracts && { extracts }),
    ...(slices && { slices }),
    screenshotImageSize: file?.sizeBytes ?? null,
    imageWidth: file?.widthPx ?? null,
    imageHeight: file?.heightPx ?? null,
    creditsRequired: row.credits,
    creditsCharged: chargedCredits(row),
    duration: durationMs === null ? null : durationMs / 1_000,
    createdAt: row.createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
    options: optionTextsOf(row.options),
    ...presentLabels(row.options),
    retainedUntil: row.retainedUntil?.toISOString() ?? null,
    ...(row.delivery && { delivery: row.delivery }),
    timings: presentTimings(row.timings),
    report: reportOf(row),
    verdict: row.verdict,
    waiting: waitingOf(row),
    error: failureMessageOf(row),
    code: row.failureCode,
    message: failureMessageOf(row) ?? refundMessage(row),
    retryable: row.isRetryable,
    ...(pageImage && { pageImageUrl: links.linkFor(pageImage) }),
    ...(row.annotatedFrom !== null && { annotatedFrom: row.annotatedFrom }),
  };
}

function presentLabels({ external_id: externalId, tags }: ScreenshotRow['options']) {
  return {
    externalId: typeof externalId === 'string' ? externalId : null,
    tags: Array.isArray(tags) ? tags.map(String) : [],
  };
}

/** Returns the image of a screenshot as Base64 text. */
export function presentBase64({
  bytes,
  contentType,
}: Pick<ScreenshotImage, 'bytes' | 'contentType'>) {
  return { contentType, base64: bytes.toString('base64') };
}

/** Returns the stored report without the parts that have a field of their own. */
function reportOf({ report }: Pick<ScreenshotRow, 'report'>): Screenshot['report'] {
  if (report === null) return null;
  const { verdict: _verdict, waiting: _waiting, ...others } = report;
  return others;
}

/** Returns the stored report about the wait; null if an older release stored none. */
function waitingOf({ report }: Pick<ScreenshotRow, 'report'>): Screenshot['waiting'] {
  const parsed = waitReportSchema.safeParse(report?.['waiting']);
  return parsed.success ? parsed.data : null;
}

type Timings = NonNullable<Screenshot['timings']>;

function presentTimings(stored: ScreenshotRow['timings']): Screenshot['timings'] {
  if (!stored) return null;
  const ms = (name: keyof Timings): number => Math.round(Number(stored[name] ?? 0));
  return {
    queueMs: ms('queueMs'),
    navigateMs: ms('navigateMs'),
    waitMs: ms('waitMs'),
    captureMs: ms('captureMs'),
    storeMs: ms('storeMs'),
    totalMs: ms('totalMs'),
  };
}

/**
 * Returns the headers that describe the capture on every image response. Source: acceptance PA-10,
 * W3C Server Timing.
 */
export function presentImageHeaders(
  row: ScreenshotRow,
  { isBillingOn }: { readonly isBillingOn: boolean },
): Record<string, string> {
  const { file } = row;
  if (!file) return {};
  const timings = presentTimings(row.timings);
  return {
    'x-screenshot-id': row.id,
    'x-credits-charged': String(chargedCredits(row)),
    ...(isBillingOn && { 'x-credits-remaining': String(row.creditsAvailable) }),
    ...(file.widthPx !== null && { 'x-image-width': String(file.widthPx) }),
    ...(file.heightPx !== null && { 'x-image-height': String(file.heightPx) }),
    ...(row.verdict && { 'x-verdict': row.verdict.kind }),
    ...imageHeaders(file, { kind: shownAs(file.contentType), cacheControl: 'private, no-cache' }),
    ...(timings && {
      'server-timing': [
        `queue;dur=${timings.queueMs}`,
        `navigate;dur=${timings.navigateMs}`,
        `wait;dur=${timings.waitMs}`,
        `capture;dur=${timings.captureMs}`,
        `store;dur=${timings.storeMs}`,
      ].join(', '),
    }),
  };
}

/** Returns the wire format of an accepted request. `publicUrl`: without a trailing slash. */
export function presentReceipt(
  { id, credits, projectId, cache }: AcceptedScreenshot,
  { publicUrl }: { readonly publicUrl: string },
) {
  return {
    requestId: id,
    creditRequired: credits,
    statusUrl: `${publicUrl}/api/v1/screenshots/${id}`,
    projectId,
    ...(cache && { cache: cache.status }),
  };
}

/** Returns the headers of the response to an accepted request. */
export function receiptHeaders(
  { id, isReplay, creditsRemaining, ended, cache }: AcceptedScreenshot,
  { isBillingOn }: { readonly isBillingOn: boolean },
) {
  const remaining = isBillingOn ? (ended?.creditsAvailable ?? creditsRemaining) : null;
  return {
    'x-screenshot-id': id,
    'x-credits-charged': String(ended && cache?.status !== 'hit' ? chargedCredits(ended) : 0),
    ...(remaining !== null && { 'x-credits-remaining': String(remaining) }),
    ...(isReplay && { 'idempotent-replayed': 'true' }),
    ...(cache && { 'x-cache': cache.status.toUpperCase() }),
    ...(cache?.ageSeconds !== undefined && { age: String(Math.floor(cache.ageSeconds)) }),
  };
}
