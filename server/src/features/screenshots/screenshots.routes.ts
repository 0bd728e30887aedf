import type { Device } from '@shotwright/capture';
import {
  captureOptionsOf,
  isImageType,
  optionSecretsOf,
  screenshotEndpoints,
  type CaptureOptions,
  type FileDelivery,
  type HtmlCapture,
  type OptionSecrets,
  type ResponseType,
  type UrlCapture,
} from '@shotwright/contract';
import { route, scopeOf, type Route, type RouteRequest } from '../../http/route.ts';
import { readCacheRequest } from './cache/cache-request.rules.ts';
import { failureError } from './run/failure.rules.ts';
import type { RequestScreenshot } from './request/screenshot-request.ts';
import {
  presentBase64,
  presentImageHeaders,
  presentReceipt,
  presentScreenshot,
  receiptHeaders,
  type ImageLinks,
} from './screenshots.present.ts';
import { invalidField } from '../../shared/app-error.ts';
import { reduceImage } from '../../shared/reduce-image.ts';
import { needsImage, responseTypeOf } from '../../shared/response-type.ts';
import type { ScreenshotImage, ScreenshotsService } from './screenshots.service.ts';
import type { ScreenshotRow } from './screenshots.store.ts';

interface ScreenshotsRoutesDependencies {
  readonly requestScreenshot: RequestScreenshot;
  readonly screenshots: ScreenshotsService;
  readonly fillSecrets: FillSecrets;
  readonly links: ImageLinks;
  /** Returns the delivery of a capture's image; undefined if it has none. */
  findDelivery(screenshot: {
    readonly organizationId: string;
    readonly screenshotId: string;
  }): Promise<FileDelivery | undefined>;
  readonly devices: readonly Device[];
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly isBillingOn: boolean;
}

/**
 * Replaces masks with the stored secrets of a saved setting. Throws `validation_failed` for a mask
 * without a stored secret.
 */
type FillSecrets = (input: {
  readonly organizationId: string;
  readonly settingId: number;
  readonly given: OptionSecrets;
}) => Promise<OptionSecrets>;

type KeyEndpoint = typeof screenshotEndpoints.captureUrl | typeof screenshotEndpoints.captureHtml;
type SessionEndpoint =
  | typeof screenshotEndpoints.captureUrlFromDashboard
  | typeof screenshotEndpoints.captureHtmlFromDashboard;

const accepted = 'Screenshot request submitted successfully!';
/** Default `wait` of a response that contains or names the image. */
const imageWaitSeconds = 25;

/** Routes for screenshots. */
export function screenshotsRoutes(deps: ScreenshotsRoutesDependencies): Route[] {
  const { screenshots, links } = deps;
  const { captureUrl, captureHtml, captureUrlFromDashboard, captureHtmlFromDashboard } =
    screenshotEndpoints;
  return [
    route(captureUrl, (req) => captureByKey(deps, req, captureUrl.operationId)),
    route(captureHtml, (req) => captureByKey(deps, req, captureHtml.operationId)),
    route(captureUrlFromDashboard, (req) =>
      captureBySession(deps, req, captureUrlFromDashboard.operationId),
    ),
    route(captureHtmlFromDashboard, (req) =>
      captureBySession(deps, req, captureHtmlFromDashboard.operationId),
    ),
    route(screenshotEndpoints.listScreenshots, async ({ caller, query }) => {
      const { projectId, livemode = caller.kind === 'session' || !caller.isTest, ...rest } = query;
      const scope = scopeOf(caller);
      // A key bound to a project cannot see another project, not even that it exists.
      const isOther =
        (projectId !== undefined && scope.projectId !== null && projectId !== scope.projectId) ||
        livemode === scope.isTest;
      if (isOther) {
        return { data: presentPage([], { ...query, total: 0, isTotalExact: true }) };
      }
      const { rows, ...counted } = await screenshots.listScreenshots({
        ...rest,
        ...scope,
        isTest: !livemode,
        projectId: projectId ?? scope.projectId,
      });
      return { data: presentPage(rows, { ...query, ...counted }) };
    }),
    route(screenshotEndpoints.getScreenshot, async ({ caller, params }) => {
      const row = await screenshots.getScreenshot({ ...scopeOf(caller), id: params.id });
      const delivery = await deps.findDelivery({ ...row, screenshotId: row.id });
      return { data: presentScreenshot({ ...row, ...(delivery && { delivery }) }, links) };
    }),
    route(screenshotEndpoints.getScreenshotImage, async ({ caller, params, query }) => {
      const image = await screenshots.getImage({ ...scopeOf(caller), id: params.id });
      const { bytes: body, contentType, row } = image;
      if (query.max_side !== undefined) return readReduced(image, query.max_side);
      return { binary: { body, contentType }, headers: presentImageHeaders(row, deps) };
    }),
    ...deviceRoutes(deps.devices),
  ];

  function presentPage(
    rows: readonly ScreenshotRow[],
    meta: { page: number; limit: number; total: number; isTotalExact: boolean },
  ) {
    const { page, limit, total, isTotalExact } = meta;
    return {
      screenshots: rows.map((row) => presentScreenshot(row, links)),
      meta: { page, limit, total, isTotalExact },
    };
  }
}

/** Returns the response with a reduced image. Throws `validation_failed` for a document. */
async function readReduced({ bytes, contentType, row }: ScreenshotImage, maxSidePx: number) {
  if (!isImageType(contentType)) {
    throw invalidField('max_side', 'applies to images only; this file is a document');
  }
  const reduced = await reduceImage(bytes, maxSidePx);
  return {
    binary: { body: reduced.bytes, contentType: reduced.contentType },
    headers: {
      'x-screenshot-id': row.id,
      'x-image-width': String(reduced.widthPx),
      'x-image-height': String(reduced.heightPx),
    },
  };
}

function deviceRoutes(devices: readonly Device[]): Route[] {
  const wire = devices.map((device) => ({
    name: device.name,
    width: device.widthPx,
    height: device.heightPx,
    deviceScaleFactor: device.deviceScaleFactor,
    isMobile: device.isMobile,
    hasTouch: device.hasTouch,
  }));
  const names = devices.map((device) => device.name);
  return [
    route(screenshotEndpoints.listDevices, async () => ({ data: { devices: wire } })),
    route(screenshotEndpoints.listDeviceNames, async () => ({ data: names })),
  ];
}

async function captureByKey(
  deps: ScreenshotsRoutesDependencies,
  req: RouteRequest<KeyEndpoint>,
  operation: string,
) {
  const body: UrlCapture | HtmlCapture = req.body;
  const { project_id, wait } = body;
  const type: ResponseType = responseTypeOf(body.response_type, req.header('accept'));
  const waitSeconds = wait ?? (needsImage(type) ? imageWaitSeconds : 0);
  const result = await deps.requestScreenshot({
    organizationId: req.caller.organizationId,
    apiKeyId: req.caller.apiKeyId,
    isTest: req.caller.isTest,
    userId: null,
    boundProjectId: req.caller.projectId,
    onlyKeyId: scopeOf(req.caller).onlyKeyId,
    projectId: project_id,
    waitMs: waitSeconds * 1_000,
    responseType: type,
    idempotencyKey: req.header('idempotency-key'),
    signal: req.signal,
    fields: captureOptionsOf(body),
    cache: readCacheRequest(body),
    body,
    operation,
  });
  const headers = receiptHeaders(result, deps);
  if (result.ended?.status === 'FAILED') throw failureError(result.ended);
  if (type === 'none') return { status: 204, isEmpty: true, headers } as const;
  if (!result.ended) {
    return { status: 202, data: presentReceipt(result, deps), message: accepted, headers };
  }
  return presentEnd(deps, {
    type,
    headers,
    receipt: presentReceipt(result, deps),
    row: result.ended,
  });
}

/** Returns the response to a capture that is complete. */
async function presentEnd(
  deps: ScreenshotsRoutesDependencies,
  {
    type,
    headers,
    receipt,
    row,
  }: {
    readonly type: Exclude<ResponseType, 'none'>;
    readonly headers: Readonly<Record<string, string>>;
    readonly receipt: ReturnType<typeof presentReceipt>;
    readonly row: ScreenshotRow;
  },
) {
  const screenshot = presentScreenshot(row, deps.links);
  if (type === 'redirect' && screenshot.screenshotUrl !== null) {
    const location = { location: screenshot.screenshotUrl };
    return { status: 303, isEmpty: true, headers: { ...headers, ...location } } as const;
  }
  const image = needsImage(type) ? await deps.screenshots.readImage(row) : undefined;
  if (image && !row.file) await deps.screenshots.removeUnstoredImage(row);
  if (image && type === 'image') {
    const { bytes: body, contentType } = image;
    const imageHeaders = presentImageHeaders(image.row, deps);
    return { status: 200, binary: { body, contentType }, headers: { ...imageHeaders, ...headers } };
  }
  return {
    status: 200,
    data: { ...receipt, screenshot, ...(image && { image: presentBase64(image) }) },
    message: 'Screenshot captured successfully!',
    headers,
  };
}

async function captureBySession(
  deps: ScreenshotsRoutesDependencies,
  req: RouteRequest<SessionEndpoint>,
  operation: string,
) {
  const { project_id, setting_id } = req.body;
  const given = captureOptionsOf(req.body);
  const fields =
    setting_id === undefined
      ? given
      : await fillFields(deps, {
          organizationId: req.caller.organizationId,
          settingId: setting_id,
          fields: given,
        });
  const result = await deps.requestScreenshot({
    organizationId: req.caller.organizationId,
    apiKeyId: null,
    isTest: false,
    userId: req.caller.userId,
    boundProjectId: null,
    projectId: project_id,
    waitMs: 0,
    responseType: 'json',
    idempotencyKey: req.header('idempotency-key'),
    signal: req.signal,
    body: req.body,
    fields,
    cache: readCacheRequest(req.body),
    operation,
  });
  return {
    data: presentReceipt(result, deps),
    message: accepted,
    headers: receiptHeaders(result, deps),
  };
}

/** Needed because the browser only has the masks of a saved setting's secrets. */
async function fillFields(
  { fillSecrets }: ScreenshotsRoutesDependencies,
  input: {
    readonly organizationId: string;
    readonly settingId: number;
    readonly fields: CaptureOptions;
  },
): Promise<CaptureOptions> {
  const { fields, ...setting } = input;
  const filled = await fillSecrets({ ...setting, given: optionSecretsOf(fields) });
  return { ...fields, ...filled };
}
