import {
  captureOptionNames,
  optionRow,
  maskSteps,
  redactedText as redacted,
  parseSteps,
  type CaptureOptionName,
  type Endpoint,
} from '@shotwright/contract';
import { PreserializedList } from '../../lib/raw-json.ts';
import { isSecretName, redactSignedUrl, redactUrl, withoutKeys } from './redaction.rules.ts';

/** Body as the log stores it: JSON without secrets, of which long parts are cut. */
export interface LoggedBody {
  readonly text: string;
  /** False if secrets or long parts are missing. */
  readonly isComplete: boolean;
}

interface Copying {
  /** Remaining size. Unit: characters. */
  left: number;
  isComplete: boolean;
  readonly cleanUrl: (url: string) => string;
}

/** Size of a number, a bracket or a comma, roughly. */
const smallSize = 8;

/** Returns the body of a request, of which at most `limit` characters are stored. */
export function loggedRequestBody(
  endpoint: Endpoint,
  body: unknown,
  limit: number,
): LoggedBody | null {
  if (typeof body !== 'object' || body === null) return null;
  const to: Copying = { left: limit, isComplete: true, cleanUrl: redactUrl };
  const { nestedOptions, takesCaptureOptions } = endpoint;
  if (nestedOptions !== undefined) {
    const copy = (name: string, value: unknown): unknown =>
      nestedOptions.includes(name) ? copyNested(value, to) : copyField(name, value, to);
    return written(copyFields(body, to, copy), to);
  }
  if (takesCaptureOptions !== true) return written(copyOf(body, to), to);
  const known = knownFields(endpoint);
  return written(
    copyFields(body, to, (name, value) => copyOption({ name, value, known }, to)),
    to,
  );
}

/** Returns the data or the error of a response, of which at most `limit` characters are stored. */
export function loggedResponseBody(body: unknown, limit: number): LoggedBody | null {
  if (typeof body !== 'object' || body === null) return null;
  const to: Copying = { left: limit, isComplete: true, cleanUrl: redactSignedUrl };
  return written(copyOf(body, to), to);
}

/** Checks if the name of a query parameter of a call with capture options is that of a secret. */
export function isSecretParameter(name: string): boolean {
  const option = optionOf(name);
  return option === undefined ? isSecretName(name) : optionRow(option).isSecret === true;
}

function written(value: unknown, to: Copying): LoggedBody {
  const text = JSON.stringify(value);
  const clean = withoutKeys(text);
  return { text: clean, isComplete: to.isComplete && clean === text };
}

const optionsByName = new Map<string, CaptureOptionName>(
  captureOptionNames.flatMap((name) => {
    const { aliases = [] } = optionRow(name);
    return [name, ...aliases].map((one) => [one, name] as const);
  }),
);

function optionOf(name: string): CaptureOptionName | undefined {
  return optionsByName.get(name);
}

function knownFields({ body, htmlBody }: Endpoint): ReadonlySet<string> {
  const shapes = [body, htmlBody].map((schema) =>
    schema && 'shape' in schema ? schema.shape : {},
  );
  return new Set(shapes.flatMap((shape) => Object.keys(Object(shape))));
}

function copyOption(
  field: { name: string; value: unknown; known: ReadonlySet<string> },
  to: Copying,
): unknown {
  const { name, value, known } = field;
  const option = optionOf(name);
  if (option === 'steps') return copySteps(value, to);
  if (option !== undefined && optionRow(option).isSecret === true) return redact(to);
  if (option !== undefined) return copyOf(value, to);
  // A misspelled name may be that of a secret.
  const isText = typeof value === 'string' || typeof value === 'object';
  return isText && !known.has(name) ? redact(to) : copyField(name, value, to);
}

/** Copies an object of capture options, or a list of such objects. */
function copyNested(value: unknown, to: Copying): unknown {
  if (Array.isArray(value)) return copyItems(value, to, copyNested);
  if (typeof value !== 'object' || value === null) return copyOf(value, to);
  return copyFields(value, to, (name, one) =>
    copyOption({ name, value: one, known: noFields }, to),
  );
}

const noFields: ReadonlySet<string> = new Set();

function copySteps(value: unknown, to: Copying): unknown {
  const parsed = parseSteps(value);
  if (parsed.error !== undefined) return redact(to);
  const { steps } = parsed;
  if (steps.some(({ action }) => action === 'type')) to.isComplete = false;
  const masked: unknown = JSON.parse(maskSteps(steps));
  return copyOf(masked, to);
}

function redact(to: Copying): string {
  to.isComplete = false;
  to.left -= redacted.length;
  return redacted;
}

function copyField(name: string, value: unknown, to: Copying): unknown {
  const isHarmless = typeof value === 'boolean' || value === null;
  return isSecretName(name) && !isHarmless ? redact(to) : copyOf(value, to);
}

function copyOf(value: unknown, to: Copying): unknown {
  if (typeof value === 'string') return copyText(value, to);
  if (value instanceof Date) return copyText(value.toISOString(), to);
  if (value instanceof PreserializedList) return cut(to, `… ${value.rows.length} items`);
  if (Array.isArray(value)) return copyItems(value, to);
  if (typeof value === 'object' && value !== null)
    return copyFields(value, to, (name, one) => copyField(name, one, to));
  to.left -= smallSize;
  return value;
}

function copyText(value: string, to: Copying): string {
  const isUrl = /^https?:\/\//i.test(value);
  const text = isUrl ? to.cleanUrl(value) : value;
  if (text !== value) to.isComplete = false;
  const room = Math.max(to.left, 0);
  to.left -= text.length + smallSize;
  if (text.length <= room) return text;
  const kept = text.slice(0, room).toWellFormed();
  return cut(to, `${kept}… ${text.length - room} more characters`);
}

function copyItems(
  items: readonly unknown[],
  to: Copying,
  copy: (item: unknown, to: Copying) => unknown = copyOf,
): unknown[] {
  const copies: unknown[] = [];
  for (const [index, item] of items.entries()) {
    if (to.left <= 0) {
      copies.push(cut(to, `… ${items.length - index} more items`));
      break;
    }
    copies.push(copy(item, to));
  }
  return copies;
}

function copyFields(
  value: object,
  to: Copying,
  copy: (name: string, value: unknown) => unknown,
): object {
  const copies: [string, unknown][] = [];
  // Not Object.entries, which would also read the fields that are cut.
  for (const name in value) {
    if (to.left <= 0) {
      copies.push(['…', cut(to, 'more fields')]);
      break;
    }
    to.left -= name.length + smallSize;
    copies.push([name, copy(name, Reflect.get(value, name))]);
  }
  return Object.fromEntries(copies);
}

function cut(to: Copying, text: string): string {
  to.isComplete = false;
  return text;
}
