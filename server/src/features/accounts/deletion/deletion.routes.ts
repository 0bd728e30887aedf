import { privacyEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../../http/route.ts';
import { securityLogOf } from '../../../lib/security-log.ts';
import { codeOf, personOf } from '../security-subjects.ts';
import type { ScheduleDeletionService } from './schedule-deletion.service.ts';

/** Routes for the deletion of the caller's account. */
export function deletionRoutes(deletion: ScheduleDeletionService): Route[] {
  return [
    route(privacyEndpoints.scheduleAccountDeletion, async (req) => {
      const { caller, ip, body } = req;
      const log = securityLogOf(req);
      const deletionAt = await deletion
        .schedule({ caller, ip, ...body })
        .catch((error: unknown) => {
          log('account.deletion_refused', { ...personOf(caller), ...codeOf(error) });
          throw error;
        });
      log('account.deletion_scheduled', personOf(caller));
      return {
        data: { deletionAt: deletionAt.toISOString() },
        message: 'Your account is scheduled for deletion.',
      };
    }),
    route(privacyEndpoints.cancelAccountDeletion, async (req) => {
      await deletion.cancel(req.caller);
      securityLogOf(req)('account.deletion_cancelled', personOf(req.caller));
      return { data: {}, message: 'Your account will be kept.' };
    }),
  ];
}
