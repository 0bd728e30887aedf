import type { Hazard } from './hazard.ts';
import { heavyHazards } from './heavy-hazards.ts';
import { largeHazards } from './large-hazards.ts';
import { responseHazards, busyHazards, navigationHazards } from './page-hazards.ts';

/** All hazards, in the order in which they run. */
export const hazards: readonly Hazard[] = [
  ...busyHazards,
  ...responseHazards,
  ...navigationHazards,
  ...heavyHazards,
  ...largeHazards,
];

const commonPages = new Set(
  'neveridle animation alert alertloop beforeunload popup print metarefresh hangimg busy busyearly auth download nocontent pdf redirectloop oom sticky fonts'.split(
    ' ',
  ),
);

/**
 * Returns the path on another bench's hazard site of the page called `page` here; undefined if it
 * has none.
 */
export function pathOnOtherSite(page: string): string | undefined {
  if (page === 'late') return '/long';
  return commonPages.has(page) ? `/hazard/${page}` : undefined;
}
