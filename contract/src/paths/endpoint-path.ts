/** Method and path of an operation. */
export interface EndpointPath {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below `/api/v1`, with parameters in braces: `/projects/{id}`. */
  readonly path: string;
  /** Other paths of the same operation; omitted from the OpenAPI document. */
  readonly aliases?: readonly string[];
}

/** Methods and paths of operations, by operation id. */
export type PathTable = Readonly<Record<string, EndpointPath>>;
