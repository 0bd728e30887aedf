import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser/browser.ts';
import type { CaptureSpec } from '../../capture-spec.ts';

/** HTTP basic authentication at the origin of the page. */
export interface BasicAuth {
  /** Pattern of the requests that may be challenged. */
  readonly pattern: Protocol.Fetch.RequestPattern;
  /** True if the server has rejected the credentials for the page itself. */
  readonly isRejected: boolean;
  respond(session: CdpSession, challenged: Protocol.Fetch.AuthRequiredEvent): Promise<unknown>;
}

/**
 * Returns the responses to challenges, or undefined without credentials. Only the origin of the page
 * gets them, once for each chain of requests; no proxy does.
 */
export function createBasicAuth(
  { source, basicAuth }: CaptureSpec,
  mainFrameId: string,
): BasicAuth | undefined {
  if (source.kind !== 'url' || basicAuth === undefined) return undefined;
  const { origin } = new URL(source.url);
  const { user: username, password } = basicAuth;
  const challenged = new Set<string>();
  let isRejected = false;
  return {
    pattern: { urlPattern: `${origin}/*` },
    get isRejected() {
      return isRejected;
    },
    respond(session, { requestId, authChallenge, frameId, resourceType }) {
      const isOurs =
        authChallenge.source !== 'Proxy' && new URL(authChallenge.origin).origin === origin;
      const isFirst = !challenged.has(requestId);
      challenged.add(requestId);
      if (isOurs && !isFirst && resourceType === 'Document' && frameId === mainFrameId)
        isRejected = true;
      const authChallengeResponse = isOurs
        ? isFirst
          ? ({ response: 'ProvideCredentials', username, password } as const)
          : ({ response: 'CancelAuth' } as const)
        : ({ response: 'Default' } as const);
      return session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse });
    },
  };
}
