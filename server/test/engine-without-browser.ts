import type { CaptureEngine } from '@shotwright/capture';

/** Creates an engine whose captures are `capture`, of which as many as `concurrency` may run. */
export function engineWithoutBrowser(
  capture: CaptureEngine['capture'],
  concurrency: number,
): CaptureEngine {
  return {
    capture,
    probe: async () => true,
    stats: () => ({
      running: 0,
      waiting: 0,
      browserPids: [],
      browserRestarts: 0,
      clock: 'virtual',
      clockUnavailable: null,
      isolation: 'off',
      isolationUnavailable: null,
      clockFallbacks: 0,
      unexpectedErrors: 0,
      awaiting: 0,
    }),
    concurrency: { current: concurrency, onRaised: () => () => undefined },
    close: async () => undefined,
  };
}
