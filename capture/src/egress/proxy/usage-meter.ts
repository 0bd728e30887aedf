import { createBlockedMeter, type HostBlocking } from '../blocking/host-blocking.ts';
import type { EgressFailure } from '../connect/egress-failure.ts';
import type { EgressLimits, EgressReport } from '../egress.ts';

/** Usage of one proxy session, checked against its limits. */
export interface UsageMeter {
  readonly isExhausted: boolean;
  /** Returns false if this request exceeds a limit; it then counts as blocked. */
  admit(host: string): boolean;
  /** Returns true if the host is blocked for the caller; it then counts by its category. */
  isBlocked(host: string): boolean;
  receive(bytes: number): void;
  fail(authority: string, failure: EgressFailure): void;
  report(): EgressReport;
}

const maxRecordedFailures = 200;

/**
 * Counts a session's requests, hosts and bytes, and what `blocking` blocks. Calls `onExhausted` once,
 * when a limit is exceeded.
 */
export function createUsageMeter(
  limits: EgressLimits,
  blocking: Pick<HostBlocking, 'categoryOf'>,
  onExhausted: () => void,
): UsageMeter {
  const hosts = new Set<string>();
  const failures = new Map<string, EgressFailure>();
  const blocked = createBlockedMeter(blocking);
  let requestCount = 0;
  let blockedRequestCount = 0;
  let receivedBytes = 0;
  let exceeded: EgressReport['exceeded'] = null;

  function exhaust(limit: NonNullable<EgressReport['exceeded']>): void {
    if (exceeded !== null) return;
    exceeded = limit;
    onExhausted();
  }
  return {
    get isExhausted() {
      return exceeded !== null;
    },
    admit(host) {
      requestCount += 1;
      if (requestCount > limits.maxRequests) exhaust('requests');
      else if (!hosts.has(host) && hosts.size >= limits.maxHosts) exhaust('hosts');
      else hosts.add(host);
      if (exceeded !== null) blockedRequestCount += 1;
      return exceeded === null;
    },
    isBlocked: blocked.isBlocked,
    receive(bytes) {
      receivedBytes += bytes;
      if (receivedBytes > limits.maxReceivedBytes) exhaust('bytes');
    },
    fail(authority, failure) {
      if (failure.reason === 'url_not_allowed') blockedRequestCount += 1;
      if (!failures.has(authority) && failures.size < maxRecordedFailures) {
        failures.set(authority, failure);
      }
    },
    report: () => ({
      requestCount,
      blockedRequestCount,
      receivedBytes,
      ...blocked.report(),
      exceeded,
      failures: [...failures].map(([authority, { reason, message }]) => ({
        authority,
        reason,
        detail: message,
      })),
      isLost: false,
    }),
  };
}
