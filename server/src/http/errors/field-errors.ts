import type { FieldError } from '@shotwright/contract';
import { closest, distance } from 'fastest-levenshtein';
import { z } from 'zod';

type Issue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/**
 * Returns the default message of a schema issue: the valid values, without the name of the field.
 */
export function issueMessage(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required';
      return `must be ${typeNames[issue.expected] ?? issue.expected}`;
    case 'too_small':
      if (issue.minimum === 1 && issue.origin === 'string') return 'must not be empty';
      return `must ${sizeVerb(issue.origin)} at least ${issue.minimum}${unitOf(issue.origin)}`;
    case 'too_big':
      return `must ${sizeVerb(issue.origin)} at most ${issue.maximum}${unitOf(issue.origin)}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'unrecognized_keys':
    default:
      return 'is not valid';
  }
}

function sizeVerb(origin: string): string {
  return origin === 'array' ? 'have' : 'be';
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' ? ' items' : '';
}

/** Maximum number of invalid fields named in an error. */
const namedFields = 20;
const longestPath = 200;

/** Invalid fields as reported in an error. */
export interface FoundErrors {
  /** The first invalid fields. */
  readonly fields: readonly FieldError[];
  /** Number of invalid fields that are not named. */
  readonly more: number;
}

/** Collects invalid fields from schema issues. */
export interface FieldErrorCollector {
  add(issue: Issue, schema: z.ZodType): void;
  found(): FoundErrors;
}

/**
 * Creates an empty collector. Only named fields cost time, because a body may have very many
 * invalid fields.
 */
export function collectFieldErrors(): FieldErrorCollector {
  const fields: FieldError[] = [];
  let total = 0;
  return {
    add: (issue, schema) => {
      const remaining = namedFields - fields.length;
      total += issue.code === 'unrecognized_keys' ? issue.keys.length : 1;
      if (remaining > 0) fields.push(...fieldErrorsOf(issue, { schema, limit: remaining }));
    },
    found: () => ({ fields, more: total - fields.length }),
  };
}

/**
 * Returns the field errors of an issue: one, or one per unknown field with the known name it
 * resembles. The first one without such a name lists all known names, which may be a hundred.
 */
function fieldErrorsOf(
  issue: Issue,
  { schema, limit }: { readonly schema: z.ZodType; readonly limit: number },
): FieldError[] {
  if (issue.code !== 'unrecognized_keys')
    return [{ path: pathOf(issue.path), message: issue.message }];
  const known = issue.path.length === 0 ? fieldNames(schema) : [];
  let listed = known;
  return issue.keys.slice(0, limit).map((key) => {
    const suggestion = resembling(key, known);
    const error = unknownField(pathOf([...issue.path, key]), { key, suggestion, listed });
    if (suggestion === undefined) listed = [];
    return error;
  });
}

function pathOf(names: readonly PropertyKey[]): string {
  return names.join('.').slice(0, longestPath);
}

function fieldNames(schema: z.ZodType): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function unknownField(
  path: string,
  {
    key,
    suggestion,
    listed,
  }: {
    readonly key: string;
    readonly suggestion: string | undefined;
    readonly listed: readonly string[];
  },
): FieldError {
  const shown = JSON.stringify(key.slice(0, 60));
  if (suggestion !== undefined) {
    const message = `Unknown field ${shown}. Did you mean "${suggestion}"?`;
    return { path, message, did_you_mean: suggestion };
  }
  if (listed.length === 0) return { path, message: `Unknown field ${shown}.` };
  return { path, message: `Unknown field ${shown}. Valid fields: ${listed.join(', ')}.` };
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}

/** Returns the known name that was probably meant; case, underscores and hyphens are ignored. */
function resembling(key: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || key.length > 60) return undefined;
  const same = known.find((name) => plain(name) === plain(key));
  if (same !== undefined) return same;
  const nearest = closest(key.toLowerCase(), known);
  return distance(key.toLowerCase(), nearest) <= Math.max(1, nearest.length / 3)
    ? nearest
    : undefined;
}

const shownFields = 3;

/** Joins field errors into one message for people; the first three are spelled out. */
export function summarize({ fields, more }: FoundErrors): string {
  const messages = fields.slice(0, shownFields).map(fieldMessage);
  const [only] = messages;
  if (only !== undefined && fields.length === 1) return only;
  const text = messages.map((one) => (one.endsWith('.') || one.endsWith('?') ? one : `${one}.`));
  const hidden = fields.length + more - text.length;
  return `${text.join(' ')}${hidden > 0 ? ` And ${hidden} more.` : ''}`;
}

/** Messages in the contract are either complete sentences or need the field name in front. */
function fieldMessage({ path, message }: FieldError): string {
  if (!/^[a-z]/.test(message)) return message;
  return `${path === '' ? 'The body' : path} ${message}.`;
}
