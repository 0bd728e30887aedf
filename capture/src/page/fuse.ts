import type { CaptureFault } from './fault.ts';

/**
 * Deadline and abort state of one capture. Aborting it ends every wait, whatever the awaited
 * operation does.
 */
export interface Fuse {
  /** Set if the capture was aborted before its end. */
  readonly fault: CaptureFault | undefined;
  /** Aborts the capture. The first call decides; later ones are ignored. */
  blow(fault: CaptureFault): void;
  /** Settles like `work`, or rejects when the capture is aborted. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Like `race`, and rejects with `late()` if `ms` pass first. */
  within<T>(work: Promise<T>, ms: number, late: () => CaptureFault): Promise<T>;
  /** Resolves after `ms`, or rejects when the capture is aborted. */
  sleep(ms: number): Promise<void>;
}

/** Creates the {@link Fuse} of one capture. */
export function createFuse(): Fuse {
  const { promise: blown, reject } = Promise.withResolvers<never>();
  blown.catch(() => undefined);
  let fault: CaptureFault | undefined;
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
    get fault() {
      return fault;
    },
    blow(cause) {
      fault ??= cause;
      reject(fault);
    },
    race,
    within: (work, ms, late) =>
      withTimer(ms, (timer) => {
        const expiry = timer.then(() => {
          throw late();
        });
        return Promise.race([work, expiry]);
      }),
    sleep: (ms) => withTimer(ms, (timer) => timer.then(() => undefined)),
  };
}
