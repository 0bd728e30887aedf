/** Type of the result of `JSON.parse`; the expectations of a test check the shape. */
export type ParsedJson = ReturnType<typeof JSON.parse>;
