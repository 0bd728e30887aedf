import type { FieldError, MisplacedFields } from '@shotwright/contract';
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
/** Longer unknown names are cut, and not compared with known ones. */
const longestName = 60;

/** Invalid fields as reported in an error. */
export interface FoundErrors {
  /** The first invalid fields. */
  readonly fields: readonly FieldError[];
  /** Number of invalid fields that are not named. */
  readonly more: number;
}

/** Part of a request that has an invalid field. */
export interface FieldPlace {
  readonly schema: z.ZodType;
  /** Fields that belong elsewhere; their errors name the place. */
  readonly misplaced: readonly MisplacedFields[];
}

/** Collects invalid fields from schema issues. */
export interface FieldErrorCollector {
  add(issue: Issue, place: FieldPlace): void;
  found(): FoundErrors;
}

/**
 * Creates an empty collector. Only named fields cost time, because a body may have very many
 * invalid fields.
 */
export function collectFieldErrors(): FieldErrorCollector {
  const fields: FieldError[] = [];
  const wrongTypes = new Set<string>();
  let total = 0;
  return {
    add: (issue, place) => {
      const remaining = namedFields - fields.length;
      if (remaining > 0 && isRepeated(issue, fields, wrongTypes)) return;
      total += issue.code === 'unrecognized_keys' ? issue.keys.length : 1;
      if (remaining > 0) fields.push(...fieldErrorsOf(issue, { ...place, limit: remaining }));
    },
    found: () => ({ fields, more: total - fields.length }),
  };
}

/**
 * Returns true if the field already has an error that makes this one redundant: its type is wrong, so that the
 * rules of its content fail too, or the message is the same.
 */
function isRepeated(issue: Issue, fields: readonly FieldError[], wrongTypes: Set<string>): boolean {
  const path = pathOf(issue.path);
  if (issue.code === 'invalid_type') wrongTypes.add(path);
  else if (wrongTypes.has(path)) return true;
  return fields.some((field) => field.path === path && field.message === issue.message);
}

/**
 * Returns the field errors of an issue: one, or one per unknown field with its place or the known
 * name it resembles. The first one without either lists all known names, which may be a hundred.
 */
function fieldErrorsOf(
  issue: Issue,
  { schema, misplaced, limit }: FieldPlace & { readonly limit: number },
): FieldError[] {
  if (issue.code !== 'unrecognized_keys')
    return [{ path: pathOf(issue.path), message: issue.message }];
  const isTop = issue.path.length === 0;
  const known = isTop ? fieldNames(schema) : [];
  let listed = known;
  return issue.keys.slice(0, limit).map((key) => {
    const path = pathOf([...issue.path, key]);
    const same = sameName(key, known);
    const hint = isTop && same === undefined ? placeOf(key, misplaced) : undefined;
    if (hint !== undefined) return { path, message: `${unknown(key)} ${hint}` };
    const suggestion = same ?? similarName(key, known);
    const error = unknownField(path, { key, suggestion, listed });
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
  if (suggestion !== undefined) {
    const message = `${unknown(key)} Did you mean "${suggestion}"?`;
    return { path, message, did_you_mean: suggestion };
  }
  if (listed.length === 0) return { path, message: unknown(key) };
  return { path, message: `${unknown(key)} Valid fields: ${listed.join(', ')}.` };
}

function unknown(key: string): string {
  return `Unknown field ${JSON.stringify(key.slice(0, longestName))}.`;
}

function placeOf(key: string, misplaced: readonly MisplacedFields[]): string | undefined {
  return misplaced.find(({ fields }) => sameName(key, fieldNames(fields)) !== undefined)?.hint;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}

/** Returns the known name that differs in case, underscores and hyphens at most. */
function sameName(key: string, known: readonly string[]): string | undefined {
  return key.length > longestName ? undefined : known.find((name) => plain(name) === plain(key));
}

/** Returns the known name that was probably meant. */
function similarName(key: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || key.length > longestName) return undefined;
  const nearest = closest(key.toLowerCase(), known);
  return distance(key.toLowerCase(), nearest) <= allowedSlips(nearest) ? nearest : undefined;
}

/** Two, so that swapped letters are recognised, except in names of which they would leave little. */
function allowedSlips({ length }: string): number {
  return length < 5 ? 1 : Math.max(2, length / 3);
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
