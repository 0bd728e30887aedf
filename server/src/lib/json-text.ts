declare const of: unique symbol;

/** The JSON text of a `T`. */
export type JsonText<T> = string & { readonly [of]: T };

/** Writes a value as JSON. */
export function jsonText<T extends object>(value: T): JsonText<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this is where such texts come from
  return JSON.stringify(value) as JsonText<T>;
}

/** A list of an answer whose rows are JSON already, so that those that have not changed need not be written again. */
export class WrittenList<T> {
  readonly rows: readonly JsonText<T>[];

  constructor(rows: readonly JsonText<T>[]) {
    this.rows = rows;
  }

  /** For who writes it as any other value. */
  toJSON(): unknown {
    return JSON.parse(`[${this.rows.join(',')}]`);
  }
}
