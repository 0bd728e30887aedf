/** The only place where the page's own types are known: these functions run inside it. */
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
