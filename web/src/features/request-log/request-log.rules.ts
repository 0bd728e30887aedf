import type { ApiKey, LoggedRequest, OperationData } from '@shotwright/contract';
import {
  formOfSavedOptions,
  optionTextsOf,
  withCanonicalNames,
} from '@shotwright/contract/capture-options';
import { redactedText, secretMask } from '@shotwright/contract/paths';
import { curlCall } from '../../lib/api/curl.ts';
import type { Tone } from '../../ui/badge.tsx';
import { isKeyUsable } from '../api-keys/restrictions/restrictions.rules.ts';
import type { CaptureForm } from '../playground/form/capture-form.rules.ts';
import type { Period, RequestFilter } from './request-view.ts';

/** A call with its headers and bodies. */
export type LoggedDetail = OperationData<'getRequest'>;

/** Returns the badge colour of a status. */
export function statusTone(status: number): Tone {
  if (status >= 500) return 'red';
  if (status >= 400) return 'amber';
  return status < 300 ? 'green' : 'grey';
}

const minuteMs = 60_000;
const periodsMs: Readonly<Record<Period, number | undefined>> = {
  all: undefined,
  '15m': 15 * minuteMs,
  '1h': 60 * minuteMs,
  '24h': 1_440 * minuteMs,
  '7d': 10_080 * minuteMs,
};

/** Returns the query of a filter. Units of `now`: ms since 1970. */
export function queryOf({ status, keyId, projectId, text, period }: RequestFilter, now: number) {
  const periodMs = periodsMs[period];
  return {
    ...(status !== null && { status }),
    ...(keyId !== null && { key: keyId }),
    ...(projectId !== null && { project: projectId }),
    ...(text !== '' && { text }),
    ...(periodMs !== undefined && { from: new Date(now - periodMs).toISOString() }),
  };
}

/** Returns a curl command that sends a call again; parts that are not stored are `[redacted]`. */
export function curlOf({ request, requestBody }: LoggedDetail): string {
  const { method, path } = request;
  return curlCall({ method, path, body: requestBody?.text });
}

/** Returns why a call cannot be replayed; undefined if it can. */
export function replayObstacle(
  { request, requestBody }: LoggedDetail,
  key: ApiKey | undefined,
): 'incomplete' | 'key' | undefined {
  const isComplete = requestBody?.isComplete !== false && !request.path.includes(redactedText);
  if (!isComplete) return 'incomplete';
  return key && isKeyUsable(key) ? undefined : 'key';
}

/**
 * Returns the playground's form with the options of a capture, without those that are not stored;
 * undefined for other calls.
 */
export function captureFormOf({
  request,
  requestBody,
}: LoggedDetail): { readonly form: CaptureForm; readonly isComplete: boolean } | undefined {
  const isCapture = request.route === '/screenshots' || request.route === '/html-to-image';
  if (request.method !== 'POST' || !isCapture || requestBody === null) return undefined;
  const body = parsed(requestBody.text);
  if (body === undefined) return undefined;
  const texts = Object.entries(optionTextsOf(withCanonicalNames(body).options));
  const stored = texts.filter(
    ([, text]) => !text.includes(redactedText) && !text.includes(secretMask),
  );
  return {
    form: { ...formOfSavedOptions(Object.fromEntries(stored)), setting_id: '' },
    // The options of a saved setting are not in the request.
    isComplete: requestBody.isComplete && body['setting_id'] === undefined,
  };
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a call as one line: its method, its path and the URL of its capture. */
export function callLine({ method, path, target }: LoggedRequest): string {
  return [method, shortPath(path), target ?? ''].join(' ').trim();
}

/** Returns a path below the API's root. */
export function shortPath(path: string): string {
  return path.replace(/^(?:\/api)?\/v1/, '');
}
