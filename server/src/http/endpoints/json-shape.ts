/** Limits of a JSON body. A request needs at most about 70 fields and 10 000 list items. */
export const jsonLimits = { depth: 32, fields: 1_000, items: 20_000 } as const;

/** Maximum number of fields of a body with many captures. */
export const batchFields = 10_000;

/** A limit of {@link jsonLimits} that a text exceeds. */
export type JsonExcess = keyof typeof jsonLimits;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
/** The bit in which `[` and `{`, or `]` and `}`, differ. */
const curly = 0x20;
const opening = 0x7b;
const closing = 0x7d;

/**
 * Returns the first limit that a JSON text exceeds, without parsing it: parsing megabytes of field
 * names or brackets takes hundreds of milliseconds, scanning them a few. Fields and items are
 * counted over the whole text. Malformed text may pass; the parser rejects it.
 */
export function findJsonExcess(
  text: string,
  maxFields: number = jsonLimits.fields,
): JsonExcess | undefined {
  const { length } = text;
  let depth = 0;
  let fields = 0;
  let items = 0;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at);
    } else if (code === comma) {
      items += 1;
      if (items >= jsonLimits.items) return 'items';
    } else if (code === colon) {
      fields += 1;
      if (fields > maxFields) return 'fields';
    } else if ((code | curly) === opening) {
      depth += 1;
      if (depth > jsonLimits.depth) return 'depth';
    } else if ((code | curly) === closing) {
      depth -= 1;
    }
  }
  return undefined;
}

/** Searches for quotes, which is ten times as fast as reading each character. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - slashes - 1) === backslash) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
