import { invalidField } from '../../../shared/app-error.ts';

const advice =
  'must be a URL in which * stands for any text of the path or the query, such as https://shop.example/*, or for any subdomain at the start of the host';

interface UrlPattern {
  readonly protocol: string;
  /** Host with port; begins with a dot if any subdomain of it matches. */
  readonly host: string;
  /** Parts of path and query between the wildcards. */
  readonly parts: readonly string[];
}

/** Requires a pattern that {@link matchesUrlPattern} can read. */
export function requireUrlPattern(pattern: string): void {
  if (!readUrlPattern(pattern)) throw invalidField('url_pattern', advice);
}

/**
 * True if a normalised URL matches the pattern. A wildcard never reaches from the host into the path
 * or back, so that no other host matches.
 */
export function matchesUrlPattern(pattern: string, url: string): boolean {
  const read = readUrlPattern(pattern);
  if (!read) return false;
  const { protocol, host, pathname, search } = new URL(url);
  const isHost = read.host.startsWith('.') ? host.endsWith(read.host) : host === read.host;
  return protocol === read.protocol && isHost && matchesParts(read.parts, pathname + search);
}

function readUrlPattern(pattern: string): UrlPattern | undefined {
  const [, scheme = '', subdomains = '', rest = ''] =
    /^(https?:)\/\/(\*\.)?([^/?#*@\\][^#]*)$/i.exec(pattern) ?? [];
  const [host, tail] = splitAt(rest, rest.search(/[/?]/));
  if (host === '' || host.includes('*') || host.includes('@')) return undefined;
  const base = `${scheme}//${host}`;
  if (!URL.canParse(base)) return undefined;
  const { protocol, host: normalised } = new URL(base);
  const path = tail.startsWith('/') ? tail : `/${tail}`;
  const parts = path.split('*').map((part) => encodeURI(decodeLeniently(part)));
  return { protocol, host: subdomains === '' ? normalised : `.${normalised}`, parts };
}

// A pattern may be written with or without percent-encoding; URLs are always encoded.
function decodeLeniently(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

function splitAt(text: string, at: number): readonly [string, string] {
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at)];
}

/** Each part is searched for once, after the one before: the time grows with the text only. */
function matchesParts(parts: readonly string[], text: string): boolean {
  const first = parts.at(0) ?? '';
  const last = parts.at(-1) ?? '';
  if (parts.length < 2) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= end;
}
