import type { ProxySession } from '../../egress/egress.ts';
import { fetchEgressReport } from './egress-errors.ts';

const pollIntervalMs = 500;

/** Network activity of a page, encrypted or not. */
export interface EgressActivity {
  /**
   * Returns the time without network activity. Unit: ms. Checks at most twice a second; 0 until the
   * second check.
   */
  idleMs(): Promise<number>;
  /** Begins to measure anew. */
  restart(): void;
}

/** Watches the bytes and requests of `proxySession`. */
export function trackEgressActivity(proxySession: ProxySession): EgressActivity {
  let seen = '';
  let polledMs = performance.now();
  let changedMs = polledMs;
  return {
    async idleMs() {
      const nowMs = performance.now();
      if (nowMs - polledMs >= pollIntervalMs) {
        polledMs = nowMs;
        const report = await fetchEgressReport(proxySession);
        const now = `${report?.receivedBytes} ${report?.requestCount}`;
        if (now !== seen) changedMs = nowMs;
        seen = now;
      }
      return polledMs - changedMs;
    },
    restart() {
      polledMs = performance.now();
      changedMs = polledMs;
    },
  };
}
