import type { CaptureOptionRow, OptionValue } from './row.ts';
import { optionTextOf, parseOptionText } from './stored-options.ts';
import {
  captureOptions,
  optionRow,
  savedOptionNames,
  shareableOptionNames,
  type CaptureOptionRows,
  type OptionValueOf,
  type SavedOptionName,
} from './table.ts';

/** Sources of a capture in the form. */
export const captureModes = ['url', 'html'] as const;
/** One of the {@link captureModes}. */
export type CaptureMode = (typeof captureModes)[number];

type FormValue<V extends OptionValue, Parsed> = V extends { readonly kind: 'boolean' | 'choice' }
  ? Parsed
  : string;

/**
 * Values of the capture form's controls, by wire name. Numbers and ids are the text as typed; '' is
 * no value.
 */
export type CaptureFormValues = { readonly mode: CaptureMode } & {
  readonly [K in SavedOptionName]: FormValue<CaptureOptionRows[K]['value'], OptionValueOf<K>>;
};

/** Initial values of the form. Source: specification §9. */
export const captureFormDefaults: CaptureFormValues = formValuesOf(() => undefined, 'url');

/** Text of an option, or undefined if there is none. */
type ReadText = (name: SavedOptionName) => string | null | undefined;

/**
 * Parses the values of a form from the texts of a saved setting or a URL. Missing and invalid texts
 * have the default of their option; numbers are limited to their range.
 */
export function formValuesOf(read: ReadText, mode: CaptureMode): CaptureFormValues {
  const entries = savedOptionNames.map((name) => [
    name,
    formValueOf(optionRow(name), read(name) ?? ''),
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every value is parsed by its row
  return { mode, ...Object.fromEntries(entries) } as CaptureFormValues;
}

function formValueOf(row: CaptureOptionRow, text: string): string | boolean {
  const { value } = row;
  switch (value.kind) {
    case 'boolean':
      return (parseOptionText(value, text) ?? row.default) === true;
    case 'choice':
      return String(parseOptionText(value, text) ?? row.default ?? '');
    case 'choices':
    case 'list':
      return optionTextOf(parseOptionText(value, text) ?? '', value);
    case 'number':
      return numberText(row, isNumberInput(row, text) ? text : '');
    case 'id':
    case 'instant':
    case 'text':
    case 'url':
    case 'html':
    case 'headers':
    case 'cookies':
    case 'steps':
    default:
      return String(parseOptionText(value, text) ?? '');
  }
}

/** True if the text can be typed on to a number of the option. */
function isNumberInput({ value }: CaptureOptionRow, typed: string): boolean {
  const { decimals = 0, min, max } = value.kind === 'number' ? value : { min: 0, max: 0 };
  const sign = min < 0 ? '-?' : '';
  const digits = Math.max(6, String(max).length);
  const fraction = decimals > 0 ? `(\\.\\d{0,${decimals}})?` : '';
  return new RegExp(`^${sign}\\d{0,${digits}}${fraction}$`).test(typed);
}

/**
 * Returns the text of a number within its limits, or of the default if it is none; other values
 * unchanged.
 */
export function numberText({ value, default: fallback }: CaptureOptionRow, typed: string): string {
  const number = Number(typed);
  if (value.kind !== 'number') return typed;
  if (typed.trim() === '' || !Number.isFinite(number)) {
    return fallback === undefined ? '' : String(fallback);
  }
  const rounded = value.decimals === undefined ? Math.round(number) : number;
  return String(Math.min(value.max, Math.max(value.min, rounded)));
}

type NumberOptionName = {
  [K in SavedOptionName]: CaptureOptionRows[K]['value'] extends { readonly kind: 'number' }
    ? K
    : never;
}[SavedOptionName];

/** Returns the new text of a number field; input that cannot become a number is ignored. */
export function filterNumberInput(
  name: NumberOptionName,
  { previous, typed }: { readonly previous: string; readonly typed: string },
): string {
  return isNumberInput(captureOptions[name], typed) ? typed : previous;
}

/** Returns the text of a number field after typing: within its limits, or the default if empty. */
export function normalizeNumber(name: NumberOptionName, typed: string): string {
  return numberText(captureOptions[name], typed);
}

/** Returns the URL parameters of a form: the shareable values that differ from the defaults. */
export function searchParamsOf(form: CaptureFormValues): URLSearchParams {
  const search = new URLSearchParams();
  if (form.mode !== captureFormDefaults.mode) search.set('mode', form.mode);
  for (const name of shareableOptionNames) {
    if (form[name] !== captureFormDefaults[name]) search.set(name, String(form[name]));
  }
  return search;
}

/** Parses the form of a URL. Options that it cannot carry have their default. */
export function formOfSearchParams(search: URLSearchParams): CaptureFormValues {
  const names: readonly string[] = shareableOptionNames;
  return formValuesOf(
    (name) => (names.includes(name) ? search.get(name) : undefined),
    search.get('mode') === 'html' ? 'html' : 'url',
  );
}

/** True if the URL has parameters of the form. */
export function hasFormParams(search: URLSearchParams): boolean {
  return ['mode', ...shareableOptionNames].some((name) => search.has(name));
}

/** Parses the form of a saved setting. A setting without a mode has the one of its source. */
export function formOfSavedOptions(
  options: Readonly<Record<string, string | undefined>>,
): CaptureFormValues {
  const isHtml =
    options['mode'] === 'html' || ((options['url'] ?? '') === '' && (options['html'] ?? '') !== '');
  return formValuesOf((name) => options[name], isHtml ? 'html' : 'url');
}
