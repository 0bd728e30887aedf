import { numberText, type CaptureFormValues, type CaptureMode } from './form.ts';
import type { CaptureOptionRow, dashboardCalls, OptionValue } from './row.ts';
import {
  optionNamesOf,
  optionRow,
  savedOptionNames,
  type CaptureOptionRows,
  type OptionNamesWith,
  type OptionValueOf,
  type SavedOptionName,
} from './table.ts';

type RequestValue<V extends OptionValue, Parsed> = V extends { readonly kind: 'boolean' }
  ? 'true' | 'false'
  : V extends { readonly kind: 'number' | 'id' }
    ? number
    : V extends { readonly kind: 'choice' }
      ? Parsed
      : string;

type RequestValueOf<K extends SavedOptionName> = RequestValue<
  CaptureOptionRows[K]['value'],
  OptionValueOf<K>
>;
type RequiredOptionName = Extract<
  SavedOptionName,
  OptionNamesWith<{ readonly requiredBy: typeof dashboardCalls }>
>;

/** Request body of a form: wire names, numbers as numbers, switches as text. */
export type CaptureRequestBody = {
  readonly [K in RequiredOptionName]: RequestValueOf<K>;
} & { readonly [K in SavedOptionName]?: RequestValueOf<K> };

/**
 * Returns the request body of a form. Options of the group `source`, and those of the group `output`
 * whose default is stored, are always sent; others only if they differ from their default. A default
 * is not sent beside the option that replaces it, nor `project_id` before a project is chosen. Source:
 * specification §3.
 */
export function requestBodyOf(form: CaptureFormValues): CaptureRequestBody {
  const taken: readonly string[] = optionNamesOf(`dashboard_${form.mode}`);
  const given: Readonly<Record<string, unknown>> = form;
  const entries = savedOptionNames
    .filter((name) => {
      const { defaultUnless } = optionRow(name);
      const isReplaced = defaultUnless !== undefined && given[defaultUnless] !== '';
      return taken.includes(name) && !isReplaced;
    })
    .flatMap((name) => {
      const value = requestValueOf(optionRow(name), form[name]);
      return value === undefined ? [] : [[name, value]];
    });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every value is converted by its row
  return Object.fromEntries(entries) as CaptureRequestBody;
}

function requestValueOf(
  row: CaptureOptionRow,
  field: string | boolean,
): string | number | undefined {
  const isCode = row.value.kind === 'html' || (row.value.kind === 'text' && row.value.isCode);
  const text = numberText(row, isCode ? String(field) : String(field).trim());
  const isSource = row.group === 'source';
  const isAlwaysSent = row.group === 'output' && row.storage === 'always';
  const isUnchanged = text === String(row.default) && !isAlwaysSent;
  const isLeftOut = text.trim() === '' && (!isSource || row.value.kind === 'id');
  if (isLeftOut || (!isSource && isUnchanged)) return undefined;
  return row.value.kind === 'number' || row.value.kind === 'id' ? Number(text) : text;
}

/** Returns the options of a saved setting for a request body, all as text. */
export function savedOptionsOf(
  mode: CaptureMode,
  body: CaptureRequestBody,
): { readonly mode: CaptureMode } & Partial<Record<SavedOptionName, string>> {
  const texts = Object.entries(body).map(([name, value]) => [name, String(value)]);
  return { mode, ...Object.fromEntries(texts) };
}
