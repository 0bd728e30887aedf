import { requestBodyOf, type CaptureRequestBody } from '@shotwright/contract/capture-options';
import { secretsFrom, type CaptureForm } from './capture-form.rules.ts';
import { completeUrl } from '../../../lib/complete-url.ts';

/**
 * Request body of a capture from the dashboard; `setting_id`: saved setting whose stored secrets
 * replace the masked values.
 */
export type DashboardPayload = CaptureRequestBody & { readonly setting_id?: number };

/** Public path of each kind of capture. Source: ruling RL-12. */
export const capturePaths = { url: '/api/v1/screenshots', html: '/api/v1/html-to-image' } as const;

/**
 * Returns the request body of a form, shared by the call, the Developer panel, saved settings and all
 * code samples. Headers that are not a JSON object are left out.
 */
export function buildPayload(form: CaptureForm): CaptureRequestBody {
  const header = readCustomHeader(form.custom_header);
  return requestBodyOf({
    ...form,
    url: completeUrl(form.url),
    custom_header: header.kind === 'valid' ? header.text : '',
  });
}

/** Returns the request body that the dashboard sends for a form. */
export function buildDashboardPayload(form: CaptureForm): DashboardPayload {
  const settingId = secretsFrom(form);
  return { ...buildPayload(form), ...(settingId !== undefined && { setting_id: settingId }) };
}

/**
 * Parsed custom headers: none, a JSON object, or invalid input that is left out. `line` counts from
 * 1.
 */
export type ReadHeader =
  | { readonly kind: 'none' }
  | { readonly kind: 'valid'; readonly text: string }
  | { readonly kind: 'not-an-object' }
  | { readonly kind: 'broken'; readonly line: number | undefined };

/** Parses custom headers; valid JSON is serialized in its shortest form. */
export function readCustomHeader(typed: string): ReadHeader {
  if (typed.trim() === '') return { kind: 'none' };
  try {
    const value: unknown = JSON.parse(typed.trimEnd());
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { kind: 'valid', text: JSON.stringify(value) } : { kind: 'not-an-object' };
  } catch (error) {
    return { kind: 'broken', line: brokenLine(typed, error) };
  }
}

// Engines word the error differently: they name a line, a position or an unexpected end of input.
function brokenLine(typed: string, error: unknown): number | undefined {
  const reason = error instanceof Error ? error.message : '';
  const line = /line (\d+)/.exec(reason)?.[1];
  if (line !== undefined) return Number(line);
  const position = /position (\d+)/.exec(reason)?.[1];
  if (position !== undefined) return typed.slice(0, Number(position)).split('\n').length;
  return /end of|unterminated/i.test(reason) ? typed.trimEnd().split('\n').length : undefined;
}
