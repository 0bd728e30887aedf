import type { CaptureError } from './capture-error.ts';

/**
 * Deadline and abort state of one capture. Aborting it ends every wait, whatever the awaited
 * operation does.
 */
export interface Progress {
  /** Set if the capture was aborted before its end. */
  readonly error: CaptureError | undefined;
  /** Aborts the capture. The first call decides; later ones are ignored. */
  abort(error: CaptureError): void;
  /** Settles like `work`, or rejects when the capture is aborted. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Like `race`, and rejects with `late()` if `ms` pass first. */
  raceWithTimeout<T>(work: Promise<T>, ms: number, late: () => CaptureError): Promise<T>;
  /** Resolves after `ms`, or rejects when the capture is aborted. */
  sleep(ms: number): Promise<void>;
}

/** Creates the {@link Progress} of one capture. */
export function createProgress(): Progress {
  const { promise: blown, reject } = Promise.withResolvers<never>();
  blown.catch(() => undefined);
  let error: CaptureError | undefined;
  const race = <T>(work: Promise<T>): Promise<T> => Promise.race([work, blown]);

  const withTimer = async <T>(
    ms: number,
    start: (timer: Promise<'late'>) => Promise<T>,
  ): Promise<T> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, ms, 'late');
    });
    try {
      return await race(start(late));
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    get error() {
      return error;
    },
    abort(cause) {
      error ??= cause;
      reject(error);
    },
    race,
    raceWithTimeout: (work, ms, late) =>
      withTimer(ms, (timer) => {
        const expiry = timer.then(() => {
          throw late();
        });
        return Promise.race([work, expiry]);
      }),
    sleep: (ms) => withTimer(ms, (timer) => timer.then(() => undefined)),
  };
}
