/** Headers that speak of one connection only (RFC 9110, 7.6.1), and those meant for a proxy. */
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

/** Headers for the next hop, as name, value, name, value: order, spelling and repetition as they came. */
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

/** What `Connection` calls its own. Read from the raw headers: Node makes an object of all of them when it is asked for one. */
function namedByConnection(rawHeaders: readonly string[]): string[] {
  const named: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() !== 'connection') continue;
    named.push(...(rawHeaders[at + 1] ?? '').toLowerCase().split(/\s*,\s*/));
  }
  return named;
}

/** Bytes of a header block as it was sent, near enough to count. */
export function headerBytes(rawHeaders: readonly string[]): number {
  // ": " or CRLF follows each item; the status line has about 20 bytes.
  return rawHeaders.reduce((sum, item) => sum + item.length + 2, 20);
}
