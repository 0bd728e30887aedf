import {
  captureLimits,
  documentFormats,
  findOptionConflict,
  maskSteps,
  secretMask,
  retinaScale,
  storedOptionsOf,
  type CaptureOptions,
  type CaptureStepInput,
  type StoredOptions,
} from '@shotwright/contract';
import type { CaptureBasicAuth, CaptureCookie } from '@shotwright/capture';
import { closest } from 'fastest-levenshtein';
import { AppError, fieldError, invalidField } from '../../../shared/app-error.ts';
import { readCookies } from './cookies.rules.ts';
import { maskHeaders, readCustomHeader } from './custom-header.rules.ts';
import { requireKnownVisitor } from './emulation.rules.ts';
import { requireStatuses } from './waiting.rules.ts';
import { maskProxyUrl, readProxyUrl } from './proxy-url.rules.ts';
import type { CheckUrl } from '../../../shared/public-url.ts';
import { requirePdfLayout } from '../document/pdf-layout.rules.ts';
import { requireSelectors } from './selectors.rules.ts';
import { readSteps } from './steps.rules.ts';
import { readTargetUrl, requireBaseUrl } from './target-url.rules.ts';

/** Secrets of a request: encrypted while the capture needs them, deleted at its end. */
export interface CaptureSecrets {
  readonly headers?: Readonly<Record<string, string>>;
  readonly proxyUrl?: string;
  readonly cookies?: readonly CaptureCookie[];
  readonly basicAuth?: CaptureBasicAuth;
  readonly steps?: readonly CaptureStepInput[];
}

/** A validated request; `options` as stored: wire names, secrets masked. */
export interface CaptureRequest {
  readonly source: 'URL' | 'HTML';
  readonly url: string | null;
  readonly html: string | null;
  readonly options: StoredOptions;
  readonly secrets: CaptureSecrets | null;
}

/** Dependencies of the rules. */
export interface CaptureRequestRules {
  readonly checkUrl: CheckUrl;
  readonly deviceNames: readonly string[];
}

/**
 * Checks the rules that the contract's schemas cannot express: URLs, sizes, headers, devices and
 * mutually exclusive options.
 */
export function readCaptureRequest(
  fields: CaptureOptions,
  { checkUrl, deviceNames }: CaptureRequestRules,
): CaptureRequest {
  requireStorableText(fields);
  requireHtmlSize(fields.html);
  requireCombinable(fields);
  requireDeterministicSize(fields);
  requireKnownDevice(fields, deviceNames);
  requireKnownVisitor(fields);
  if (fields.base_url !== undefined) requireBaseUrl(fields.base_url, checkUrl);
  requireStatuses(fields.fail_on_status);
  requireSelectors(fields);
  requirePdfLayout(fields);
  requireProgress(fields);
  requireSimpleTags(fields.tags);
  requireScreens(fields);

  const url = fields.url === undefined ? null : readTargetUrl(fields.url, checkUrl);
  const headers =
    fields.custom_header === undefined ? undefined : readCustomHeader(fields.custom_header);
  const proxyUrl =
    fields.proxy_url === undefined ? undefined : readProxyUrl(fields.proxy_url, checkUrl);
  const steps = fields.steps === undefined ? undefined : readSteps(fields.steps, { url, checkUrl });
  const { basic_auth_user: user, basic_auth_password: password = '' } = fields;
  const secrets: CaptureSecrets = {
    ...(headers && { headers }),
    ...(proxyUrl !== undefined && { proxyUrl }),
    ...(fields.cookies !== undefined &&
      url !== null && {
        cookies: readCookies(fields.cookies, { url, isForAll: fields.headers_scope === 'all' }),
      }),
    ...(user !== undefined && { basicAuth: readBasicAuth({ user, password }) }),
    ...(steps !== undefined && steps.length > 0 && { steps }),
  };
  return {
    source: url === null ? 'HTML' : 'URL',
    url,
    html: fields.html?.toWellFormed() ?? null,
    options: storedOptionsOf(fields, {
      ...(headers && { custom_header: maskHeaders(headers) }),
      ...(proxyUrl !== undefined && { proxy_url: maskProxyUrl(proxyUrl) }),
      ...(secrets.cookies && { cookies: secretMask }),
      ...(secrets.steps && { steps: maskSteps(secrets.steps) }),
      ...(secrets.basicAuth && { basic_auth_user: secretMask }),
      ...(fields.basic_auth_password !== undefined && { basic_auth_password: secretMask }),
      ...(fields.upload_url !== undefined && { upload_url: secretMask }),
    }),
    secrets: Object.keys(secrets).length === 0 ? null : secrets,
  };
}

function readBasicAuth({ user, password }: CaptureBasicAuth): CaptureBasicAuth {
  const masked = Object.entries({ user, password }).find(([, text]) => text === secretMask);
  if (masked) throw invalidField(`basic_auth_${masked[0]}`, 'is masked; send the real value');
  // RFC 7617 §2: the user name ends at the first colon.
  if (user.includes(':')) throw invalidField('basic_auth_user', 'must not contain a colon');
  return { user, password };
}

/** Slices that overlap by their whole height would never reach the end of the page. */
function requireProgress({ slice_height: height, slice_overlap: overlap }: CaptureOptions): void {
  if (height === undefined || overlap < height) return;
  const message = `must be less than slice_height (${height}), and not ${overlap}`;
  throw invalidField('slice_overlap', message, 'unsupported_option_combination');
}

/** Elements that are kept in each screen need an image that is joined from screens. */
function requireScreens(fields: CaptureOptions): void {
  if (fields.sticky !== 'keep') return;
  const others = [
    ...(fields.file_type in documentFormats ? [`file_type ${fields.file_type}`] : []),
    ...(fields.slice_height === undefined ? [] : ['slice_height']),
    ...(fields.mask_selectors === undefined ? [] : ['mask_selectors']),
  ];
  if (others.length === 0) return;
  const message = `keep cannot be combined with ${others.join(' and ')}: the image is joined from the screens of the page`;
  throw invalidField('sticky', message, 'unsupported_option_combination');
}

// PostgreSQL stores every character except this one.
function requireStorableText(fields: CaptureOptions): void {
  for (const [path, value] of Object.entries(fields)) {
    if (typeof value === 'string' && value.includes('\0')) {
      throw invalidField(path, 'must not contain the character U+0000');
    }
  }
}

function requireHtmlSize(html: string | undefined): void {
  if (html === undefined || Buffer.byteLength(html) <= captureLimits.htmlBytes) return;
  const message = `must be at most ${captureLimits.htmlBytes} bytes (2 MiB)`;
  throw fieldError('html_too_large', { path: 'html', message });
}

function requireCombinable(fields: CaptureOptions): void {
  const conflict = findOptionConflict(fields);
  if (conflict) {
    throw invalidField(conflict.name, conflict.message, 'unsupported_option_combination');
  }
}

// The filter of the list separates tags by commas.
function requireSimpleTags(tags: readonly string[] = []): void {
  const wrong = tags.find((tag) => tag.includes(',') || tag.includes('\0'));
  if (wrong === undefined) return;
  const message = `must be texts without commas and control characters, and not ${JSON.stringify(wrong)}`;
  throw invalidField('tags', message);
}

// A larger viewport is captured in real time, because each frame of it takes seconds.
function requireDeterministicSize(fields: CaptureOptions): void {
  const name = fields.freeze_time === undefined ? 'deterministic' : 'freeze_time';
  if (!fields.deterministic && fields.freeze_time === undefined) return;
  const { widthPx, heightPx } = captureLimits;
  const { width = widthPx.default, height = heightPx.default, retina } = fields;
  const scale = retina ? retinaScale : fields.device_scale_factor;
  const areaPx = Math.round(width * height * scale ** 2);
  if (areaPx <= captureLimits.deterministicPx) return;
  const scaleName = retina ? 'retina' : 'device_scale_factor';
  const size = scale === 1 ? 'width and height' : `width, height and ${scaleName}`;
  const message = `cannot be combined with ${size} of ${areaPx} pixels: at most ${captureLimits.deterministicPx}`;
  throw invalidField(name, message, 'unsupported_option_combination');
}

function requireKnownDevice(fields: CaptureOptions, deviceNames: readonly string[]): void {
  const path = 'emulate_device';
  const name = fields.emulate_device;
  if (name === undefined || deviceNames.includes(name)) return;
  const nearest = closest(name, [...deviceNames]);
  const message = `must be one of the names that GET /api/v1/devices lists. Did you mean "${nearest}"?`;
  throw new AppError({
    code: 'device_not_found',
    message: `${path}: ${message}`,
    details: { fields: [{ path, message, did_you_mean: nearest }] },
  });
}
