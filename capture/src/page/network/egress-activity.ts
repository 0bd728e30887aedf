import type { ProxySession } from '../../egress/egress.ts';
import { fetchEgressReport } from './egress-errors.ts';

const lookEveryMs = 500;

/** Network activity of a page, encrypted or not. */
export interface EgressActivity {
  /**
   * Returns the time without network activity. Unit: ms. Checks at most twice a second; 0 until the
   * second check.
   */
  idleMs(): Promise<number>;
}

/** Watches the bytes and requests of `route`. */
export function trackEgressActivity(route: ProxySession): EgressActivity {
  let seen = '';
  let lookedMs = performance.now();
  let changedMs = lookedMs;
  return {
    async idleMs() {
      const nowMs = performance.now();
      if (nowMs - lookedMs >= lookEveryMs) {
        lookedMs = nowMs;
        const report = await fetchEgressReport(route);
        const now = `${report?.receivedBytes} ${report?.requestCount}`;
        if (now !== seen) changedMs = nowMs;
        seen = now;
      }
      return lookedMs - changedMs;
    },
  };
}
