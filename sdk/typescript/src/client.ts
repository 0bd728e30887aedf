import { batchCalls, type BatchCalls } from './batches.ts';
import { comparisonCalls, type ComparisonCalls } from './comparisons.ts';
import { ShotwrightError } from './errors.ts';
import { downloadOf, type ImageDownload } from './images.ts';
import type { CaptureOptions } from './printed/capture-options.ts';
import type {
  Device,
  Estimate,
  Link,
  Project,
  Receipt,
  RequestPage,
  Screenshot,
  ScreenshotPage,
  SignedEvents,
  Usage,
  WebhookSample,
} from './printed/responses.ts';
import { eachScreenshot, type ListFilter } from './screenshot-pages.ts';
import { connectionError } from './transport/connection-error.ts';
import { startDeadline, type Deadline } from './transport/deadline.ts';
import { send } from './transport/send.ts';
import {
  settingsOf,
  type ApiRequest,
  type CallOptions,
  type ClientOptions,
  type Settings,
} from './transport/settings.ts';

/** Calls of the request log. Fields that are absent do not filter. */
export interface RequestFilter {
  /** `2xx`, `3xx`, `4xx`, `5xx`, `error` or a status such as `402`. */
  readonly status?: string | undefined;
  /** Id of an API key. */
  readonly key?: number | undefined;
  /** Id of a project. */
  readonly project?: number | undefined;
  /** Part of the path, the request id, the error code, the id or the URL of the capture. */
  readonly text?: string | undefined;
  /** ISO 8601 time of the oldest call. */
  readonly from?: string | undefined;
  /** ISO 8601 time before which the calls started. */
  readonly to?: string | undefined;
  /** `next` of the page before. */
  readonly cursor?: string | undefined;
  /** Calls of a page, at most 50. */
  readonly limit?: number | undefined;
}

/** Settings of the download of a zip. */
export interface ZipOptions extends CallOptions {
  /** Names in the zip, such as `{project}/{host}-{path}-{date}.{ext}`. */
  readonly template?: string | undefined;
}

/** Settings of the download of an image. */
export interface ImageOptions extends CallOptions {
  /**
   * Reduces the image to this longest side, as WebP of at most 700 kB. An image more than twice as
   * high as wide is cut to its top.
   */
  readonly maxSidePx?: number | undefined;
}

/** Calls of the API. All of them throw a {@link ShotwrightError}. */
export interface ShotwrightClient extends BatchCalls, ComparisonCalls {
  /**
   * Captures a URL or HTML and returns the finished screenshot. A lost connection is retried without
   * a second capture. Throws the error of a failed capture, which costs nothing.
   */
  capture(options: CaptureOptions, call?: CallOptions): Promise<Screenshot>;
  /** Captures as {@link capture} and writes the image to a file. */
  captureToFile(options: CaptureOptions, path: string, call?: CallOptions): Promise<Screenshot>;
  /** Requests a capture without waiting for its end; `requestId` is the screenshot's id. */
  requestCapture(options: CaptureOptions, call?: CallOptions): Promise<Receipt>;
  /** Price of a capture, its options and their warnings, without making it. */
  estimate(options: CaptureOptions, call?: CallOptions): Promise<Estimate>;
  /** Waits until a capture has ended. Throws the error of a failed capture. */
  waitFor(id: string, call?: CallOptions): Promise<Screenshot>;
  getScreenshot(id: string, call?: CallOptions): Promise<Screenshot>;
  /** One page of screenshots, newest first. */
  listScreenshots(filter?: ListFilter, call?: CallOptions): Promise<ScreenshotPage>;
  /** All screenshots from the filter's page on, newest first; one request for each page. */
  eachScreenshot(filter?: ListFilter, call?: CallOptions): AsyncGenerator<Screenshot>;
  /** Deletes a screenshot with its image; a running capture is stopped. */
  deleteScreenshot(id: string, call?: CallOptions): Promise<void>;
  /** Cancels a queued or running capture. */
  cancelCapture(id: string, call?: CallOptions): Promise<Screenshot>;
  /** Starts the download of an image. */
  downloadImage(id: string, call?: ImageOptions): Promise<ImageDownload>;
  /** Downloads an image to a file. */
  saveImage(id: string, path: string, call?: CallOptions): Promise<void>;
  /** Starts the download of many images as one zip with a `manifest.csv`. */
  downloadZip(ids: readonly string[], call?: ZipOptions): Promise<ImageDownload>;
  /** Projects that the key can use. */
  listProjects(call?: CallOptions): Promise<readonly Project[]>;
  /**
   * Calls with API keys of the last 30 days, without secrets. A key of one project or of test mode
   * gets only its own calls.
   */
  listRequests(filter?: RequestFilter, call?: CallOptions): Promise<RequestPage>;
  /** Credits and storage of the current cycle. */
  getUsage(call?: CallOptions): Promise<Usage>;
  /**
   * Signs a link of `url` or `url_pattern` and options; `expires_in` and `name` as in the API. Without
   * a request, `signLink` does it.
   */
  createLink(options: Readonly<Record<string, unknown>>, call?: CallOptions): Promise<Link>;
  /**
   * Events of captures that ended after a cursor; without one, only the cursor of now. Pages may
   * overlap: deduplicate by `id`.
   */
  listWebhookEvents(after?: string, call?: CallOptions): Promise<SignedEvents>;
  /** Sends a sample event of a type, `webhook.test` by default, to a URL. */
  sendWebhookSample(url: string, type?: string, call?: CallOptions): Promise<WebhookSample>;
  /** Devices that a capture can emulate. */
  listDevices(call?: CallOptions): Promise<readonly Device[]>;
}

/** Time that the server waits for a capture before it responds; its maximum. Unit: s. */
const waitSeconds = 25;
const pollMs = 1_000;

/** Creates a client of one server. Throws a `TypeError` for an invalid URL or key. */
export function createClient(options: ClientOptions): ShotwrightClient {
  const settings = settingsOf(options);
  const readAs = <T>(request: ApiRequest, call: CallOptions = {}): Promise<T> =>
    readData<T>(settings, request, startDeadline(settings, call));
  const client: ShotwrightClient = {
    ...batchCalls(readAs),
    ...comparisonCalls(readAs),
    capture: (capture, call = {}) => captureAndWait(settings, capture, call),
    captureToFile: async (capture, path, call = {}) => {
      const deadline = startDeadline(settings, call);
      const screenshot = await client.capture(capture, { ...call, ...deadline.inner });
      await client.saveImage(screenshot.id, path, deadline.inner);
      return screenshot;
    },
    requestCapture: (capture, call) => readAs(captureRequest(capture, call), call),
    estimate: (capture, call) =>
      readAs({ method: 'POST', path: '/screenshots/estimate', body: capture }, call),
    waitFor: (id, call = {}) => waitFor(settings, id, startDeadline(settings, call)),
    getScreenshot: (id, call) => readAs({ method: 'GET', path: pathOf(id) }, call),
    listScreenshots: (filter = {}, call) =>
      readAs({ method: 'GET', path: '/screenshots', query: { ...filter } }, call),
    eachScreenshot: (filter, call) => eachScreenshot(client.listScreenshots, filter, call),
    deleteScreenshot: async (id, call) => {
      await readAs({ method: 'DELETE', path: pathOf(id) }, call);
    },
    cancelCapture: (id, call) => readAs({ method: 'POST', path: `${pathOf(id)}/cancel` }, call),
    downloadImage: async (id, { maxSidePx, ...call } = {}) => {
      const query = { max_side: maxSidePx };
      const request = { method: 'GET', path: `${pathOf(id)}/image`, query } as const;
      return download(settings, request, startDeadline(settings, call));
    },
    saveImage: async (id, path, call) => (await client.downloadImage(id, call)).saveTo(path),
    downloadZip: async (ids, { template, ...call } = {}) => {
      const request = {
        method: 'POST',
        path: '/projects/files/zip',
        body: { ids, template },
      } as const;
      return download(settings, request, startDeadline(settings, call));
    },
    listProjects: async (call) => {
      const request = { method: 'GET', path: '/projects' } as const;
      return (await readAs<{ readonly projects: readonly Project[] }>(request, call)).projects;
    },
    listRequests: (filter = {}, call) =>
      readAs({ method: 'GET', path: '/requests', query: { ...filter } }, call),
    getUsage: (call) => readAs({ method: 'GET', path: '/credits/usage' }, call),
    createLink: (link, call) => readAs({ method: 'POST', path: '/links', body: link }, call),
    listWebhookEvents: (after, call) =>
      readAs({ method: 'GET', path: '/webhooks/events', query: { after } }, call),
    sendWebhookSample: (webhookUrl, type, call) =>
      readAs({ method: 'POST', path: '/webhooks/sample', body: { webhookUrl, type } }, call),
    listDevices: async (call) => {
      const request = { method: 'GET', path: '/devices' } as const;
      return (await readAs<{ readonly devices: readonly Device[] }>(request, call)).devices;
    },
  };
  return client;
}

async function captureAndWait(
  settings: Settings,
  options: CaptureOptions,
  call: CallOptions,
): Promise<Screenshot> {
  const deadline = startDeadline(settings, call);
  const request = captureRequest({ ...options, wait: waitSeconds }, call);
  const receipt = await readData<Receipt & { readonly screenshot?: Screenshot }>(
    settings,
    request,
    deadline,
  );
  return receipt.screenshot ?? waitFor(settings, receipt.requestId, deadline);
}

function captureRequest(
  options: CaptureOptions & { readonly wait?: number },
  call: CallOptions = {},
): ApiRequest {
  return {
    method: 'POST',
    path: 'html' in options ? '/html-to-image' : '/screenshots',
    body: options,
    idempotencyKey: call.idempotencyKey ?? crypto.randomUUID(),
  };
}

async function waitFor(settings: Settings, id: string, deadline: Deadline): Promise<Screenshot> {
  for (;;) {
    const request = { method: 'GET', path: pathOf(id) } as const;
    const screenshot = await readData<Screenshot>(settings, request, deadline);
    if (screenshot.status === 'COMPLETE') return screenshot;
    if (screenshot.status === 'FAILED') throw failureOf(screenshot);
    await deadline.sleep(pollMs);
  }
}

function failureOf({ id, code, message, retryable }: Screenshot): ShotwrightError {
  return new ShotwrightError({
    code: code ?? 'internal_error',
    message: message ?? 'The capture failed. Nothing was charged.',
    isRetryable: retryable,
    screenshotId: id,
  });
}

function readData<T>(settings: Settings, request: ApiRequest, deadline: Deadline): Promise<T> {
  const readEnvelope = async (response: Response): Promise<T> => {
    const { data }: { readonly data: T } = JSON.parse(await response.text());
    return data;
  };
  return send(settings, { ...request, read: readEnvelope }, deadline);
}

/** Starts a download; its bytes arrive after the call, but within its deadline. */
function download(
  settings: Settings,
  request: ApiRequest,
  deadline: Deadline,
): Promise<ImageDownload> {
  const errorOf = (error: unknown) => deadline.reason() ?? connectionError(error, settings.url);
  const read = async (response: Response) => downloadOf(response, errorOf);
  return send(settings, { ...request, read }, deadline);
}

const pathOf = (id: string): string => `/screenshots/${encodeURIComponent(id)}`;
