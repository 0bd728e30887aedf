import type { ComponentType } from 'react';
import { matchRoutes, type RouteObject } from 'react-router';
import { RequireAuth, GuestOnly } from './features/accounts/session/guards.tsx';
import { ignoreErrors } from './lib/ignore-errors.ts';
import { fileList } from './features/files/files.read.ts';
import { SignInRoute } from './routes/sign-in.tsx';
import { BillingOnly } from './shell/billing-only.tsx';
import { ErrorScreen } from './shell/error-screen.tsx';
import { RequireRight } from './shell/require-right.tsx';
import { RootLayout } from './shell/root-layout.tsx';
import { PageSpinner } from './ui/spinner.tsx';
import { Redirect } from './ui/redirect.tsx';

function page(load: () => Promise<ComponentType>): Pick<RouteObject, 'lazy'> {
  return { lazy: async () => ({ Component: await load() }) };
}

/** Routes of all pages. Source: specification §2. */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: ErrorScreen,
    HydrateFallback: PageSpinner,
    children: [
      {
        Component: GuestOnly,
        children: [
          // Part of the initial bundle because most visits start here, and it is made of modules
          // that every page needs.
          { path: '/', Component: SignInRoute },
          {
            path: '/register',
            ...page(async () => (await import('./routes/register.tsx')).RegisterRoute),
          },
          {
            path: '/forgot-password',
            ...page(async () => (await import('./routes/forgot-password.tsx')).ForgotPasswordRoute),
          },
        ],
      },
      {
        path: '/reset-password',
        ...page(async () => (await import('./routes/reset-password.tsx')).ResetPasswordRoute),
      },
      {
        path: '/invite',
        ...page(async () => (await import('./routes/team/invite.tsx')).InviteRoute),
      },
      {
        Component: RequireAuth,
        children: [
          {
            path: '/dashboard',
            ...page(async () => (await import('./shell/dashboard-layout.tsx')).DashboardLayout),
            children: dashboardRoutes(),
          },
        ],
      },
      {
        path: '/staff',
        ...page(async () => (await import('./routes/staff.tsx')).StaffRoute),
        children: [
          {
            ...page(async () => (await import('./routes/staff.tsx')).StaffFrame),
            children: staffRoutes(),
          },
          {
            path: '*',
            ...page(async () => (await import('./routes/not-found.tsx')).NotFoundRoute),
          },
        ],
      },
      { path: '*', ...page(async () => (await import('./routes/not-found.tsx')).NotFoundRoute) },
    ],
  },
];

/** Loads the code of the page at a path; nothing if it is loaded, or has no page. */
export function loadPage(path: string): void {
  for (const { route } of matchRoutes(routes, path) ?? [])
    if (typeof route.lazy === 'function') ignoreErrors(route.lazy());
}

function staffRoutes(): RouteObject[] {
  return [
    { index: true, element: <Redirect to="/staff/tickets" /> },
    {
      path: 'tickets',
      ...page(async () => (await import('./routes/staff-tickets.tsx')).StaffTicketsRoute),
    },
    {
      path: 'tickets/:id',
      ...page(async () => (await import('./routes/staff-ticket.tsx')).StaffTicketRoute),
    },
    {
      path: 'news',
      ...page(async () => (await import('./routes/staff/news.tsx')).StaffNewsRoute),
    },
    {
      element: <BillingOnly otherwise="/staff/tickets" />,
      children: [
        {
          path: 'coupons',
          ...page(async () => (await import('./routes/staff-coupons.tsx')).StaffCouponsRoute),
        },
      ],
    },
  ];
}

function billingRoutes(): RouteObject[] {
  return [
    { path: 'billing', ...page(async () => (await import('./routes/billing.tsx')).BillingRoute) },
    {
      path: 'checkout-success',
      ...page(async () => (await import('./routes/checkout-success.tsx')).CheckoutSuccessRoute),
    },
    {
      path: 'checkout-cancel',
      ...page(async () => (await import('./routes/checkout-cancel.tsx')).CheckoutCancelRoute),
    },
  ];
}

function integrationRoutes(): RouteObject[] {
  return [
    { path: 'api-keys', ...page(async () => (await import('./routes/api-keys.tsx')).ApiKeysRoute) },
    {
      path: 'requests',
      ...page(async () => (await import('./routes/api-keys/requests.tsx')).RequestsRoute),
    },
    {
      path: 'webhooks',
      ...page(async () => (await import('./routes/webhooks.tsx')).WebhooksRoute),
    },
    {
      path: 'settings/integrations',
      ...page(async () => (await import('./routes/settings/integrations.tsx')).IntegrationsRoute),
    },
  ];
}

function batchRoutes(): RouteObject[] {
  return [
    {
      index: true,
      ...page(async () => (await import('./routes/batches/batches.tsx')).BatchesRoute),
    },
    {
      element: <RequireRight right="edit" />,
      children: [
        {
          path: 'new',
          ...page(async () => (await import('./routes/batches/new-batch.tsx')).NewBatchRoute),
        },
      ],
    },
    { path: ':id', ...page(async () => (await import('./routes/batches/batch.tsx')).BatchRoute) },
  ];
}

function scheduleRoutes(): RouteObject[] {
  return [
    {
      index: true,
      ...page(async () => (await import('./routes/schedules/schedules.tsx')).SchedulesRoute),
    },
    {
      path: ':id',
      ...page(async () => (await import('./routes/schedules/schedule.tsx')).ScheduleRoute),
    },
  ];
}

function reportRoutes(): RouteObject[] {
  return [
    {
      index: true,
      ...page(async () => (await import('./routes/reports/reports.tsx')).ReportsRoute),
    },
    {
      element: <RequireRight right="edit" />,
      children: [
        {
          path: 'new',
          ...page(async () => (await import('./routes/reports/new-report.tsx')).NewReportRoute),
        },
      ],
    },
    {
      path: ':id',
      ...page(async () => (await import('./routes/reports/report.tsx')).ReportRoute),
    },
  ];
}

function fileRoutes(): RouteObject[] {
  return [
    {
      path: 'files',
      ...page(async () => {
        const code = import('./routes/files.tsx');
        // Requested after the code, which is small and needed first.
        fileList.start();
        return (await code).FilesRoute;
      }),
    },
    {
      path: 'compare',
      ...page(async () => (await import('./routes/files/compare.tsx')).CompareRoute),
    },
    {
      element: <RequireRight right="edit" />,
      children: [
        {
          path: 'screenshots/:id/annotate',
          ...page(async () => (await import('./routes/files/annotate.tsx')).AnnotateRoute),
        },
      ],
    },
  ];
}

function dashboardRoutes(): RouteObject[] {
  return [
    { index: true, ...page(async () => (await import('./routes/overview.tsx')).OverviewRoute) },
    {
      element: <RequireRight right="edit" />,
      children: [
        {
          path: 'playground',
          ...page(async () => (await import('./routes/playground.tsx')).PlaygroundRoute),
        },
      ],
    },
    { element: <RequireRight right="integrate" />, children: integrationRoutes() },
    ...fileRoutes(),
    { path: 'team', ...page(async () => (await import('./routes/team/team.tsx')).TeamRoute) },
    {
      element: <RequireRight right="team" />,
      children: [
        {
          path: 'audit',
          ...page(async () => (await import('./routes/audit/audit.tsx')).AuditRoute),
        },
      ],
    },
    { path: 'batches', children: batchRoutes() },
    { path: 'schedules', children: scheduleRoutes() },
    { path: 'reports', children: reportRoutes() },
    {
      path: 'baselines',
      ...page(async () => (await import('./routes/baselines/baselines.tsx')).BaselinesRoute),
    },
    {
      path: 'saved-settings',
      ...page(async () => (await import('./routes/saved-settings.tsx')).SavedSettingsRoute),
    },
    {
      element: <BillingOnly otherwise="/dashboard" />,
      children: [{ element: <RequireRight right="billing" />, children: billingRoutes() }],
    },
    {
      path: 'settings',
      ...page(async () => (await import('./routes/settings.tsx')).SettingsRoute),
    },
    {
      path: 'privacy',
      ...page(async () => (await import('./routes/settings/privacy.tsx')).PrivacyRoute),
    },
    { path: 'help', ...page(async () => (await import('./routes/help.tsx')).HelpRoute) },
  ];
}
