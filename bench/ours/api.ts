import { setTimeout as sleep } from 'node:timers/promises';

import type { Shot, ShotJob } from '../shot.ts';
import { pngSize, viewport } from '../shot.ts';

const REQUEST_TIMEOUT_MS = 35_000;
const POLL_EVERY_MS = 20;
const FINISH_TIMEOUT_MS = 150_000;

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
export interface ApiAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The public API with one customer's key. */
export interface Api {
  /** Posts a body unchanged; an error status is a response too. `leaving` closes the connection. */
  post(path: string, body: object, leaving?: AbortSignal): Promise<ApiAnswer>;
  /** Returns the id of the customer's newest capture; undefined if there is none. */
  newestId(): Promise<string | undefined>;
  /** Requests with `response_type=image`: the whole durable path in one call. */
  shoot(job: ShotJob): Promise<Shot>;
  /** Waits for acceptance only; returns the id and the response time. */
  accept(job: ShotJob): Promise<{ requestId: string; ms: number }>;
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
  let remaining: number | undefined;
  const send = async (
    method: string,
    path: string,
    { body, leaving }: { readonly body?: unknown; readonly leaving?: AbortSignal } = {},
  ) => {
    const deadline = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const answer = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      signal: leaving === undefined ? deadline : AbortSignal.any([deadline, leaving]),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const header = answer.headers.get('x-credits-remaining');
    if (header !== null) remaining = Number(header);
    return { answer, bytes };
  };
  const call = async (method: string, path: string, body?: unknown) => {
    const { answer, bytes } = await send(method, path, { body });
    if (!answer.ok) throw new Error(`HTTP ${answer.status}: ${bytes.toString().slice(0, 200)}`);
    return bytes;
  };
  const read = async (requestId: string): Promise<CaptureRecord> =>
    JSON.parse((await call('GET', `/screenshots/${requestId}`)).toString());
  return {
    post: async (path, body, leaving) => {
      const { answer, bytes } = await send('POST', path, { body, ...(leaving && { leaving }) });
      const parsed: unknown = JSON.parse(bytes.toString());
      return { status: answer.status, body: Object(parsed) };
    },
    shoot: async (job) => {
      const startedAt = performance.now();
      const png = await call('POST', pathOf(job), { ...bodyOf(job), response_type: 'image' });
      return { ms: performance.now() - startedAt, bytes: png.length, ...pngSize(png) };
    },
    accept: async (job) => {
      const startedAt = performance.now();
      const answer: unknown = JSON.parse((await call('POST', pathOf(job), bodyOf(job))).toString());
      return { requestId: String(Object(answer).requestId), ms: performance.now() - startedAt };
    },
    newestId: async () => {
      const answer: unknown = JSON.parse((await call('GET', '/screenshots?limit=1')).toString());
      return Object(answer).screenshots[0]?.id;
    },
    read,
    finish: async (requestId) => {
      const deadline = performance.now() + FINISH_TIMEOUT_MS;
      for (;;) {
        const record = await read(requestId);
        if (record.status === 'COMPLETE' || record.status === 'FAILED') return record;
        if (performance.now() > deadline) throw new Error(`${requestId} stays ${record.status}`);
        await sleep(POLL_EVERY_MS);
      }
    },
    image: (requestId) => call('GET', `/screenshots/${requestId}/image`),
    creditsRemaining: () => remaining,
  };
}

function pathOf({ source }: ShotJob): string {
  return 'url' in source ? '/screenshots' : '/html-to-image';
}

function bodyOf({ source, isFullPage }: ShotJob) {
  const size = { width: viewport.widthPx, height: viewport.heightPx };
  return { ...source, ...size, file_type: 'png', full_page: isFullPage };
}
