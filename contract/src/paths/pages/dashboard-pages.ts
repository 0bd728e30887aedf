/**
 * Paths of the pages of the dashboard, `:` before a parameter. The server returns 404 with the dashboard's
 * page for every other path.
 */
export const dashboardPages = [
  '/',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/invite',
  '/dashboard',
  '/dashboard/playground',
  '/dashboard/api-keys',
  '/dashboard/requests',
  '/dashboard/webhooks',
  '/dashboard/settings/integrations',
  '/dashboard/privacy',
  '/dashboard/files',
  '/dashboard/compare',
  '/dashboard/screenshots/:id/annotate',
  '/dashboard/team',
  '/dashboard/audit',
  '/dashboard/batches',
  '/dashboard/batches/new',
  '/dashboard/batches/:id',
  '/dashboard/schedules',
  '/dashboard/schedules/:id',
  '/dashboard/reports',
  '/dashboard/reports/new',
  '/dashboard/reports/:id',
  '/dashboard/baselines',
  '/dashboard/saved-settings',
  '/dashboard/billing',
  '/dashboard/checkout-success',
  '/dashboard/checkout-cancel',
  '/dashboard/settings',
  '/dashboard/help',
  '/staff',
  '/staff/tickets',
  '/staff/tickets/:id',
  '/staff/coupons',
  '/staff/news',
] as const;

/** Returns true if the dashboard has a page at a path; a final slash is ignored. */
export function isDashboardPage(path: string): boolean {
  return path === '/' || pagePattern.test(path);
}

const pagePattern = new RegExp(
  `^(?:${dashboardPages.map((page) => page.replaceAll(/:\w+/g, '[^/]+')).join('|')})/?$`,
);
