import type { Webhook, WebhookResponse, WebhookDelivery } from '@shotwright/contract';
import { screen, within } from '@testing-library/react';
import { heading, renderApp, type RenderedApp } from './app.tsx';
import { ada, mockEndpoint, fakeServer } from './fake-api.ts';

/** An active webhook of all projects. */
export function aWebhook(id: number, change: Partial<Webhook> = {}): Webhook {
  return {
    id,
    name: `Hook ${String(id)}`,
    webhookUrl: `https://hooks.example/${String(id)}`,
    isActive: true,
    projectIds: '',
    isForAllProjects: true,
    projects: [],
    eventIds: '',
    inactiveReason: null,
    failingSince: null,
    createdAt: '2026-01-05T10:00:00.000Z',
    ...change,
  };
}

/** A webhook of two projects with a URL of more than 40 characters. */
export const build = aWebhook(1, {
  name: 'Build',
  webhookUrl: 'https://hooks.example/services/screenshots/build?token=1',
  projectIds: '2,3',
  isForAllProjects: false,
  projects: [
    { id: 2, name: 'Project 2' },
    { id: 3, name: 'Project 3' },
  ],
});
/** A webhook that is switched off. */
export const spare = aWebhook(2, {
  name: 'Spare',
  isActive: false,
  inactiveReason: 'switched_off',
});

/** The response of an endpoint to a sample or an attempt. */
export function aResponse(change: Partial<WebhookResponse> = {}): WebhookResponse {
  return {
    durationMs: 120,
    statusCode: 200,
    headers: { 'content-type': 'text/plain' },
    body: 'ok',
    isBodyCut: false,
    error: null,
    ...change,
  };
}

/** A delivery that arrived. */
export function aDelivery(id: number, change: Partial<WebhookDelivery> = {}): WebhookDelivery {
  return {
    id: `6f0d0c5e-0000-4000-8000-00000000020${String(id)}`,
    webhookId: 1,
    eventType: 'screenshot.completed',
    screenshotId: '6f0d0c5e-0000-4000-8000-000000000101',
    batchId: null,
    state: 'SUCCEEDED',
    attempts: 1,
    maxAttempts: 10,
    nextAttemptAt: null,
    lastAttemptAt: '2026-01-05T15:04:00.000Z',
    lastStatusCode: 200,
    lastDurationMs: 87,
    lastError: null,
    createdAt: '2026-01-05T15:04:00.000Z',
    finishedAt: '2026-01-05T15:04:00.000Z',
    ...change,
  };
}

/** The page with these webhooks. */
export async function openWebhooks(webhooks: Webhook[] = [build, spare]) {
  const list = mockEndpoint('listWebhooks', () => webhooks);
  fakeServer.use(list.handler);
  const app = renderApp('/dashboard/webhooks', { user: ada });
  await heading('Webhooks');
  return { ...app, list };
}

/** The row of a webhook. */
export const rowOf = async (name: string) => {
  const button = await screen.findByRole('button', { name: `Open ${name}` });
  return within(button.closest<HTMLElement>('[role="row"]')!);
};

/** The dialog behind `Create Webhook`. */
export async function openCreate(app: RenderedApp) {
  await app.user.click(await screen.findByRole('button', { name: 'Create Webhook' }));
  return within(await screen.findByRole('dialog', { name: 'Create Webhook' }));
}

/** The drawer of a webhook at one of its tabs. */
export async function openDrawer(app: RenderedApp, name: string, tab: string) {
  await app.user.click(await screen.findByRole('button', { name: `More for ${name}` }));
  await app.user.click(await screen.findByRole('menuitem', { name: tab }));
  return within(await screen.findByRole('dialog', { name }));
}
