import { sendRequest, type ApiCall } from './api-client.ts';
import { ApiError } from './api-error.ts';

/** Times of a download. Units: ms. */
export const downloadTimes = {
  /** How long it may stand still, its beginning included. */
  stall: 60_000,
  /** The least time between two words about how far it is. */
  tell: 200,
} as const;

/** Who follows a download. */
interface DownloadWatch {
  /** How many bytes have arrived. */
  readonly onBytes: (bytes: number) => void;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/**
 * Sends a call whose answer may be large and take long, and reads it to its end. Rejects with {@link ApiError} where the server
 * refuses or nothing more arrives; with the signal's reason once that is aborted.
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
  let toldAt = Number.NEGATIVE_INFINITY;
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (piece, controller) => {
      controller.enqueue(piece);
      bytes += piece.byteLength;
      onPiece();
      if (performance.now() - toldAt < downloadTimes.tell) return;
      toldAt = performance.now();
      onBytes(bytes);
    },
  });
}

function brokenMessage(stall: AbortSignal): string {
  return stall.aborted
    ? 'The download stood still for a minute. Try again.'
    : 'The download broke off. Try again.';
}
