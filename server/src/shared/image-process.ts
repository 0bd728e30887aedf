import { fork } from 'node:child_process';
import { createKeyedMutex, type KeyedMutex } from '../lib/keyed-mutex.ts';
import { createSemaphore, type Semaphore } from '../lib/semaphore.ts';
import type { AppError } from './app-error.ts';

/** Memory of the process for values of JavaScript; pixels are not part of it. */
const maxHeapMb = 128;
const maxMessageLength = 1_000;

/**
 * Queue of the processes that decode large images: one runs at a time, because its memory may be
 * hundreds of megabytes. One organisation waits once, so that its many requests do not delay
 * another's.
 */
export interface ImageQueue {
  readonly ofOrganization: KeyedMutex;
  readonly slots: Semaphore;
}

/** Creates an {@link ImageQueue} of this process. */
export function createImageQueue(): ImageQueue {
  return { ofOrganization: createKeyedMutex(), slots: createSemaphore(1) };
}

/** A kind of work on images. Times in ms. */
interface ImageWork {
  /** File that the process runs; it calls {@link serveImageWork}. */
  readonly file: URL;
  /** Time of one piece of work. */
  readonly timeLimitMs: number;
  /** Time that it waits for those before it. */
  readonly waitMs: number;
  /** Error for work that waited too long. */
  busy(): AppError;
  /** Error for work that took too long. */
  timedOut(): AppError;
}

/**
 * Runs work on images in a process of its own. `load` is called when it is its turn. Throws `busy`,
 * `timedOut`, what `load` throws, or the signal's reason.
 */
export type RunImageWork<Input, Output> = (input: {
  readonly organizationId: string;
  readonly load: () => Promise<Input>;
  readonly signal: AbortSignal;
}) => Promise<Output>;

/** Creates a {@link RunImageWork}. */
export function createImageWork<Input extends object, Output>(
  work: ImageWork,
  { ofOrganization, slots }: ImageQueue,
): RunImageWork<Input, Output> {
  return async ({ organizationId, load, signal }) => {
    const waitOver = AbortSignal.timeout(work.waitMs);
    const waiting = AbortSignal.any([signal, waitOver]);
    const started = Promise.withResolvers<void>();
    const abort = () => started.reject(waitOver.aborted ? work.busy() : signal.reason);
    waiting.addEventListener('abort', abort, { once: true });
    const result = ofOrganization(organizationId, () =>
      slots.run(async () => {
        waiting.removeEventListener('abort', abort);
        started.resolve();
        return runProcess<Output>(work, await load(), signal);
      }, waiting),
    );
    await Promise.race([started.promise, result]);
    return result;
  };
}

/** Returns when the process has ended, so that its memory is free for the next one. */
async function runProcess<Output>(
  { file, timeLimitMs, timedOut }: ImageWork,
  input: object,
  signal: AbortSignal,
): Promise<Output> {
  signal.throwIfAborted();
  const timeLimit = AbortSignal.timeout(timeLimitMs);
  const child = fork(file, {
    // Images are untrusted, and the libraries that decode them need no settings or secrets.
    env: {},
    execArgv: [`--max-old-space-size=${maxHeapMb}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    signal: AbortSignal.any([signal, timeLimit]),
    killSignal: 'SIGKILL',
  });
  let received: { readonly output: Output } | undefined;
  let message = '';
  let failure: unknown;
  child.once('message', (output: Output & object) => (received = { output }));
  child.stderr?.on('data', (text) => (message = `${message}${text}`.slice(-maxMessageLength)));
  child.once('error', (error) => (failure = error));
  child.send(input, (error) => (failure ??= error));
  await new Promise<void>((ended) => child.once('close', () => ended()));
  if (received) return received.output;
  signal.throwIfAborted();
  if (timeLimit.aborted) throw timedOut();
  throw new Error(`The process of an image ended without a result: ${message}`, {
    cause: failure,
  });
}

/**
 * Does the work of a process that {@link createImageWork} started: it can be killed at any moment,
 * and its memory is free afterwards. It ends with its parent.
 */
export function serveImageWork(served: { work(input: object): Promise<object> }): void {
  process.once('disconnect', () => process.exit());
  process.once('message', (input: object) => {
    served
      .work(input)
      .then((output) => process.send?.(output, () => process.disconnect()))
      .catch((error: unknown) => {
        process.stderr.write(String(error));
        process.exit(1);
      });
  });
}
