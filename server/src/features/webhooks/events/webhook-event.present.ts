import type {
  ScreenshotEventData,
  TerminalStatus,
  Verdict,
  WebhookEvent,
} from '@shotwright/contract';
import { presentExtracts, presentSlices, type CapturePart } from '../../../shared/capture-parts.ts';
import { chargedCredits, failureMessageOf, refundMessage } from '../../../shared/capture-charge.ts';

/** An ended screenshot with the fields of its webhook event. */
export interface EndedScreenshot {
  readonly id: string;
  readonly source: 'URL' | 'HTML';
  /** `external_id` and `tags` of the request. */
  readonly externalId: string | null;
  readonly tags: string[];
  readonly url: string | null;
  readonly status: TerminalStatus;
  readonly projectId: number;
  readonly projectName: string;
  readonly credits: number;
  /** True if the verdict returned the credits. */
  readonly isRefunded: boolean;
  /** True for a capture of test mode. */
  readonly isTest: boolean;
  readonly fileId: string | null;
  readonly fileName: string | null;
  readonly sizeBytes: number | null;
  readonly widthPx: number | null;
  readonly heightPx: number | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
  readonly isRetryable: boolean;
  readonly verdict: Verdict | null;
  readonly report: Readonly<Record<string, unknown>> | null;
  readonly parts: readonly CapturePart[] | null;
}

/** URLs that appear in a webhook event. */
export interface EventLinks {
  /** Signed; valid at least as long as deliveries are retried. */
  linkFor(file: { readonly id: string; readonly name: string }): string;
  statusUrlOf(screenshotId: string): string;
}

/** Returns the event type of an end. */
export function eventTypeOf({ status }: Pick<EndedScreenshot, 'status'>) {
  return status === 'COMPLETE' ? ('screenshot.completed' as const) : ('screenshot.failed' as const);
}

/** Returns the body of a delivery: the same text at every attempt. */
export function eventBodyOf(row: EndedScreenshot, links: EventLinks): string {
  const event: WebhookEvent = {
    type: eventTypeOf(row),
    timestamp: row.finishedAt.toISOString(),
    livemode: !row.isTest,
    data: dataOf(row, links),
  };
  return JSON.stringify(event);
}

function dataOf(row: EndedScreenshot, links: EventLinks): ScreenshotEventData {
  const { startedAt, finishedAt, fileId, fileName } = row;
  const file = fileId === null || fileName === null ? null : { id: fileId, name: fileName };
  const extracts = presentExtracts(row.parts, links.linkFor);
  const first = file && { url: links.linkFor(file), heightPx: row.heightPx };
  const slices = presentSlices(row.parts, first, links.linkFor);
  return {
    id: row.id,
    type: row.source,
    url: row.url,
    externalId: row.externalId,
    tags: row.tags,
    status: row.status,
    projectId: row.projectId,
    project: { id: row.projectId, name: row.projectName },
    creditsRequired: row.credits,
    creditsCharged: chargedCredits(row),
    screenshotUrl: file && links.linkFor(file),
    ...(extracts && { extracts }),
    ...(slices && { slices }),
    screenshotImageSize: row.sizeBytes,
    imageWidth: row.widthPx,
    imageHeight: row.heightPx,
    duration: startedAt && (finishedAt.getTime() - startedAt.getTime()) / 1_000,
    createdAt: row.createdAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    error: failureMessageOf(row),
    code: row.failureCode,
    message: failureMessageOf(row) ?? refundMessage(row),
    retryable: row.isRetryable,
    report: row.report && summaryOf(row.report),
    verdict: row.verdict,
    statusUrl: links.statusUrlOf(row.id),
  };
}

type Summary = NonNullable<ScreenshotEventData['report']>;

function summaryOf(report: Readonly<Record<string, unknown>>): Summary {
  const number = (name: keyof Summary): number | null => {
    const value = report[name];
    return typeof value === 'number' ? Math.round(value) : null;
  };
  return {
    finalUrl: typeof report['finalUrl'] === 'string' ? report['finalUrl'] : null,
    targetStatus: number('targetStatus'),
    pageWidthPx: number('pageWidthPx'),
    pageHeightPx: number('pageHeightPx'),
    isTruncated: report['isTruncated'] === true,
    requestCount: number('requestCount') ?? 0,
    blockedRequestCount: number('blockedRequestCount') ?? 0,
    receivedBytes: number('receivedBytes') ?? 0,
  };
}
