import { normalizeNumber } from '@shotwright/contract/capture-options';
import { secretsFrom, type CaptureForm } from './capture-form.rules.ts';
import { completeUrl } from './target-url.rules.ts';

type Flag = 'true' | 'false';

/** Request body of a capture. Source: specification §3. */
export interface CapturePayload {
  readonly url?: string;
  readonly html?: string;
  readonly project_id: number;
  readonly file_type: 'png' | 'jpeg';
  readonly full_page: Flag;
  readonly disable_animations: Flag;
  readonly disable_javascript: Flag;
  readonly retina: Flag;
  readonly emulate_device?: string;
  readonly width?: number;
  readonly height?: number;
  readonly delay?: number;
  readonly proxy_url?: string;
  readonly element_selector?: string;
  readonly inject_css?: string;
  readonly inject_js?: string;
  readonly custom_header?: string;
}

/**
 * Request body of a capture from the dashboard; `setting_id`: saved setting whose stored secrets
 * replace the masked values.
 */
export interface DashboardPayload extends CapturePayload {
  readonly setting_id?: number;
}

/** Public path of each kind of capture. Source: ruling RL-12. */
export const capturePaths = { url: '/api/v1/screenshots', html: '/api/v1/html-to-image' } as const;

/**
 * Returns the request body of a form, shared by the call, the Developer panel and all code samples.
 */
export function buildPayload(form: CaptureForm): CapturePayload {
  const isUrl = form.mode === 'url';
  const delay = Number(normalizeNumber('delay', form.delay));
  const header = readCustomHeader(form.customHeader);
  return {
    ...(isUrl ? { url: completeUrl(form.url) } : { html: form.html }),
    project_id: Number(form.projectId),
    file_type: form.fileType,
    full_page: flag(form.fullPage),
    disable_animations: flag(form.disableAnimations),
    disable_javascript: flag(form.disableJavascript),
    retina: flag(form.retina),
    ...(form.device === ''
      ? {
          width: Number(normalizeNumber('width', form.width)),
          height: Number(normalizeNumber('height', form.height)),
        }
      : { emulate_device: form.device }),
    ...(delay > 0 && { delay }),
    ...(isUrl && filled('proxy_url', form.proxyUrl.trim())),
    ...(isUrl && filled('element_selector', form.elementSelector.trim())),
    ...filled('inject_css', form.injectCss),
    ...filled('inject_js', form.injectJs),
    ...(header.kind === 'valid' && { custom_header: header.text }),
  };
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

function flag(isOn: boolean): Flag {
  return isOn ? 'true' : 'false';
}

function filled<K extends string>(name: K, value: string): { [P in K]?: string } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript widens a computed key to string
  return (value.trim() === '' ? {} : { [name]: value }) as { [P in K]?: string };
}
