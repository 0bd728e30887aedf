import { captureLimits, type HtmlCapture, type UrlCapture } from '@shotwright/contract';
import { closest } from 'fastest-levenshtein';
import { AppError, invalidField } from '../../../shared/app-error.ts';
import { maskHeaders, readCustomHeader } from './custom-header.rules.ts';
import { maskProxyUrl, readProxyUrl } from './proxy-url.rules.ts';
import type { CheckUrl } from '../../../shared/public-url.ts';
import { readTargetUrl } from './target-url.rules.ts';

/**
 * Capture fields of any of the four request bodies, without the response options, which do not
 * affect the image.
 */
export type CaptureFields = Partial<Pick<UrlCapture, 'url'>> &
  Partial<Pick<HtmlCapture, 'html'>> &
  Omit<UrlCapture, 'url' | 'project_id' | 'wait' | 'response_type'>;

/** Secrets of a request: encrypted while the capture needs them, deleted at its end. */
export interface CaptureSecrets {
  readonly headers?: Readonly<Record<string, string>>;
  readonly proxyUrl?: string;
}

/** A validated request; `options` as stored and shown: wire names, text values, secrets masked. */
export interface CaptureRequest {
  readonly source: 'URL' | 'HTML';
  readonly url: string | null;
  readonly html: string | null;
  readonly options: Readonly<Record<string, string>>;
  readonly secrets: CaptureSecrets | null;
  readonly isFullPage: boolean;
  readonly isRetina: boolean;
}

interface CaptureRequestRules {
  readonly checkUrl: CheckUrl;
  readonly deviceNames: readonly string[];
}

/**
 * Checks the rules that the contract's schemas cannot express: URLs, sizes, headers, devices and
 * mutually exclusive options.
 */
export function readCaptureRequest(
  fields: CaptureFields,
  { checkUrl, deviceNames }: CaptureRequestRules,
): CaptureRequest {
  requireStorableText(fields);
  requireHtmlSize(fields.html);
  requireKnownDevice(fields, deviceNames);
  const url = fields.url === undefined ? null : readTargetUrl(fields.url, checkUrl);
  const headers =
    fields.custom_header === undefined ? undefined : readCustomHeader(fields.custom_header);
  const proxyUrl =
    fields.proxy_url === undefined ? undefined : readProxyUrl(fields.proxy_url, checkUrl);
  return {
    source: url === null ? 'HTML' : 'URL',
    url,
    html: fields.html?.toWellFormed() ?? null,
    options: storedOptions(fields, {
      ...(headers && { custom_header: maskHeaders(headers) }),
      ...(proxyUrl !== undefined && { proxy_url: maskProxyUrl(proxyUrl) }),
    }),
    secrets:
      headers || proxyUrl !== undefined
        ? { ...(headers && { headers }), ...(proxyUrl !== undefined && { proxyUrl }) }
        : null,
    isFullPage: fields.full_page,
    isRetina: fields.retina,
  };
}

function storedOptions(
  fields: CaptureFields,
  masked: Readonly<Record<string, string>>,
): Record<string, string> {
  const hasDevice = fields.emulate_device !== undefined;
  const options = {
    file_type: fields.file_type,
    full_page: fields.full_page,
    disable_animations: fields.disable_animations,
    disable_javascript: fields.disable_javascript,
    retina: fields.retina,
    emulate_device: fields.emulate_device,
    width: hasDevice ? undefined : (fields.width ?? captureLimits.widthPx.default),
    height: hasDevice ? undefined : (fields.height ?? captureLimits.heightPx.default),
    delay: fields.delay,
    element_selector: fields.element_selector || undefined,
    inject_css: fields.inject_css || undefined,
    inject_js: fields.inject_js || undefined,
    ...masked,
  };
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value).toWellFormed()]],
    ),
  );
}

// PostgreSQL stores every character except this one.
function requireStorableText(fields: CaptureFields): void {
  for (const [path, value] of Object.entries(fields)) {
    if (typeof value === 'string' && value.includes('\0')) {
      throw invalidField(path, 'must not contain the character U+0000');
    }
  }
}

function requireHtmlSize(html: string | undefined): void {
  if (html === undefined || Buffer.byteLength(html) <= captureLimits.htmlBytes) return;
  const message = `must be at most ${captureLimits.htmlBytes} bytes (2 MiB)`;
  throw new AppError({
    code: 'html_too_large',
    message: `html: ${message}`,
    details: { fields: [{ path: 'html', message }] },
  });
}

function requireKnownDevice(fields: CaptureFields, deviceNames: readonly string[]): void {
  const path = 'emulate_device';
  const name = fields.emulate_device;
  if (name === undefined) return;
  if (fields.width !== undefined || fields.height !== undefined) {
    throw invalidField(
      path,
      'cannot be combined with width or height: a device brings its own size',
      'unsupported_option_combination',
    );
  }
  if (deviceNames.includes(name)) return;
  const message = 'must be one of the names that GET /api/v1/devices lists';
  throw new AppError({
    code: 'device_not_found',
    message: `${path}: ${message}`,
    details: { fields: [{ path, message, did_you_mean: closest(name, [...deviceNames]) }] },
  });
}
