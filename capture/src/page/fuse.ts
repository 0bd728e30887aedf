import type { CaptureFault } from './fault.ts';

/** Ends every wait of one capture at once, whatever the awaited thing does. */
export interface Fuse {
  /** Set once the capture is over before its end. */
  readonly fault: CaptureFault | undefined;
  /** The first call decides; later ones are ignored. */
  blow(fault: CaptureFault): void;
  /** Settles as `work` does, or rejects when the fuse blows. */
  race<T>(work: Promise<T>): Promise<T>;
  /** As `race`, and rejects with `late()` when `ms` pass first. */
  within<T>(work: Promise<T>, ms: number, late: () => CaptureFault): Promise<T>;
  /** Resolves after `ms`; rejects when the fuse blows. */
  sleep(ms: number): Promise<void>;
}

/** A fresh fuse. */
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
