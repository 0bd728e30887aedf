declare const of: unique symbol;

/** JSON text of a `T`. */
export type RawJson<T> = string & { readonly [of]: T };

/** Serializes a value to JSON. */
export function rawJson<T extends object>(value: T): RawJson<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this is where such texts come from
  return JSON.stringify(value) as RawJson<T>;
}

/**
 * A list of a response whose rows are already serialized, so that unchanged rows are not serialized
 * again.
 */
export class PreserializedList<T> {
  readonly rows: readonly RawJson<T>[];

  constructor(rows: readonly RawJson<T>[]) {
    this.rows = rows;
  }

  /** Supports serialization as an ordinary value. */
  toJSON(): unknown {
    return JSON.parse(`[${this.rows.join(',')}]`);
  }
}
