import { fork } from 'node:child_process';
import { createKeyedMutex } from '../../lib/keyed-mutex.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import { AppError } from '../../shared/app-error.ts';
import type { ImageDifference, ImagePair } from './compare-images.ts';

/** Memory of the process for values of JavaScript; pixels are not part of it. */
const maxHeapMb = 128;
const maxMessageLength = 1_000;

/** Limits of the comparisons of this process. Unit: ms. */
interface RunLimits {
  /** Time of one comparison. */
  readonly timeLimitMs: number;
  /** Time that a comparison waits for those before it. */
  readonly waitMs: number;
}

/**
 * Runs a comparison in a process of its own, one at a time, because its memory may be hundreds of
 * megabytes. One organisation waits once, so that its many comparisons do not delay another's. `load`
 * is called when it is its turn. Throws `queue_full`, `comparison_timeout`, what `load` throws, or the
 * signal's reason.
 */
export type RunComparison = (input: {
  readonly organizationId: string;
  readonly load: () => Promise<ImagePair>;
  readonly signal: AbortSignal;
}) => Promise<ImageDifference>;

/** Creates a {@link RunComparison} of this process. */
export function createRunComparison({ timeLimitMs, waitMs }: RunLimits): RunComparison {
  const ofOrganization = createKeyedMutex();
  const slots = createSemaphore(1);
  return async ({ organizationId, load, signal }) => {
    const waitOver = AbortSignal.timeout(waitMs);
    const waiting = AbortSignal.any([signal, waitOver]);
    const started = Promise.withResolvers<void>();
    const abort = () => started.reject(waitOver.aborted ? busy() : signal.reason);
    waiting.addEventListener('abort', abort, { once: true });
    const result = ofOrganization(organizationId, () =>
      slots.run(async () => {
        waiting.removeEventListener('abort', abort);
        started.resolve();
        return compareInProcess(await load(), { timeLimitMs, signal });
      }, waiting),
    );
    await Promise.race([started.promise, result]);
    return result;
  };
}

/** Returns when the process has ended, so that its memory is free for the next one. */
async function compareInProcess(
  pair: ImagePair,
  { timeLimitMs, signal }: { readonly timeLimitMs: number; readonly signal: AbortSignal },
): Promise<ImageDifference> {
  signal.throwIfAborted();
  const timeLimit = AbortSignal.timeout(timeLimitMs);
  const child = fork(new URL('comparison-process.ts', import.meta.url), {
    // Images are untrusted, and the libraries that decode them need no settings or secrets.
    env: {},
    execArgv: [`--max-old-space-size=${maxHeapMb}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    signal: AbortSignal.any([signal, timeLimit]),
    killSignal: 'SIGKILL',
  });
  let difference: ImageDifference | undefined;
  let message = '';
  let failure: unknown;
  child.once('message', (received: ImageDifference) => (difference = received));
  child.stderr?.on('data', (text) => (message = `${message}${text}`.slice(-maxMessageLength)));
  child.once('error', (error) => (failure = error));
  child.send(pair, (error) => (failure ??= error));
  await new Promise<void>((ended) => child.once('close', () => ended()));
  if (difference) return difference;
  signal.throwIfAborted();
  if (timeLimit.aborted) throw timedOut();
  throw new Error(`The process of a comparison ended without a result: ${message}`, {
    cause: failure,
  });
}

function busy(): AppError {
  return new AppError({
    code: 'queue_full',
    message: 'Too many comparisons are running. Try again in a moment.',
    retryAfterSeconds: 5,
  });
}

function timedOut(): AppError {
  return new AppError({
    code: 'comparison_timeout',
    message: 'The images could not be compared in time. Compare smaller ones, or try again.',
    retryAfterSeconds: 5,
  });
}
