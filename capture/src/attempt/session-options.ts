import type { Browser } from '../browser/browser.ts';
import type { CaptureSpec } from '../capture-spec.ts';
import type { EgressClient, EgressOpenOptions } from '../egress/egress.ts';

/** Returns the options of a proxy session for a capture in this browser, except its limits. */
export async function sessionOptions(
  browser: Browser,
  spec: CaptureSpec,
): Promise<Omit<EgressOpenOptions, 'limits'>> {
  return {
    client: await egressClient(browser),
    ...(spec.proxyUrl === undefined ? {} : { upstreamProxyUrl: spec.proxyUrl }),
    ...blockedHosts(spec),
  };
}

/** Browsers are started detached, so the processes of each one form a separate session. */
async function egressClient({ pid, uid, openListener }: Browser): Promise<EgressClient> {
  if (openListener !== undefined) return openListener();
  return uid === undefined ? 'any' : { sessionId: pid, uid };
}

function blockedHosts({
  blocking: { hostCategories: categories = [] } = {},
  source,
}: CaptureSpec): Pick<EgressOpenOptions, 'blocked'> {
  if (categories.length === 0) return {};
  const url = source.kind === 'url' ? source.url : source.baseUrl;
  const host = URL.parse(url ?? '')?.hostname;
  return { blocked: { categories, pageHosts: host === undefined ? [] : [host] } };
}
