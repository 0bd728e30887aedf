import { overviewEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../http/route.ts';
import { presentOverview } from './overview.present.ts';
import type { OverviewService } from './overview.service.ts';

/** Routes of the Overview. */
export function overviewRoutes(service: OverviewService): Route[] {
  return [
    route(overviewEndpoints.getOverview, async ({ caller }) => ({
      data: presentOverview(await service.readOverview(caller.organizationId)),
    })),
    route(overviewEndpoints.listCaptureDays, async ({ caller, query }) => {
      const { organizationId } = caller;
      const projectId = query.projectId ?? null;
      return { data: { days: await service.listCaptureDays({ organizationId, projectId }) } };
    }),
    route(overviewEndpoints.dismissOnboarding, async ({ caller }) => {
      await service.dismissOnboarding(caller.organizationId);
      return { data: {}, message: 'The checklist is hidden.' };
    }),
  ];
}
