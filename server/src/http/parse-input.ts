import type { Endpoint, EndpointInput } from '@shotwright/contract';
import { z } from 'zod';
import { AppError } from '../lib/app-error.ts';
import { collectFieldErrors, issueSentence, summarize } from './field-errors.ts';

/** A request before its endpoint's schemas have seen it. */
export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly form?: unknown;
}

const nothing = z.strictObject({});

/**
 * Parses a request by its endpoint, or throws one `validation_failed` that names the wrong fields at once: the first
 * twenty, and how many more there are. With `?strict=false`, fields the endpoint does not know are left out instead of refused.
 */
export function parseInput(endpoint: Endpoint, raw: RawInput): EndpointInput<Endpoint> {
  const errors = collectFieldErrors();
  const { isStrict, query } = readStrictness(endpoint, asRecord(raw.query));
  const read = (schema: z.ZodType, value: unknown): unknown => {
    const result = schema.safeParse(value, { error: issueSentence, reportInput: true });
    if (result.success) return result.data;
    const known = isStrict ? undefined : withoutUnknown(value, result.error.issues);
    if (known !== undefined) return read(schema, known);
    for (const issue of result.error.issues) errors.add(issue, schema);
    return undefined;
  };
  // A file's public address may carry what a mail program or a cache adds to it.
  const isOpen = endpoint.auth === 'public' && endpoint.query === undefined;
  const input = {
    params: endpoint.params && read(endpoint.params, raw.params),
    query: isOpen ? undefined : read(endpoint.query ?? nothing, query),
    body: endpoint.body && read(endpoint.body, raw.body ?? {}),
    form: endpoint.form && read(endpoint.form.fields, raw.form),
  };
  const found = errors.found();
  if (found.fields.length > 0)
    throw new AppError({
      kind: 'invalid',
      code: 'validation_failed',
      message: summarize(found),
      details: { fields: found.fields, ...(found.more > 0 && { more: found.more }) },
    });
  return asInput(input);
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Only calls that send a body, and are known, may ask for leniency; anything but `strict=false` is read as before. */
function readStrictness(endpoint: Endpoint, given: Record<string, unknown>) {
  const { strict, ...query } = given;
  const mayRelax = endpoint.body !== undefined && endpoint.auth !== 'public';
  if (!mayRelax || (strict !== 'false' && strict !== 'true')) {
    return { isStrict: true, query: given };
  }
  return { isStrict: strict === 'true', query };
}

/** The value without the fields that were refused as unknown; undefined when there were none. */
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

/** The schemas of the endpoint gave these values, so they have the endpoint's types. */
function asInput(input: Record<keyof EndpointInput<Endpoint>, unknown>) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return input as EndpointInput<Endpoint>;
}
