import type { CaptureOptionRow, OptionValue } from './row.ts';
import {
  captureOptions,
  imageOptionNames,
  optionRow,
  storedOptionNames,
  type CaptureOptions,
  type FilledOptionName,
  type OptionValueOf,
  type SecretOptionName,
  type StoredOptionName,
} from './table.ts';

/** Returns the options of a parsed request that decide the image; its other fields are left out. */
export function captureOptionsOf(request: CaptureOptions): CaptureOptions {
  const names: readonly string[] = imageOptionNames;
  const kept = Object.entries(request).filter(([name]) => names.includes(name));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same fields with the same values
  return Object.fromEntries(kept) as CaptureOptions;
}

/**
 * Returns a request's options as a screenshot stores and shows them: all values as text, secrets
 * replaced by their masks. Source: specification §3.
 */
export function storedOptionsOf(
  options: CaptureOptions,
  masks: Readonly<Partial<Record<SecretOptionName, string>>> = {},
): Partial<Record<StoredOptionName, string>> {
  return Object.fromEntries(
    storedOptionNames.flatMap((name) => {
      const text = isSecret(name) ? masks[name] : textToStore(name, options);
      return text === undefined ? [] : [[name, text.toWellFormed()]];
    }),
  );
}

function isSecret(name: StoredOptionName): name is SecretOptionName {
  return optionRow(name).isSecret === true;
}

function textToStore(name: StoredOptionName, options: CaptureOptions): string | undefined {
  const row = optionRow(name);
  const given = options[name];
  const value = given ?? defaultIn(row, options);
  const isUnchanged = row.storage === 'if_changed' && value === row.default;
  if (value === undefined || value === '' || isUnchanged) return undefined;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Returns the default of an option unless another option that replaces it has a value. */
function defaultIn(
  { default: fallback, defaultUnless }: CaptureOptionRow,
  options: Readonly<Partial<Record<string, unknown>>>,
): CaptureOptionRow['default'] {
  const isReplaced = defaultUnless !== undefined && options[defaultUnless] !== undefined;
  return isReplaced ? undefined : fallback;
}

type ReadableOptionName = Exclude<StoredOptionName, SecretOptionName>;

/** Options of a screenshot without its secrets, parsed. */
export type StoredCaptureOptions = {
  readonly [K in ReadableOptionName]: K extends FilledOptionName
    ? OptionValueOf<K>
    : OptionValueOf<K> | undefined;
};

/**
 * Parses the stored options of a screenshot. Missing and unreadable values have their default, or are
 * undefined if another option replaces it.
 */
export function readStoredOptions(stored: Readonly<Record<string, unknown>>): StoredCaptureOptions {
  const entries = storedOptionNames
    .filter((name) => !isSecret(name))
    .map((name) => {
      const { value } = captureOptions[name];
      const text = stored[name];
      const read = typeof text === 'string' ? parseOptionText(value, text) : undefined;
      return [name, read ?? defaultIn(optionRow(name), stored)];
    });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every value is parsed by its row
  return Object.fromEntries(entries) as StoredCaptureOptions;
}

/** Parses the text of a value; undefined if it is not one. Limits are not checked. */
export function parseOptionText(
  value: OptionValue,
  text: string,
): string | number | boolean | undefined {
  switch (value.kind) {
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : undefined;
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
    case 'id':
      return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
    case 'choice':
      return value.values.includes(text) ? text : undefined;
    case 'text':
    case 'url':
    case 'html':
    case 'headers':
    default:
      return text;
  }
}
