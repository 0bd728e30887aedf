import { unrelated } from './not-waiting.patterns.ts';
import type { PatternGroup } from './pattern.ts';
import { lateDocuments } from './waiting-documents.patterns.ts';
import { lateRequests, lateResources } from './waiting-network.patterns.ts';
import { lateScripts } from './waiting-scripts.patterns.ts';
import { lateTasks } from './waiting-tasks.patterns.ts';

/** Ways in which content arrives after the load event, and activity that brings none. */
export const waiting: PatternGroup = {
  name: 'waiting',
  patterns: [
    ...lateScripts,
    ...lateTasks,
    ...lateRequests,
    ...lateResources,
    ...lateDocuments,
    ...unrelated,
  ],
};
