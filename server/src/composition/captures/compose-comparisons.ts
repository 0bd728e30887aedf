import {
  createCompareScreenshots,
  type CompareScreenshots,
} from '../../features/comparisons/comparisons.service.ts';
import { comparisonsRoutes } from '../../features/comparisons/comparisons.routes.ts';
import { createRunComparison } from '../../features/comparisons/run-comparison.ts';
import { checkBaselineHandler } from '../../features/comparisons/baselines/baselines.jobs.ts';
import { baselinesRoutes } from '../../features/comparisons/baselines/baselines.routes.ts';
import { createBaselinesService } from '../../features/comparisons/baselines/baselines.service.ts';
import { createCheckBaseline } from '../../features/comparisons/baselines/check-baseline.service.ts';
import type { FileLinks } from '../../features/files/file-links.ts';
import { showsPage } from '../../features/screenshots/cache/cache-finding.rules.ts';
import type { ScreenshotsService } from '../../features/screenshots/screenshots.service.ts';
import type { ImageQueue } from '../../shared/image-process.ts';
import type { FeatureModule, ModuleContext } from '../compose-accounts.ts';

/** Limits of comparisons; together less than the time that a request may take. */
const comparing = { timeLimitMs: 20_000, waitMs: 8_000 };

/** Builds comparisons, and the baselines that captures are compared with. */
export function composeComparisons({
  config: { publicUrl },
  data: { db },
  screenshots,
  links,
  imageQueue,
}: Pick<ModuleContext, 'config' | 'data'> & {
  readonly screenshots: ScreenshotsService;
  readonly links: FileLinks;
  readonly imageQueue: ImageQueue;
}): FeatureModule & { readonly compareScreenshots: CompareScreenshots } {
  const runComparison = createRunComparison(comparing, imageQueue);
  const compareScreenshots = createCompareScreenshots({ screenshots, runComparison });
  const checkBaseline = createCheckBaseline({ db, screenshots, compareScreenshots });
  const baselines = createBaselinesService({ db, screenshots, showsPage });
  return {
    compareScreenshots,
    routes: [
      ...comparisonsRoutes(compareScreenshots),
      ...baselinesRoutes({ baselines, checkBaseline, links, publicUrl }),
    ],
    handlers: [
      checkBaselineHandler((capture, signal) =>
        checkBaseline({ ...capture, projectId: null, signal }),
      ),
    ],
    schedules: [],
  };
}
