import type { z } from 'zod';

/** One environment variable. */
export interface Variable<S extends z.ZodType> {
  readonly name: string;
  /** Description for `docs/configuration.md`. */
  readonly doc: string;
  /** Parses the variable's text; the input is `undefined` if it is not set. */
  readonly schema: S;
  /** Default as text, if it cannot be derived from the schema. */
  readonly shownDefault?: string;
  /** Never printed, not even in an error message. */
  readonly isSecret?: true;
}

/** Returns a variable. */
export function variable<S extends z.ZodType>(
  name: string,
  doc: string,
  rest: Omit<Variable<S>, 'name' | 'doc'>,
): Variable<S> {
  return { name, doc, ...rest };
}
