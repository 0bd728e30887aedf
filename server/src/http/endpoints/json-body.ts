import type { ErrorCodeOf } from '@shotwright/contract';
import { AppError } from '../../shared/app-error.ts';
import { findJsonExcess, jsonLimits, type JsonExcess } from './json-shape.ts';

interface JsonError {
  readonly code: ErrorCodeOf<400>;
  readonly message: string;
}

const errorsOf = (maxFields: number): Readonly<Record<JsonExcess, JsonError>> => ({
  depth: {
    code: 'invalid_json',
    message: `The body is nested deeper than ${jsonLimits.depth} levels.`,
  },
  fields: {
    code: 'validation_failed',
    message: `The body has too many fields. At most ${maxFields} are allowed, including those of nested objects.`,
  },
  items: {
    code: 'validation_failed',
    message: `The lists of the body are too long. At most ${jsonLimits.items} items are allowed in total.`,
  },
});

function unreadable(message: string): AppError {
  return new AppError({ code: 'invalid_json', message });
}

/**
 * Parses a JSON body; an empty one is `undefined`. Throws `invalid_json` for text that is not JSON,
 * is deeper than 32 levels (later traversals must not overflow the stack) or tries to reach a
 * prototype. Throws `validation_failed` for more than `maxFields` fields, or more items than
 * {@link jsonLimits} allows, because validating and naming each would block the process for seconds.
 */
export function parseJsonBody(text: string, maxFields: number = jsonLimits.fields): unknown {
  if (text.trim() === '') return undefined;
  const excess = findJsonExcess(text, maxFields);
  if (excess) throw new AppError(errorsOf(maxFields)[excess]);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw unreadable(`The body is not valid JSON: ${reasonOf(error)}.`);
  }
  denyPrototypeNames(body);
  return body;
}

/** Returns the parser's reason without its excerpt of the body, which may contain a secret. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const position = /position (\d+)/.exec(message)?.[1];
  if (message.startsWith('Unexpected end')) return 'it ends too early';
  return position === undefined ? 'it is malformed' : `it is malformed at character ${position}`;
}

/** Rejects names that reach a prototype. The depth of the body is limited before it is parsed. */
function denyPrototypeNames(body: unknown): void {
  let level: unknown[] = [body];
  while (level.length > 0) level = level.flatMap(children);
}

function children(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (
    !Array.isArray(value) &&
    ['__proto__', 'constructor', 'prototype'].some((name) => Object.hasOwn(value, name))
  )
    throw unreadable(
      'The body contains a field named __proto__, constructor or prototype, which is not allowed.',
    );
  return Object.values(value).filter((one) => typeof one === 'object' && one !== null);
}
