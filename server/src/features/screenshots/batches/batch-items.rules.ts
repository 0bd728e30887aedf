import {
  batchLimits,
  cacheKeyOptionsOf,
  isErrorCode,
  withCanonicalNames,
  errorCodes,
  type BatchBody,
  type BatchReceipt,
  type CaptureOptions,
} from '@shotwright/contract';
import { AppError, invalidField } from '../../../shared/app-error.ts';
import type { OpenSettings } from '../../saved-settings/use-settings.service.ts';
import type { CaptureRequest } from '../request/capture-request.rules.ts';

/** A valid item: its position in the request, its options, and what is stored of them. */
export interface BatchEntry {
  readonly index: number;
  readonly fields: CaptureOptions;
  readonly capture: CaptureRequest;
}

/** The items of a request after their validation. */
export interface ReadItems {
  /** Number of items in the request. */
  readonly total: number;
  readonly entries: readonly BatchEntry[];
  readonly invalid: readonly InvalidItem[];
  /** Items identical to an earlier one, with the position of that one. */
  readonly duplicates: readonly { readonly index: number; readonly of: number }[];
}

/** An invalid item. */
export type InvalidItem = BatchReceipt['invalid'][number];

/** Validates one capture; throws the errors of a capture request. */
export type ReadCapture = (fields: Readonly<Record<string, unknown>>) => Omit<BatchEntry, 'index'>;

const mebibyte = 1024 * 1024;

type ItemFields = Readonly<Record<string, unknown>>;

/** Fields of a capture request that a batch has for all items, or not at all, with the reason. */
export const unavailableFields: Readonly<Record<string, string>> = {
  project_id: 'is a field of the batch, not of an item',
  wait: 'is not available in a batch: no response waits for its captures',
  response_type: 'is not available in a batch: its response has no image',
  cache: 'is not available in a batch: each item is captured',
  cache_ttl: 'is not available in a batch: each item is captured',
  cache_key: 'is not available in a batch: each item is captured',
  fresh: 'is not available in a batch: each item is captured',
  stale_while_revalidate: 'is not available in a batch: each item is captured',
};

/**
 * Validates each item of a request with the options of all. Throws `validation_failed` for a request
 * without items or with more than `maxItems`, or whose common options are too large for their number, and
 * the errors of its common options.
 */
export function readItems(
  body: BatchBody,
  {
    maxItems,
    settings,
    readCapture,
  }: {
    readonly maxItems: number;
    readonly settings: Pick<OpenSettings, 'sizeOf'>;
    readonly readCapture: ReadCapture;
  },
): ReadItems {
  const items = givenItems(body, maxItems);
  const common = readCommon(body.options ?? {});
  requireCommonSize(common, items.length);
  requireSettingSizes(settings, common, items);
  const entries: BatchEntry[] = [];
  const invalid: InvalidItem[] = [];
  const duplicates: { index: number; of: number }[] = [];
  const seen = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const read = readItem(() => readCapture({ ...common, ...canonicalItem(item) }));
    if ('message' in read) {
      invalid.push({ index, ...read });
      continue;
    }
    const key = JSON.stringify(cacheKeyOptionsOf(read.fields));
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, index);
      entries.push({ index, ...read });
    } else duplicates.push({ index, of: first });
  }
  return { total: items.length, entries, invalid, duplicates };
}

function givenItems({ items, urls }: BatchBody, maxItems: number): readonly ItemFields[] {
  if (items && urls) throw invalidField('urls', 'cannot be combined with items');
  const given = items ?? urls?.map((url) => ({ url }));
  const path = urls ? 'urls' : 'items';
  if (!given) throw invalidField(path, 'is required: a list of captures, or urls');
  if (given.length > maxItems) {
    throw invalidField(path, `must have at most ${maxItems} items; this list has ${given.length}`);
  }
  return given;
}

function readCommon(options: ItemFields): ItemFields {
  const source = ['url', 'html'].find((name) => Object.hasOwn(options, name));
  if (source !== undefined) throw invalidField(`options.${source}`, 'is a field of each item');
  return canonicalItem(options, 'options.');
}

/** A small request could otherwise need gigabytes: every item is parsed and stored with the common options. */
function requireCommonSize(common: ItemFields, count: number): void {
  const bytes = Buffer.byteLength(JSON.stringify(common));
  const { commonMebibytes } = batchLimits;
  const fitting = Math.floor((commonMebibytes * mebibyte) / bytes);
  if (count <= fitting) return;
  const message = `must have at most ${commonMebibytes} MiB for all items together; these ${bytes} bytes allow ${fitting} items, not ${count}`;
  throw invalidField('options', message);
}

/**
 * Each item is stored with the options of its setting, as with the common options. Throws
 * `setting_not_found` for a setting of all items; one of a single item makes only that item invalid.
 */
function requireSettingSizes(
  settings: Pick<OpenSettings, 'sizeOf'>,
  common: ItemFields,
  items: readonly ItemFields[],
): void {
  settings.sizeOf(common);
  let bytes = 0;
  for (const item of items) {
    const read = readItem(() => ({ size: settings.sizeOf({ ...common, ...item }) }));
    bytes += 'size' in read ? read.size : 0;
  }
  const { commonMebibytes } = batchLimits;
  if (bytes <= commonMebibytes * mebibyte) return;
  const message = `must add at most ${commonMebibytes} MiB to all items together; the options of these saved settings have ${bytes} bytes. Send fewer items`;
  throw invalidField('setting_id', message);
}

/** Returns the fields of an item under their own names. */
function canonicalItem(item: ItemFields, at = ''): ItemFields {
  const { options, conflicts } = withCanonicalNames(item);
  const [conflict] = conflicts;
  if (conflict !== undefined) {
    const message = `is another name of ${conflict.name}, and a request may have only one of them`;
    throw invalidField(`${at}${conflict.alias}`, message, 'unsupported_option_combination');
  }
  for (const [name, reason] of Object.entries(unavailableFields)) {
    if (Object.hasOwn(options, name)) throw invalidField(`${at}${name}`, reason);
  }
  return options;
}

function readItem<T>(read: () => T): T | Omit<InvalidItem, 'index'> {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AppError) || !isOfItem(error)) throw error;
    const field = fieldOf(error);
    return {
      message: error.message,
      code: error.code,
      ...(field !== undefined && { field }),
    };
  }
}

/** True for an error of a single item; an account without credits has them for no item. */
function isOfItem({ code }: AppError): boolean {
  const { status } = errorCodes[code];
  return isErrorCode(code) && status < 500 && status !== 402;
}

function fieldOf({ details }: AppError): string | undefined {
  const { fields } = details;
  const first: unknown = Array.isArray(fields) ? fields[0] : undefined;
  if (typeof first !== 'object' || first === null || !('path' in first)) return undefined;
  return String(first.path);
}

const namedFields = 20;

/** Returns the error for a batch with invalid items. */
export function invalidItemsError({ total, invalid }: ReadItems): AppError {
  const [first] = invalid;
  const numbers = invalid.slice(0, namedFields).map(({ index }) => index);
  const more = invalid.length - numbers.length;
  const list = `${numbers.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const fields = invalid
    .slice(0, namedFields)
    .map(({ index, field, message }) => ({ path: pathOf(index, field), message }));
  return new AppError({
    code: 'validation_failed',
    message: `${invalid.length} of ${total} items are invalid, at the positions ${list}. Position ${first?.index}: ${sentence(first?.message ?? '')} Correct them, or send partial=true to capture the others.`,
    details: {
      fields,
      ...(more > 0 && { more }),
      invalid: invalid.slice(0, batchLimits.namedInvalid),
    },
  });
}

const pathOf = (index: number, field: string | undefined): string =>
  field === undefined ? `items.${index}` : `items.${index}.${field}`;

const sentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`);
