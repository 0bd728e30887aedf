import { AppError } from '../lib/app-error.ts';

const maxDepth = 32;

function unreadable(message: string): AppError {
  return new AppError({ kind: 'invalid', code: 'invalid_json', message });
}

/**
 * Reads a JSON body; an empty one is `undefined`. Throws `invalid_json` for text that is not JSON, deeper than 32
 * levels (what walks it later must not run out of stack) or meant to reach a prototype.
 */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === '') return undefined;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw unreadable(`The body is not readable JSON: ${reasonOf(error)}.`);
  }
  inspect(body);
  return body;
}

/** The parser's reason without its quotation of the body, which may hold a secret. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const position = /position (\d+)/.exec(message)?.[1];
  if (message.startsWith('Unexpected end')) return 'it ends too early';
  return position === undefined ? 'it is malformed' : `it is malformed at character ${position}`;
}

function inspect(body: unknown): void {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) throw unreadable(`The body is nested deeper than ${maxDepth} levels.`);
    level = level.flatMap(children);
  }
}

function children(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (
    !Array.isArray(value) &&
    ['__proto__', 'constructor', 'prototype'].some((name) => Object.hasOwn(value, name))
  )
    throw unreadable('The body has a field named __proto__, constructor or prototype.');
  return Object.values(value).filter((one) => typeof one === 'object' && one !== null);
}
