import { captureProgressEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../http/route.ts';
import type { LiveService } from './live.service.ts';

/** Route of the dashboard's live event stream. */
export function liveRoutes(live: LiveService): Route[] {
  return [
    route(captureProgressEndpoints.followDashboard, async ({ caller, signal }) => ({
      events: await live.follow({ ...caller, signal }),
    })),
  ];
}
