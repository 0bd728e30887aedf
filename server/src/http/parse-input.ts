import type { Endpoint, EndpointInput, FieldError } from '@shotwright/contract';
import { z } from 'zod';
import { AppError } from '../lib/app-error.ts';
import { fieldErrorsOf, issueSentence, summarize } from './field-errors.ts';

/** A request before its endpoint's schemas have seen it. */
export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

const nothing = z.strictObject({});

/** Parses a request by its endpoint, or throws one `validation_failed` that names every wrong field at once. */
export function parseInput(endpoint: Endpoint, raw: RawInput): EndpointInput<Endpoint> {
  const fields: FieldError[] = [];
  const read = (schema: z.ZodType, value: unknown): unknown => {
    const result = schema.safeParse(value, { error: issueSentence, reportInput: true });
    if (result.success) return result.data;
    fields.push(...result.error.issues.flatMap((issue) => fieldErrorsOf(issue, schema)));
    return undefined;
  };
  // A file's public address may carry what a mail program or a cache adds to it.
  const isOpen = endpoint.auth === 'public' && endpoint.query === undefined;
  const input = {
    params: endpoint.params && read(endpoint.params, raw.params),
    query: isOpen ? undefined : read(endpoint.query ?? nothing, { ...asRecord(raw.query) }),
    body: endpoint.body && read(endpoint.body, raw.body ?? {}),
  };
  if (fields.length > 0) {
    const message = summarize(fields);
    throw new AppError({
      kind: 'invalid',
      code: 'validation_failed',
      message,
      details: { fields },
    });
  }
  return asInput(input);
}

function asRecord(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

/** The schemas of the endpoint gave these values, so they have the endpoint's types. */
function asInput(input: { params: unknown; query: unknown; body: unknown }) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return input as EndpointInput<Endpoint>;
}
