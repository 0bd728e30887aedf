import type { EgressRoute } from '../egress/egress.ts';
import { askReport } from './explain.ts';

const lookEveryMs = 500;

/** Whether anything of a page comes over the network, encrypted or not. */
export interface Traffic {
  /** Looks, at most twice a second, and gives how long nothing has come; ms. Zero until it has looked twice. */
  silence(): Promise<number>;
}

/** Watches the bytes and requests that pass `route`. */
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
