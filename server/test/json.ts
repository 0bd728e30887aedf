/** What `JSON.parse` gives: a test says by its expectations what it believes the shape is. */
export type ParsedJson = ReturnType<typeof JSON.parse>;
