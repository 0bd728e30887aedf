/** Headers that apply to one connection only (RFC 9110, 7.6.1), and those meant for a proxy. */
const hopByHop = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Returns the headers for the next hop as name, value, name, value, with order, spelling and
 * repetition unchanged.
 */
export function endToEndHeaders(
  rawHeaders: readonly string[],
  also: readonly string[] = [],
): string[] {
  const named = namedByConnection(rawHeaders);
  const kept: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    const key = name.toLowerCase();
    if (hopByHop.has(key) || named.includes(key) || also.includes(key)) continue;
    kept.push(name, rawHeaders[at + 1] ?? '');
  }
  return kept;
}

/**
 * Returns the header names in `Connection`. Reads the raw headers because Node builds an object of
 * all headers on access.
 */
function namedByConnection(rawHeaders: readonly string[]): string[] {
  const named: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() !== 'connection') continue;
    named.push(...(rawHeaders[at + 1] ?? '').toLowerCase().split(/\s*,\s*/));
  }
  return named;
}

/** Returns the approximate size of a header block as it was sent; bytes. */
export function headerBytes(rawHeaders: readonly string[]): number {
  // ": " or CRLF follows each item; the status line has about 20 bytes.
  return rawHeaders.reduce((sum, item) => sum + item.length + 2, 20);
}
