import {
  withCanonicalNames,
  type Endpoint,
  type EndpointInput,
  type MisplacedFields,
} from '@shotwright/contract';
import { z } from 'zod';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { collectFieldErrors, issueMessage, summarize } from '../errors/field-errors.ts';
import { asRecord } from '../../lib/as-record.ts';

/** A request before validation by its endpoint's schemas. */
export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly form?: unknown;
}

const nothing = z.strictObject({});

/**
 * Parses a request with its endpoint's schemas. Throws one `validation_failed` that names the first
 * twenty invalid fields and the number of others. With `?strict=false`, unknown fields are dropped
 * instead of rejected. Aliases of capture options are replaced first.
 */
export function parseInput(endpoint: Endpoint, raw: RawInput): EndpointInput<Endpoint> {
  const errors = collectFieldErrors();
  const { isStrict, query } = readStrictness(endpoint, asRecord(raw.query));
  const read: ReadPart = (schema, value, misplaced = []) => {
    const result = schema.safeParse(value, { error: issueMessage, reportInput: true });
    if (result.success) return result.data;
    const known = isStrict ? undefined : withoutUnknown(value, result.error.issues);
    if (known !== undefined) return read(schema, known, misplaced);
    for (const issue of result.error.issues) errors.add(issue, { schema, misplaced });
    return undefined;
  };
  // A public file URL may carry parameters that a mail client or a cache added.
  const isOpen = endpoint.auth === 'public' && endpoint.query === undefined;
  const input = {
    params: endpoint.params && read(endpoint.params, raw.params),
    query: isOpen ? undefined : readQuery(endpoint, query, read),
    body: readBody(endpoint, raw, read),
    form: endpoint.form && read(endpoint.form.fields, raw.form),
  };
  const found = errors.found();
  if (found.fields.length > 0)
    throw new AppError({
      code: 'validation_failed',
      message: summarize(found),
      details: { fields: found.fields, ...(found.more > 0 && { more: found.more }) },
    });
  return asInput(input);
}

type ReadPart = (
  schema: z.ZodType,
  value: unknown,
  misplaced?: readonly MisplacedFields[],
) => unknown;

function readQuery(endpoint: Endpoint, query: unknown, read: ReadPart): unknown {
  const { body, misplaced } = endpoint;
  const schema = endpoint.query ?? nothing;
  if (body === undefined) return read(schema, canonical(endpoint, query), misplaced);
  const hint = 'It is a field of the body.';
  return read(schema, query, body instanceof z.ZodObject ? [{ fields: body, hint }] : []);
}

function readBody(endpoint: Endpoint, raw: RawInput, read: ReadPart): unknown {
  if (endpoint.body === undefined) return undefined;
  const body = canonical(endpoint, raw.body === undefined ? {} : raw.body);
  const { html, url } = asRecord(body);
  const isHtml = html !== undefined && url === undefined;
  return read(
    isHtml ? (endpoint.htmlBody ?? endpoint.body) : endpoint.body,
    body,
    endpoint.misplaced,
  );
}

/** Returns the fields with the names of their options instead of their aliases. */
function canonical({ takesCaptureOptions }: Endpoint, fields: unknown): unknown {
  const isObject = typeof fields === 'object' && fields !== null && !Array.isArray(fields);
  if (takesCaptureOptions !== true || !isObject) return fields;
  const { options, conflicts } = withCanonicalNames(asRecord(fields));
  const [conflict] = conflicts;
  if (conflict === undefined) return options;
  const message = `is another name of ${conflict.name}, and a request may have only one of them`;
  throw invalidField(conflict.alias, message, 'unsupported_option_combination');
}

/**
 * Only authenticated calls with a body may relax validation. Any other value of `strict` is treated
 * as an unknown parameter.
 */
function readStrictness(endpoint: Endpoint, given: Record<string, unknown>) {
  const { strict, ...query } = given;
  const mayRelax = endpoint.body !== undefined && endpoint.auth !== 'public';
  if (!mayRelax || (strict !== 'false' && strict !== 'true')) {
    return { isStrict: true, query: given };
  }
  return { isStrict: strict === 'true', query };
}

/** Returns the value without its unknown fields, or undefined if there were none. */
function withoutUnknown(value: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  const unknown = issues.filter((issue) => issue.code === 'unrecognized_keys');
  if (unknown.length === 0) return undefined;
  const copy: unknown = structuredClone(value);
  for (const { path, keys } of unknown) {
    const place = path.reduce<unknown>(
      (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
      copy,
    );
    if (typeof place !== 'object' || place === null) return undefined;
    for (const key of keys) Reflect.deleteProperty(place, key);
  }
  return copy;
}

/** Casts safely because the endpoint's schemas produced these values. */
function asInput(input: Record<keyof EndpointInput<Endpoint>, unknown>) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return input as EndpointInput<Endpoint>;
}
