import type { PathTable } from './endpoint-path.ts';

/** Methods and paths of the endpoints for the Overview. */
export const overviewPaths = {
  getOverview: { method: 'GET', path: '/dashboards/overview' },
  listCaptureDays: { method: 'GET', path: '/dashboards/capture-days' },
  dismissOnboarding: { method: 'POST', path: '/dashboards/onboarding/dismiss' },
} as const satisfies PathTable;

/** Number of days in the Overview's chart; the last one is today. */
export const captureDayCount = 30;
