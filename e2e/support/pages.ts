import { expect, type Page } from '@playwright/test';
import type { CallApi } from './story.ts';

/** Pages for visitors without a session. */
export const publicPages = [
  '/',
  '/register',
  '/forgot-password',
  '/reset-password?token=x',
  '/nowhere',
];
/** Pages that need a session. */
export const privatePages = [
  '/dashboard',
  '/dashboard/playground',
  '/dashboard/api-keys',
  '/dashboard/requests',
  '/dashboard/audit',
  '/dashboard/batches',
  '/dashboard/batches/new',
  '/dashboard/baselines',
  '/dashboard/schedules',
  '/dashboard/reports',
  '/dashboard/reports/new',
  '/dashboard/files',
  '/dashboard/compare',
  '/dashboard/saved-settings',
  '/dashboard/webhooks',
  '/dashboard/billing',
  '/dashboard/checkout-success',
  '/dashboard/checkout-cancel',
  '/dashboard/settings',
  '/dashboard/settings?tab=coupon',
  '/dashboard/privacy',
  '/dashboard/help',
];

/** Opens a page and waits until it is loaded and the network is idle. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Creates projects and an API key, so that their lists are not empty. */
export const fill = async (callApi: CallApi) => {
  for (const name of ['One', 'Two', 'Three', 'Four']) await callApi('POST', '/projects', { name });
  await callApi('POST', '/api-keys', { name: 'nightly', monthlyLimit: 10, projectId: null });
};
