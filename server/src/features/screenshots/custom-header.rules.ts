import { captureLimits, secretMask } from '@shotwright/contract';
import { invalidField, type AppError } from '../../lib/app-error.ts';

// RFC 9110 §5.6.2 and §5.5, without line ends and other control characters.
const namePattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/;
const valuePattern = /^[\t\x20-\x7e\x80-\xff]*$/;

const tooManyBytes = `must hold at most ${captureLimits.headerBytes} bytes of names and values`;

/** What the connection, not the page, decides; a header of these would let a caller smuggle requests. */
const forbiddenNames = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const forbiddenPrefixes = ['proxy-', 'sec-'];
/** A byte of a header takes six characters at most, as an escape of JSON. */
const longestText = 8 * captureLimits.headerBytes;

/**
 * The headers of a capture: a JSON object, or its text, of names and text values. Throws `invalid_custom_header` (400)
 * saying which header is wrong and why; never repeats a value, for it may be a secret.
 */
export function readCustomHeader(
  input: string | Readonly<Record<string, unknown>>,
): Record<string, string> {
  // Before it is parsed: megabytes of text cost a tenth of a second.
  if (typeof input === 'string' && input.length > longestText) throw refuse(tooManyBytes);
  const entries = Object.entries(typeof input === 'string' ? parseObject(input) : input);
  if (entries.length > captureLimits.headerCount) {
    throw refuse(`must hold at most ${captureLimits.headerCount} headers`);
  }
  const seen = new Set<string>();
  const headers = entries.map(([name, value]): [string, string] => {
    const lowerName = name.toLowerCase();
    if (!namePattern.test(name)) {
      throw refuse(`${JSON.stringify(name.slice(0, 100))} is not a header name`);
    }
    if (forbiddenNames.has(lowerName) || forbiddenPrefixes.some((p) => lowerName.startsWith(p))) {
      throw refuse(`the header "${name}" is set by the browser and cannot be changed`);
    }
    if (seen.has(lowerName)) throw refuse(`the header "${name}" is given twice`);
    if (typeof value !== 'string') throw refuse(`the value of "${name}" must be text`);
    if (value === secretMask)
      throw refuse(`the value of "${name}" is masked; send the value itself`);
    if (!valuePattern.test(value)) {
      throw refuse(`the value of "${name}" has characters a header cannot carry`);
    }
    seen.add(lowerName);
    return [name, value];
  });
  const size = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (size > captureLimits.headerBytes) {
    throw refuse(tooManyBytes);
  }
  return Object.fromEntries(headers);
}

/** The headers as they may be shown: names only. */
export function maskHeaders(headers: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.fromEntries(Object.keys(headers).map((name) => [name, secretMask])));
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Answered below: unreadable text and a value of another type are the same mistake.
  }
  throw refuse('must be a JSON object of header names and text values');
}

function refuse(message: string): AppError {
  return invalidField('custom_header', message, 'invalid_custom_header');
}
