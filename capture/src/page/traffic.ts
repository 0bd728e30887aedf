import type { EgressRoute } from '../egress/egress.ts';
import { askReport } from './explain.ts';

const lookEveryMs = 500;

/** Network activity of a page, encrypted or not. */
export interface Traffic {
  /**
   * Returns the time without network activity. Unit: ms. Checks at most twice a second; 0 until the
   * second check.
   */
  silence(): Promise<number>;
}

/** Watches the bytes and requests of `route`. */
export function watchTraffic(route: EgressRoute): Traffic {
  let seen = '';
  let lookedMs = performance.now();
  let changedMs = lookedMs;
  return {
    async silence() {
      const nowMs = performance.now();
      if (nowMs - lookedMs >= lookEveryMs) {
        lookedMs = nowMs;
        const report = await askReport(route);
        const now = `${report?.receivedBytes} ${report?.requestCount}`;
        if (now !== seen) changedMs = nowMs;
        seen = now;
      }
      return lookedMs - changedMs;
    },
  };
}
