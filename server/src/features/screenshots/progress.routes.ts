import { captureProgressEndpoints } from '@shotwright/contract';
import { route, scopeOf, type Caller, type Route, type ServerEvent } from '../../http/route.ts';
import type { CancelScreenshot } from './cancel-screenshot.service.ts';
import type { FollowScreenshot } from './progress.service.ts';
import type { RequestScreenshot } from './request/screenshot-request.ts';
import {
  presentReceipt,
  presentScreenshot,
  receiptHeaders,
  type ImageLinks,
} from './screenshots.present.ts';
import type { ScreenshotsService } from './screenshots.service.ts';

interface CaptureProgressDependencies {
  readonly requestScreenshot: RequestScreenshot;
  readonly cancelScreenshot: CancelScreenshot;
  readonly followScreenshot: FollowScreenshot;
  readonly screenshots: Pick<ScreenshotsService, 'getScreenshot' | 'getFailedRequest'>;
  readonly links: ImageLinks;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly isBillingOn: boolean;
}

/** Routes for following, cancelling and retrying captures. */
export function captureProgressRoutes(deps: CaptureProgressDependencies): Route[] {
  const { screenshots, links } = deps;
  return [
    route(captureProgressEndpoints.followScreenshot, async ({ caller, params, signal }) => {
      // Before the stream starts, so that errors are returned as on every other route.
      await screenshots.getScreenshot({ ...scopeOf(caller), id: params.id });
      return { events: eventsOf(deps, { caller, id: params.id, signal }) };
    }),
    route(captureProgressEndpoints.cancelScreenshot, async ({ caller, params }) => {
      const row = await deps.cancelScreenshot({ ...scopeOf(caller), id: params.id });
      return { data: presentScreenshot(row, links), message: 'Capture cancelled successfully' };
    }),
    route(captureProgressEndpoints.retryScreenshot, async ({ caller, params, signal, header }) => {
      const scope = scopeOf(caller);
      const { projectId, fields, isTest } = await screenshots.getFailedRequest({
        ...scope,
        id: params.id,
      });
      const accepted = await deps.requestScreenshot({
        organizationId: scope.organizationId,
        apiKeyId: caller.kind === 'key' ? caller.apiKeyId : null,
        userId: caller.kind === 'session' ? caller.userId : null,
        boundProjectId: scope.projectId,
        projectId,
        isTest,
        fields,
        body: { retryOf: params.id },
        operation: captureProgressEndpoints.retryScreenshot.operationId,
        idempotencyKey: header('idempotency-key'),
        waitMs: 0,
        responseType: 'json',
        signal,
      });
      return {
        data: presentReceipt(accepted, deps),
        message: 'Screenshot request submitted successfully!',
        headers: receiptHeaders(accepted, deps),
      };
    }),
  ];
}

async function* eventsOf(
  { followScreenshot, screenshots, links }: CaptureProgressDependencies,
  { caller, id, signal }: { caller: Caller; id: string; signal: AbortSignal },
): AsyncGenerator<ServerEvent> {
  const scope = scopeOf(caller);
  for await (const data of followScreenshot({ ...scope, id, signal })) {
    yield { name: 'progress', data };
    if (data.phase !== 'done') continue;
    const row = await screenshots.getScreenshot({ ...scope, id });
    yield { name: 'finished', data: presentScreenshot(row, links) };
  }
}
