import { z } from 'zod';
import { splitLines, splitList } from './capture-options/stored-options.ts';

/** A boolean as clients write it: `true`, `'true'`, `false` or `'false'`; `'false'` is false. */
export const wireBoolean = z
  .union([z.boolean(), z.enum(['true', 'false'])], {
    error: "must be true or false ('true' or 'false')",
  })
  .transform((value) => value === true || value === 'true');

/** Returns a schema for a number, or for its text. Empty text is rejected. */
export function wireNumber(range: { min: number; max: number; isInteger?: boolean }) {
  const kind = range.isInteger === false ? 'a number' : 'a whole number';
  const sentence = `must be ${kind} from ${range.min} to ${range.max}`;
  return z
    .union([z.number(), z.string().regex(/^-?\d{1,12}(\.\d{1,6})?$/, { error: sentence })], {
      error: sentence,
    })
    .transform(Number)
    .refine(
      (value) =>
        value >= range.min &&
        value <= range.max &&
        (range.isInteger === false || Number.isInteger(value)),
      {
        error: sentence,
      },
    );
}

const largestId = 2_147_483_647;
const idRange = `must be a whole number from 1 to ${largestId}`;
/** The first check that fails ends the others, so that an id has one message. */
const idCheck = { error: idRange, abort: true } as const;

/** A positive database id, as a number or its text. */
export const wireId = z
  .union(
    [
      z.int(idCheck).positive(idCheck).max(largestId, idCheck),
      z.string().regex(/^[1-9]\d{0,9}$/, { error: idRange }),
    ],
    { error: idRange },
  )
  .transform(Number)
  .refine((value) => value <= largestId, { error: idRange });

/**
 * Returns a schema for a list of choices without repeats: an array, or text separated by commas or
 * line breaks. `values` are the valid ones.
 */
export function wireChoices<const T extends string>(values: readonly T[]) {
  const names = values.join(', ');
  const error = `must be a list of ${names}`;
  const isValue = (text: string): text is T => values.some((value) => value === text);
  // With room for repeats. Longer text is not split, because millions of items take long.
  const text = z.string().refine(({ length }) => length <= 10 * names.length, { error });
  return z
    .union([z.array(z.enum(values)), text], { error })
    .transform((given) => [...new Set(typeof given === 'string' ? splitList(given) : given)])
    .refine((list): list is T[] => list.every(isValue), { error });
}

/**
 * Returns a schema for a list of texts without repeats: an array, or text with one item a line.
 */
export function wireList({ maxItems, maxItemBytes }: { maxItems: number; maxItemBytes: number }) {
  const isShort = (item: string) => new TextEncoder().encode(item).byteLength <= maxItemBytes;
  const longest = maxItems * (maxItemBytes + '\r\n'.length);
  const text = z.string().refine(({ length }) => length <= longest, {
    error: `must have at most ${maxItems} items, and ${longest} characters as text`,
  });
  return z
    .union([z.array(z.string()), text], { error: 'must be a list of texts' })
    .transform((given) => [...new Set(typeof given === 'string' ? splitLines(given) : given)])
    .refine((list) => list.length <= maxItems, {
      error: `must have at most ${maxItems} items`,
      abort: true,
    })
    .refine((list) => list.every((item) => item.trim() !== '' && !item.includes('\n')), {
      error: 'must have items of one line each, none of them blank',
    })
    .refine((list) => list.every(isShort), {
      error: `must have items of at most ${maxItemBytes} bytes each`,
    });
}

/** An ISO 8601 timestamp in UTC. */
export const wireInstant = z.iso.datetime({
  error: 'must be a time in ISO 8601 and UTC, such as 2026-01-31T12:00:00Z',
});

const enteredInstantError =
  'must be an ISO 8601 time from 2000 to 2099 such as 2026-12-31T23:59:59Z';

/** A time that a person entered, with its offset; the range excludes slips in the year. */
export const enteredInstant = z.iso
  .datetime({ offset: true, error: enteredInstantError })
  .refine((text) => /^20\d\d$/.test(text.slice(0, 4)), { error: enteredInstantError });

/** Rule for text that the database stores or compares: PostgreSQL has no U+0000. */
export const storableTextRule = {
  pattern: /^[^\0]*$/,
  error: 'must not contain the character U+0000',
} as const;

/** A UUID of any version. */
export const wireUuid = z.guid({ error: 'must be an ID that the API returned' });

/**
 * Returns a schema for text limited in UTF-8 bytes, because storage and headers count bytes. `error`
 * is the message for a value that is not text.
 */
export function boundedText(maxBytes: number, error = 'must be text') {
  return z
    .string({ error })
    .refine((value) => new TextEncoder().encode(value).byteLength <= maxBytes, {
      error: `must be at most ${maxBytes} bytes`,
    });
}

/**
 * Single-line text in logical order: no control characters, no line or paragraph separators, and no
 * characters that override or isolate the direction of the text after them (Unicode Standard Annex
 * 9). The marks that right-to-left names need (U+200E, U+200F) are allowed.
 */
export const nameRule = {
  pattern: /^[^\p{Cc}\u2028-\u202e\u2066-\u2069]*$/u,
  error:
    'must not contain line breaks, control characters or characters that change the text direction',
} as const;

/** Returns a schema for a typed name: trimmed, 1 to `max` characters, see {@link nameRule}. */
export function nameText(max: number) {
  return z
    .string({ error: 'must be text' })
    .trim()
    .min(1, { error: 'must not be blank' })
    .max(max, { error: `must be at most ${max} characters` })
    .regex(nameRule.pattern, { error: nameRule.error });
}

/** Query parameters `?page=&limit=` of a list; pages count from 1. */
export const pageQuery = {
  page: wireNumber({ min: 1, max: 100_000 }).default(1),
  limit: wireNumber({ min: 1, max: 100 }).default(25),
};

/**
 * Position of a page and number of matches. If `isTotalExact` is false, `total` is a lower bound, and larger
 * than `page` times `limit`.
 */
export const pageMetaSchema = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  isTotalExact: z.boolean(),
});
