/**
 * Returns a text that PostgreSQL can store: NUL and lone surrogates, which untrusted text may contain,
 * become the replacement character U+FFFD.
 */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
