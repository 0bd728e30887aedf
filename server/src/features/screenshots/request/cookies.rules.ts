import type { CaptureCookie } from '@shotwright/capture';
import { captureLimits, secretMask, type TextOrObject } from '@shotwright/contract';
import { invalidField, type AppError } from '../../../shared/app-error.ts';

// RFC 6265 §4.1.1: a token, and cookie octets. Quotes and commas are common in real values.
const namePattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/;
const valuePattern = /^[\x20-\x3a\x3c-\x7e]*$/;
const attributeNames = new Set([
  'domain',
  'path',
  'secure',
  'httponly',
  'samesite',
  'expires',
  'max-age',
  'priority',
  'partitioned',
]);
const objectKeys = new Set(['name', 'value', 'domain', 'path', 'secure', 'httpOnly', 'sameSite']);
const sameSites = ['Strict', 'Lax', 'None'] as const;

interface ReadCookiesInput {
  /** URL of the page; cookies without a domain belong to its host. */
  readonly url: string;
  /** Cookies may belong to any host. */
  readonly isForAll: boolean;
}

type RawCookie = Readonly<Record<string, unknown>>;

/**
 * Returns the cookies of a capture from texts (`Set-Cookie` lines or a `Cookie` header line) or
 * objects. Throws `invalid_cookie` (400) with the position and the mistake; never repeats a value,
 * because it may be a secret.
 */
export function readCookies(
  input: string | readonly TextOrObject[],
  { url, isForAll }: ReadCookiesInput,
): CaptureCookie[] {
  const raw = (typeof input === 'string' ? parseText(input) : input).flatMap((one) =>
    typeof one === 'string' ? parseLine(one) : [one],
  );
  if (raw.length > captureLimits.cookieCount) {
    throw invalidError(`must contain at most ${captureLimits.cookieCount} cookies`);
  }
  const size = Buffer.byteLength(JSON.stringify(raw));
  if (size > captureLimits.cookieBytes) {
    throw invalidError(`must contain at most ${captureLimits.cookieBytes} bytes`);
  }
  return raw.map((cookie, index) => {
    const fail = (message: string): AppError => invalidError(`cookie ${index + 1} ${message}`);
    return readCookie(cookie, { url: new URL(url), isForAll, fail });
  });
}

interface ReadTextOrObject {
  readonly url: URL;
  readonly isForAll: boolean;
  readonly fail: (message: string) => AppError;
}

function readCookie(raw: RawCookie, { url, isForAll, fail }: ReadTextOrObject): CaptureCookie {
  const unknown = Object.keys(raw).find((key) => !objectKeys.has(key));
  if (unknown !== undefined) {
    throw fail(
      `has the unknown key ${JSON.stringify(unknown.slice(0, 100))}; valid are ${[...objectKeys].join(', ')}`,
    );
  }
  const { name, value, path = '/', secure = false, httpOnly = false } = raw;
  if (typeof name !== 'string' || !namePattern.test(name)) throw fail('has no valid name');
  if (typeof value !== 'string' || !valuePattern.test(value)) {
    throw fail('has a value with characters that are not allowed in a cookie');
  }
  if (value === secretMask) throw fail('has a masked value; send the real value');
  if (typeof path !== 'string' || !/^\/[\x20-\x3a\x3c-\x7e]*$/.test(path)) {
    throw fail('has a path that does not begin with /');
  }
  if (typeof secure !== 'boolean' || typeof httpOnly !== 'boolean') {
    throw fail('must have true or false for secure and httpOnly');
  }
  requirePrefixRules({ name, secure, path, hasDomain: raw['domain'] !== undefined }, fail);
  const sameSite = readSameSite(raw['sameSite'], fail);
  if (sameSite === 'None' && !secure) throw fail('has SameSite=None and must be Secure');
  const domain = readDomain(raw['domain'], { url, isForAll, fail });
  if (secure && url.protocol === 'http:' && (domain === undefined || !isForAll)) {
    throw fail('is Secure, and the page is not loaded over https');
  }
  return {
    name,
    value,
    ...(domain === undefined ? { url: url.origin } : { domain }),
    path,
    isSecure: secure,
    isHttpOnly: httpOnly,
    ...(sameSite && { sameSite }),
  };
}

interface PrefixedCookie {
  readonly name: string;
  readonly secure: boolean;
  readonly path: string;
  readonly hasDomain: boolean;
}

// RFC 6265bis §4.1.3.
function requirePrefixRules(
  { name, secure, path, hasDomain }: PrefixedCookie,
  fail: ReadTextOrObject['fail'],
): void {
  if (/^__(?:Secure|Host)-/i.test(name) && !secure) {
    throw fail(`is named ${name} and must be Secure`);
  }
  if (/^__Host-/i.test(name) && (hasDomain || path !== '/')) {
    throw fail(`is named ${name} and must have the path / and no domain`);
  }
}

function readSameSite(given: unknown, fail: ReadTextOrObject['fail']): CaptureCookie['sameSite'] {
  if (given === undefined) return undefined;
  const text = typeof given === 'string' ? given.toLowerCase() : '';
  const known = sameSites.find((one) => one.toLowerCase() === text);
  if (known === undefined) throw fail('has a SameSite that is not Strict, Lax or None');
  return known;
}

/**
 * Returns the domain with a leading dot, because subdomains get the cookie as well; undefined for an
 * IP, which has none.
 */
function readDomain(given: unknown, { url, isForAll, fail }: ReadTextOrObject): string | undefined {
  if (given === undefined) return undefined;
  const domain = typeof given === 'string' ? given.replace(/^\./, '').toLowerCase() : '';
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(domain)) throw fail('has no valid domain');
  const { hostname } = url;
  const isOwn = hostname === domain || hostname.endsWith(`.${domain}`);
  if (!isOwn && !isForAll) {
    throw fail(
      `has the domain ${domain}, which is neither ${hostname} nor a parent of it; headers_scope all allows any domain`,
    );
  }
  return /^[\d.]+$/.test(domain) ? undefined : `.${domain}`;
}

function parseText(text: string): readonly TextOrObject[] {
  if (text === secretMask) throw invalidError('is masked; send the real value');
  if (Buffer.byteLength(text) > captureLimits.cookieBytes) {
    throw invalidError(`must contain at most ${captureLimits.cookieBytes} bytes`);
  }
  if (!/^\s*[[{]/.test(text)) return text.split('\n').filter((line) => line.trim() !== '');
  try {
    const value: unknown = JSON.parse(text);
    const list: unknown[] = Array.isArray(value) ? value : [value];
    if (list.every(isInput)) return list;
  } catch {
    // Reported below: unparseable text and a value of another type are the same mistake.
  }
  throw invalidError('must be Set-Cookie lines, a Cookie header line, or a JSON list of objects');
}

function isInput(value: unknown): value is TextOrObject {
  return typeof value === 'string' || (typeof value === 'object' && value !== null);
}

/** Parses `name=value; Path=/` or `name=value; other=value`. */
function parseLine(line: string): RawCookie[] {
  const cookies: Record<string, unknown>[] = [];
  for (const part of line.replace(/^\s*(?:set-)?cookie:/i, '').split(';')) {
    const [rawName = '', ...rest] = part.split('=');
    const name = rawName.trim();
    const attribute = name.toLowerCase();
    const value = rest.join('=').trim();
    const current = cookies.at(-1);
    if (current === undefined || (rest.length > 0 && !attributeNames.has(attribute))) {
      cookies.push({ name, value });
    } else if (attribute === 'secure') current['secure'] = true;
    else if (attribute === 'httponly') current['httpOnly'] = true;
    else if (attribute === 'domain') current['domain'] = value;
    else if (attribute === 'path') current['path'] = value;
    else if (attribute === 'samesite') current['sameSite'] = value;
  }
  return cookies;
}

function invalidError(message: string): AppError {
  return invalidField('cookies', message, 'invalid_cookie');
}
