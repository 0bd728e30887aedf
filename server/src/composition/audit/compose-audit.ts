import { sweepAuditHandler, sweepAuditSchedule } from '../../features/audit/audit.jobs.ts';
import { auditRoutes } from '../../features/audit/audit.routes.ts';
import { createAuditService } from '../../features/audit/audit.service.ts';
import {
  createAuditRecorder,
  type AuditRecorder,
} from '../../features/audit/record-calls.service.ts';
import { systemClock as clock } from '../../lib/clock.ts';
import type { FeatureModule, ModuleContext } from '../compose-accounts.ts';

/** Builds the audit log. `stack` stores the last events before the database closes. */
export function composeAudit({
  data: { db },
  stack,
}: Pick<ModuleContext, 'data'> & { readonly stack: AsyncDisposableStack }): FeatureModule &
  Pick<AuditRecorder, 'audited'> {
  const recorder = createAuditRecorder({ db, clock });
  stack.defer(() => recorder.close());
  return {
    audited: recorder.audited,
    routes: auditRoutes(createAuditService({ db })),
    handlers: [sweepAuditHandler({ db, clock })],
    schedules: [sweepAuditSchedule],
  };
}
