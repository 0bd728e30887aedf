import { consoleGuards } from './console-guards.patterns.ts';
import { oddClocks } from './odd-clocks.patterns.ts';
import { oddDocuments, oddRequests } from './odd-documents.patterns.ts';
import type { PatternGroup } from './pattern.ts';

/** Pages that make a careless engine hang, give up or capture too early. */
export const odd: PatternGroup = {
  name: 'odd',
  patterns: [...oddClocks, ...oddDocuments, ...oddRequests, ...consoleGuards],
};
