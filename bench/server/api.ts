import { setTimeout as sleep } from 'node:timers/promises';

import { createSender } from './send.ts';
import type { CaptureResult, CaptureJob } from '../target.ts';
import { pngSize, viewport } from '../target.ts';

/** Interval of polls: a share of the time waited so far, because many pollers reach the rate limit. */
const pollInterval = { leastMs: 20, mostMs: 500, share: 0.1 } as const;
const finishTimeoutMs = 150_000;

/** A capture as returned by the public API; only the fields the bench reads. */
export interface CaptureRecord {
  readonly status: string;
  readonly creditsCharged: number;
  readonly code: string | null;
  /** Readable reason for a failure. */
  readonly message: string | null;
  readonly timings: { readonly queueMs: number } | null;
}

/** A response of the API, successful or not. */
export interface ApiResponse {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The public API with one customer's key. */
export interface Api {
  /** Posts a body unchanged; an error status is a response too. `signal` closes the connection. */
  post(path: string, body: object, signal?: AbortSignal): Promise<ApiResponse>;
  /** Returns the id of the customer's newest capture; undefined if there is none. */
  findNewestId(): Promise<string | undefined>;
  /** Requests with `response_type=image`: the whole durable path in one call. */
  capture(job: CaptureJob): Promise<CaptureResult>;
  /** Waits for acceptance only; returns the id and the response time. */
  accept(job: CaptureJob): Promise<{ requestId: string; ms: number }>;
  read(requestId: string): Promise<CaptureRecord>;
  /** Polls until COMPLETE or FAILED. */
  finish(requestId: string): Promise<CaptureRecord>;
  image(requestId: string): Promise<Buffer>;
  /**
   * Remaining credits, from the header of the last capture's response; undefined before the first.
   */
  creditsRemaining(): number | undefined;
}

/**
 * Creates a client of the API at `origin` for the owner of `key`. An error response rejects with
 * its status and body.
 */
export function createApi(origin: string, key: string): Api {
  const { send, call, creditsRemaining } = createSender(new URL('/api/v1', origin), {
    'x-api-key': key,
  });
  const read = async (requestId: string): Promise<CaptureRecord> =>
    JSON.parse((await call('GET', `/screenshots/${requestId}`)).toString());
  return {
    post: async (path, body, signal) => {
      const { status, bytes } = await send('POST', path, { body, signal });
      const parsed: unknown = JSON.parse(bytes.toString());
      return { status, body: Object(parsed) };
    },
    capture: async (job) => {
      const startedAt = performance.now();
      const png = await call('POST', pathOf(job), { ...bodyOf(job), response_type: 'image' });
      return { ms: performance.now() - startedAt, bytes: png.length, ...pngSize(png) };
    },
    accept: async (job) => {
      const startedAt = performance.now();
      const response: unknown = JSON.parse(
        (await call('POST', pathOf(job), bodyOf(job))).toString(),
      );
      return { requestId: String(Object(response).requestId), ms: performance.now() - startedAt };
    },
    findNewestId: async () => {
      const response: unknown = JSON.parse((await call('GET', '/screenshots?limit=1')).toString());
      return Object(response).screenshots[0]?.id;
    },
    read,
    finish: async (requestId) => {
      const startedMs = performance.now();
      for (;;) {
        const record = await read(requestId);
        if (hasEnded(record)) return record;
        const waitedMs = performance.now() - startedMs;
        if (waitedMs > finishTimeoutMs) throw new Error(`${requestId} stays ${record.status}`);
        const { leastMs, mostMs, share } = pollInterval;
        await sleep(Math.min(mostMs, Math.max(leastMs, waitedMs * share)));
      }
    },
    image: (requestId) => call('GET', `/screenshots/${requestId}/image`),
    creditsRemaining,
  };
}

/** True if a capture is COMPLETE or FAILED. */
export function hasEnded({ status }: CaptureRecord): boolean {
  return status === 'COMPLETE' || status === 'FAILED';
}

function pathOf({ source }: CaptureJob): string {
  return 'url' in source ? '/screenshots' : '/html-to-image';
}

function bodyOf({ source, isFullPage, options }: CaptureJob) {
  const size = { width: viewport.widthPx, height: viewport.heightPx };
  return { ...source, ...size, file_type: 'png', full_page: isFullPage, ...options };
}
