import { annotationsRoutes } from '../../features/annotations/annotations.routes.ts';
import { createAnnotationsService } from '../../features/annotations/annotations.service.ts';
import { createRunAnnotation } from '../../features/annotations/render/run-annotation.ts';
import type { FileLinks } from '../../features/files/file-links.ts';
import type { Idempotency } from '../../features/idempotency/idempotency.service.ts';
import { withIdempotency } from '../../features/idempotency/with-idempotency.ts';
import type { ScreenshotsService } from '../../features/screenshots/screenshots.service.ts';
import type { ImageQueue } from '../../shared/image-process.ts';
import type { FeatureModule, ModuleContext } from '../compose-accounts.ts';

/** Limits of annotating; together less than the time that a request may take. Unit: ms. */
const annotating = { timeLimitMs: 20_000, waitMs: 8_000 };

/** Builds annotated copies. `imageQueue` is shared with comparisons. */
export function composeAnnotations({
  data: { db, store, keyRing },
  credits,
  ...services
}: Pick<ModuleContext, 'data' | 'credits'> & {
  readonly screenshots: ScreenshotsService;
  readonly links: FileLinks;
  readonly idempotency: Idempotency;
  readonly imageQueue: ImageQueue;
}): FeatureModule {
  const { screenshots, links, idempotency, imageQueue } = services;
  const runAnnotation = createRunAnnotation(annotating, imageQueue);
  const annotations = createAnnotationsService({ db, store, screenshots, credits, runAnnotation });
  const routes = annotationsRoutes({ annotations, links });
  return {
    routes: withIdempotency({ db, keyRing, idempotency }, routes),
    handlers: [],
    schedules: [],
  };
}
