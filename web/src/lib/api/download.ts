import { sendRequest, type ApiCall } from './client.ts';
import { ApiError } from './error.ts';

/** Timing of a download. Units: ms. */
export const downloadTimes = {
  /** Maximum time without progress, including the wait for the first byte. */
  stall: 60_000,
  /** Minimum interval between two progress reports. */
  progressInterval: 200,
} as const;

/** Observer of a download. */
interface DownloadWatch {
  /** Called with the number of bytes received. */
  readonly onBytes: (bytes: number) => void;
  /** Aborts the download. */
  readonly signal: AbortSignal;
}

/**
 * Sends a call with a large or slow response and reads it to the end. Rejects with {@link ApiError}
 * if the server rejects the call or the download stalls; with the signal's reason if it is aborted.
 */
export async function download(call: ApiCall, watch: DownloadWatch): Promise<Blob> {
  const stall = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stall.abort(), downloadTimes.stall);
  };
  restart();
  try {
    const signal = AbortSignal.any([watch.signal, stall.signal]);
    const { body, headers } = await sendRequest({ ...call, signal, hasOwnDeadline: true });
    const counted = body?.pipeThrough(counter(watch.onBytes, restart), { signal });
    const type = headers.get('content-type') ?? '';
    return await new Response(counted ?? null, { headers: { 'content-type': type } }).blob();
  } catch (error) {
    if (watch.signal.aborted || error instanceof ApiError) throw error;
    throw new ApiError({ statusCode: 0, transportMessage: brokenMessage(stall.signal) });
  } finally {
    clearTimeout(timer);
  }
}

function counter(onBytes: DownloadWatch['onBytes'], onPiece: () => void) {
  let bytes = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (piece, controller) => {
      controller.enqueue(piece);
      bytes += piece.byteLength;
      onPiece();
      if (performance.now() - reportedAt < downloadTimes.progressInterval) return;
      reportedAt = performance.now();
      onBytes(bytes);
    },
  });
}

function brokenMessage(stall: AbortSignal): string {
  return stall.aborted
    ? 'The download stood still for a minute. Try again.'
    : 'The download broke off. Try again.';
}
