declare const of: unique symbol;

/** JSON text of a `T`. */
export type JsonText<T> = string & { readonly [of]: T };

/** Serializes a value to JSON. */
export function jsonText<T extends object>(value: T): JsonText<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this is where such texts come from
  return JSON.stringify(value) as JsonText<T>;
}

/**
 * A list of a response whose rows are already serialized, so that unchanged rows are not serialized
 * again.
 */
export class WrittenList<T> {
  readonly rows: readonly JsonText<T>[];

  constructor(rows: readonly JsonText<T>[]) {
    this.rows = rows;
  }

  /** Supports serialization as an ordinary value. */
  toJSON(): unknown {
    return JSON.parse(`[${this.rows.join(',')}]`);
  }
}
