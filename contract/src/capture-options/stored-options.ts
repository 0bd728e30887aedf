import type { CaptureOptionRow, OptionValue } from './row.ts';
import {
  captureOptionNames,
  requestOptionNames,
  optionRow,
  secretOptionNames,
  storedOptionNames,
  type CaptureOptions,
  type FilledOptionName,
  type OptionValueOf,
  type SecretOptionName,
  type StoredOptionName,
} from './table.ts';

const requestNames: ReadonlySet<string> = new Set(requestOptionNames);

/**
 * Returns the options of a parsed request that decide the image or are stored; its other fields are
 * left out.
 */
export function captureOptionsOf(request: CaptureOptions): CaptureOptions {
  const kept = Object.entries(request).filter(([name]) => requestNames.has(name));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same fields with the same values
  return Object.fromEntries(kept) as CaptureOptions;
}

/** Secrets among options, as text. */
export type OptionSecrets = { readonly [K in SecretOptionName]?: string };

/** Parsed options in the row of a screenshot; secrets are masked. */
export type StoredOptions = {
  readonly [K in StoredOptionName]?: K extends SecretOptionName ? string : OptionValueOf<K>;
};

/**
 * Returns a request's options as a screenshot stores them: parsed, secrets replaced by their masks.
 * Source: specification §3.
 */
export function storedOptionsOf(options: CaptureOptions, masks: OptionSecrets = {}): StoredOptions {
  const entries = storedOptionNames.flatMap((name) => {
    const value = isSecret(name) ? masks[name] : valueToStore(name, options);
    return value === undefined ? [] : [[name, wellFormed(value)]];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names with the same values
  return Object.fromEntries(entries) as StoredOptions;
}

function isSecret(name: StoredOptionName): name is SecretOptionName {
  return optionRow(name).isSecret === true;
}

function valueToStore(name: StoredOptionName, options: CaptureOptions): unknown {
  const row = optionRow(name);
  const value = options[name] ?? defaultIn(row, options);
  const isUnchanged = row.storage === 'if_changed' && value === row.default;
  return isEmptyValue(value) || isUnchanged ? undefined : value;
}

// PostgreSQL rejects lone surrogates.
function wellFormed(value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}

/** Returns options as text, as responses and saved settings have them; absent ones are left out. */
export function optionTextsOf(options: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, optionTextOf(value, valueOf(name))]],
    ),
  );
}

function valueOf(name: string): OptionValue | undefined {
  const known = captureOptionNames.find((one) => one === name);
  return known && optionRow(known).value;
}

/**
 * Returns the text of a parsed value of an option. The items of a list are separated by line breaks,
 * those of choices by commas.
 */
export function optionTextOf(value: unknown, option?: OptionValue): string {
  if (Array.isArray(value)) {
    const isText = value.every((item) => typeof item === 'string');
    return isText ? value.join(option?.kind === 'list' ? '\n' : ',') : JSON.stringify(value);
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the secrets among options, as text. */
export function optionSecretsOf(options: Readonly<Record<string, unknown>>): OptionSecrets {
  return optionTextsOf(Object.fromEntries(secretOptionNames.map((name) => [name, options[name]])));
}

/** Returns the default of an option unless another option that replaces it has a value. */
function defaultIn(
  { default: fallback, defaultUnless }: CaptureOptionRow,
  options: Readonly<Partial<Record<string, unknown>>>,
): CaptureOptionRow['default'] {
  const isReplaced = defaultUnless !== undefined && options[defaultUnless] !== undefined;
  return isReplaced ? undefined : fallback;
}

/**
 * Returns the options by which an image is found again: all that decide it or its outcome, with their
 * defaults, in alphabetical order. Empty values are left out.
 */
export function cacheKeyOptionsOf(options: CaptureOptions): (readonly [string, unknown])[] {
  return requestOptionNames
    .filter((name) => optionRow(name).storage !== 'origin')
    .map((name) => [name, options[name] ?? defaultIn(optionRow(name), options)] as const)
    .filter(([, value]) => !isEmptyValue(value))
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

function isEmptyValue(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

type ReadableOptionName = Exclude<StoredOptionName, SecretOptionName>;

/** Options of a screenshot without its secrets, parsed. */
export type StoredCaptureOptions = {
  readonly [K in ReadableOptionName]: K extends FilledOptionName
    ? OptionValueOf<K>
    : OptionValueOf<K> | undefined;
};

const readableOptions = storedOptionNames
  .filter((name) => !isSecret(name))
  .map((name) => ({ name, row: optionRow(name) }));

/** Options that were read, by the object that was given: a capture reads its own six times. */
const readOptions = new WeakMap<Readonly<Record<string, unknown>>, StoredCaptureOptions>();

/**
 * Returns the options in the row of a screenshot. Missing and unreadable values have their default,
 * or are undefined if another option replaces it. Values that an older release stored as text are
 * parsed. The object must not change after it was given.
 */
export function readStoredOptions(stored: Readonly<Record<string, unknown>>): StoredCaptureOptions {
  const known = readOptions.get(stored);
  if (known) return known;
  const read = parseStoredOptions(stored);
  readOptions.set(stored, read);
  return read;
}

function parseStoredOptions(stored: Readonly<Record<string, unknown>>): StoredCaptureOptions {
  const entries = readableOptions.map(({ name, row }) => {
    const value = stored[name];
    const isPresent = value !== undefined && value !== null;
    const read = isPresent ? parseOptionText(row.value, optionTextOf(value, row.value)) : undefined;
    return [name, read ?? defaultIn(row, stored)];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every value is parsed by its row
  return Object.fromEntries(entries) as StoredCaptureOptions;
}

/** Returns the lines of a text, trimmed; none is empty. */
export function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Returns the items of a list in text: separated by commas or line breaks, none empty. */
export function splitList(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Parses the text of a value; undefined if it is not one. Limits are not checked. */
export function parseOptionText(
  value: OptionValue,
  text: string,
): string | number | boolean | readonly string[] | undefined {
  switch (value.kind) {
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : undefined;
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
    case 'id':
      return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
    case 'choice':
      return value.values.includes(text) ? text : undefined;
    case 'choices':
      return splitList(text).filter((item) => value.values.includes(item));
    case 'list':
      return splitLines(text);
    case 'instant':
    case 'text':
    case 'url':
    case 'html':
    case 'headers':
    case 'cookies':
    case 'steps':
    default:
      return text;
  }
}
