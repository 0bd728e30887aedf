import {
  createRequestRecorder,
  type RequestRecorder,
} from '../features/request-log/recorder.service.ts';
import {
  removeOldRequestsHandler,
  removeOldRequestsSchedule,
} from '../features/request-log/request-log.jobs.ts';
import { requestLogRoutes } from '../features/request-log/request-log.routes.ts';
import { createRequestLogService } from '../features/request-log/request-log.service.ts';
import { insertRequests } from '../features/request-log/request-log.store.ts';
import { systemClock as clock } from '../lib/clock.ts';
import type { FeatureModule, ModuleContext } from './compose-accounts.ts';

/** Builds the log of calls with API keys. `stack` stores the last calls before the database closes. */
export function composeRequestLog({
  data: { db },
  logger,
  stack,
}: Pick<ModuleContext, 'data' | 'logger'> & {
  readonly stack: AsyncDisposableStack;
}): FeatureModule & { readonly requestRecorder: RequestRecorder } {
  const requestRecorder = createRequestRecorder({
    insert: (rows) => insertRequests(db, rows),
    logger,
  });
  stack.defer(() => requestRecorder.close());
  return {
    requestRecorder,
    routes: requestLogRoutes(createRequestLogService({ db })),
    handlers: [removeOldRequestsHandler({ db, clock, logger })],
    schedules: [removeOldRequestsSchedule],
  };
}
