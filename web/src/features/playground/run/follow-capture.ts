import type { CaptureProgress, Screenshot } from '@shotwright/contract';
import { isTerminal } from '@shotwright/contract/paths';
import { apiBase } from '../../../lib/api/client.ts';
import { callApi } from '../../../lib/api/operations.ts';
import { ApiError } from '../../../lib/api/error.ts';
import { unsafeCast } from '../../../lib/unsafe-cast.ts';
import { openEventSource } from '../../../lib/events/live-events.ts';

interface Following {
  readonly id: string;
  readonly onProgress: (progress: CaptureProgress) => void;
  readonly signal: AbortSignal;
}

/** Polling delays when no stream is available: short at first, then every 700 ms. Units: ms. */
const pollDelaysMs = [100, 150, 250, 400] as const;
const pollIntervalMs = 700;
/**
 * Maximum time to follow a capture, which may be queued and then wait up to one minute for its own
 * delay. Units: ms.
 */
const timeoutMs = 5 * 60_000;
/**
 * Time of failed polls after which the capture counts as lost. A server that restarts needs a few
 * seconds, and then continues the capture. Unit: ms.
 */
const lostAfterMs = 60_000;

/**
 * Follows a capture until it ends, by server-sent events or by polling if there is no stream.
 * Rejects when `signal` aborts, after five minutes, and when the server stops responding.
 */
export async function followCapture(following: Following): Promise<Screenshot> {
  const signal = AbortSignal.any([following.signal, AbortSignal.timeout(timeoutMs)]);
  const watched = { ...following, signal };
  return (await followStream(watched)) ?? pollCapture(watched);
}

/** Resolves to the finished capture; to undefined if there is no stream or it is lost. */
function followStream({ id, onProgress, signal }: Following): Promise<Screenshot | undefined> {
  if (typeof EventSource === 'undefined') return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const source = openEventSource(`${apiBase}/screenshots/${encodeURIComponent(id)}/events`, {
      progress: (data) => data !== undefined && onProgress(unsafeCast<CaptureProgress>(data)),
      finished: (data) => end(unsafeCast<Screenshot | undefined>(data)),
    });
    const stop = () => {
      source.close();
      signal.removeEventListener('abort', abort);
    };
    const end = (screenshot?: Screenshot) => {
      stop();
      resolve(screenshot);
    };
    const abort = () => {
      stop();
      reject(unsafeCast<Error>(signal.reason));
    };
    // A broken stream does not end the capture.
    source.addEventListener('error', () => end());
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });
}

async function pollCapture({ id, onProgress, signal }: Following): Promise<Screenshot> {
  const startedAt = Date.now();
  let respondedAt = startedAt;
  for (let attempt = 0; ; attempt += 1) {
    await pause(pollDelaysMs[attempt] ?? pollIntervalMs, signal);
    try {
      const screenshot = await callApi('getScreenshot', { params: { id }, signal });
      respondedAt = Date.now();
      if (isTerminal(screenshot.status)) return screenshot;
      const phase = screenshot.status === 'PENDING' ? 'queued' : 'loading';
      onProgress({ status: screenshot.status, phase, elapsedMs: Date.now() - startedAt });
    } catch (error) {
      const isLost = Date.now() - respondedAt >= lostAfterMs;
      if (signal.aborted || isFinal(error) || isLost) throw error;
    }
  }
}

function isFinal(error: unknown): boolean {
  return error instanceof ApiError && [401, 403, 404].includes(error.statusCode);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(unsafeCast<Error>(signal.reason));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, ms);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
