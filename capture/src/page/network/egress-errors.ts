import type { EgressReport, ProxySession } from '../../egress/egress.ts';
import type { CaptureLimits } from '../../limits.ts';
import { CaptureError } from '../../lib/capture-error.ts';

const reportMs = 2_000;
const retryable: ReadonlySet<string> = new Set([
  'connection_reset',
  'connection_timeout',
  'proxy_connection_failed',
]);

/**
 * Returns the proxy session's report, or undefined if the egress process does not respond in time.
 */
export async function fetchEgressReport(
  proxySession: Pick<ProxySession, 'report'>,
): Promise<EgressReport | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, reportMs, undefined);
  try {
    return await Promise.race([proxySession.report().catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the egress proxy's reason why `url` did not load. The browser reports only that it did
 * not.
 */
export function egressErrorFor(
  report: EgressReport | undefined,
  url: string,
): CaptureError | undefined {
  const authority = authorityOf(url);
  const failure = report?.failures.find((one) => one.authority === authority);
  if (failure === undefined) return undefined;
  const { reason, detail } = failure;
  return new CaptureError(reason, detail, { isRetryable: retryable.has(reason) });
}

/** Returns the error for a page that exceeded a network limit of the capture. */
export function egressLimitError(
  report: EgressReport | undefined,
  { egress }: CaptureLimits,
): CaptureError | undefined {
  const excess = {
    bytes: `${Math.floor(egress.maxReceivedBytes / 2 ** 20)} MiB`,
    requests: `${egress.maxRequests} requests`,
    hosts: `${egress.maxHosts} different servers`,
  };
  if (report === undefined || report.exceeded === null) return undefined;
  const limit = excess[report.exceeded];
  return new CaptureError(
    'page_too_large',
    `The page needs more than ${limit} to load, which is the limit of a capture.`,
  );
}

/** Returns `host:port` of a URL, always with the port. Returns an empty string if it has none. */
function authorityOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}
