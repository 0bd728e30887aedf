import { captureLimits, secretMask } from '@shotwright/contract';
import { invalidField, type AppError } from '../../../shared/app-error.ts';

// RFC 9110 §5.6.2 and §5.5, without line breaks and other control characters.
const namePattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/;
const valuePattern = /^[\t\x20-\x7e\x80-\xff]*$/;

const tooManyBytes = `must contain at most ${captureLimits.headerBytes} bytes of names and values`;

/**
 * Headers that the connection controls, not the page; allowing them would enable request smuggling.
 */
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
/** A byte of a header takes at most six characters, as a JSON escape. */
const longestText = 8 * captureLimits.headerBytes;

/**
 * Returns the headers of a capture from a JSON object, or its text, of names and text values.
 * Throws `invalid_custom_header` (400) with the wrong header and the reason; never repeats a value,
 * because it may be a secret.
 */
export function readCustomHeader(
  input: string | Readonly<Record<string, unknown>>,
): Record<string, string> {
  // Checked before parsing, because parsing megabytes of text takes a tenth of a second.
  if (typeof input === 'string' && input.length > longestText) throw invalidError(tooManyBytes);
  const entries = Object.entries(typeof input === 'string' ? parseObject(input) : input);
  if (entries.length > captureLimits.headerCount) {
    throw invalidError(`must contain at most ${captureLimits.headerCount} headers`);
  }
  const seen = new Set<string>();
  const headers = entries.map(([name, value]): [string, string] => {
    const lowerName = name.toLowerCase();
    if (!namePattern.test(name)) {
      throw invalidError(`${JSON.stringify(name.slice(0, 100))} is not a valid header name`);
    }
    if (forbiddenNames.has(lowerName) || forbiddenPrefixes.some((p) => lowerName.startsWith(p))) {
      throw invalidError(`the header "${name}" is set by the browser and cannot be changed`);
    }
    if (seen.has(lowerName)) throw invalidError(`the header "${name}" occurs twice`);
    if (typeof value !== 'string') throw invalidError(`the value of "${name}" must be text`);
    if (value === secretMask)
      throw invalidError(`the value of "${name}" is masked; send the real value`);
    if (!valuePattern.test(value)) {
      throw invalidError(
        `the value of "${name}" contains characters that are not allowed in a header`,
      );
    }
    seen.add(lowerName);
    return [name, value];
  });
  const size = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (size > captureLimits.headerBytes) {
    throw invalidError(tooManyBytes);
  }
  return Object.fromEntries(headers);
}

/** Returns the headers for display: names only. */
export function maskHeaders(headers: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.fromEntries(Object.keys(headers).map((name) => [name, secretMask])));
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Reported below: unparseable text and a value of another type are the same mistake.
  }
  throw invalidError('must be a JSON object of header names and text values');
}

function invalidError(message: string): AppError {
  return invalidField('custom_header', message, 'invalid_custom_header');
}
