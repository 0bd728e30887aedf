import {
  errorCodeOf,
  requestLogEndpoints,
  type EndpointData,
  type LoggedRequest,
} from '@shotwright/contract';
import { route, type Caller, type Route } from '../../http/route.ts';
import type { RequestLogService } from './request-log.service.ts';
import type { RequestDetailRow, RequestRow } from './request-log.store.ts';

/** Routes for the request log. */
export function requestLogRoutes(log: RequestLogService): Route[] {
  return [
    route(requestLogEndpoints.listRequests, async ({ caller, query }) => {
      const page = await log.list({
        organizationId: caller.organizationId,
        onlyKey: onlyKeyOf(caller),
        ...query,
      });
      return {
        data: {
          requests: page.requests.map(presentRequest),
          next: page.next,
          searchedUntil: page.searchedUntil?.toISOString() ?? null,
        },
      };
    }),
    route(requestLogEndpoints.getRequest, async ({ caller, params }) => {
      const { organizationId } = caller;
      const { request, deliveries } = await log.get({ organizationId, ...params });
      const { requestBody, responseBody, hasScreenshot } = request;
      return {
        data: {
          request: presentRequest(request),
          requestHeaders: { ...request.requestHeaders },
          requestBody,
          responseHeaders: { ...request.responseHeaders },
          responseBody,
          error: explanationOf(request),
          hasScreenshot,
          deliveries: [...deliveries],
        },
      };
    }),
  ];
}

/** A key of one project or of test mode lists its own calls, and any other key all of them. */
function onlyKeyOf(caller: Caller): number | null {
  const isLimited = caller.kind === 'key' && (caller.projectId !== null || caller.isTest);
  return isLimited ? caller.apiKeyId : null;
}

function presentRequest(row: RequestRow): LoggedRequest {
  return {
    id: row.id,
    requestId: row.requestId,
    createdAt: row.createdAt.toISOString(),
    method: row.method,
    route: row.route,
    path: row.path,
    target: row.target,
    status: row.status,
    durationMs: row.durationMs,
    credits: row.credits,
    errorCode: row.errorCode,
    apiKeyId: row.apiKeyId,
    projectId: row.projectId,
    screenshotId: row.screenshotId,
  };
}

type Explanation = EndpointData<typeof requestLogEndpoints.getRequest>['error'];

function explanationOf({ errorCode, responseBody }: RequestDetailRow): Explanation {
  if (errorCode === null) return null;
  const { meaning, isRetryable } = errorCodeOf(errorCode);
  return { code: errorCode, message: messageOf(responseBody?.text), meaning, isRetryable };
}

function messageOf(text = '{}'): string {
  const body: unknown = JSON.parse(text);
  const message: unknown =
    typeof body === 'object' && body !== null && 'message' in body ? body.message : '';
  return typeof message === 'string' ? message : '';
}
