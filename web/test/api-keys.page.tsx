import type { ApiKey } from '@shotwright/contract';
import { screen, within } from '@testing-library/react';
import { heading, renderApp, type RenderedApp } from './app.tsx';
import { ada, mockEndpoint, fakeServer } from './fake-api.ts';

/** An unused key without a limit. */
export function aKey(id: number, change: Partial<ApiKey> = {}): ApiKey {
  return {
    id,
    livemode: true,
    name: `Key ${String(id)}`,
    key: `sk_live_${String(id).repeat(49)}`,
    projectId: null,
    monthlyUsage: 0,
    monthlyLimit: null,
    isActive: true,
    allowedIps: [],
    access: 'full',
    expiresAt: null,
    createdAt: '2026-01-05T10:00:00.000Z',
    lastUsedAt: null,
    lastUsedNetwork: null,
    lastUsedAgent: null,
    usageResetsAt: '2026-12-01T00:00:00.000Z',
    previousKeyValidUntil: null,
    ...change,
  };
}

/** A key of one project, near its limit. */
export const ci = aKey(1, { name: 'CI', projectId: 2, monthlyUsage: 1_750, monthlyLimit: 2_000 });
/** A key that is switched off. */
export const spare = aKey(2, { name: 'Spare', isActive: false });

/** The page with these keys. */
export async function openKeys(keys: ApiKey[] = [ci, spare]) {
  const list = mockEndpoint('listApiKeys', () => ({ apiKeys: keys }));
  fakeServer.use(list.handler);
  const app = renderApp('/dashboard/api-keys', { user: ada });
  await heading('API Keys');
  return { ...app, list };
}

/** The row of a key. */
export const rowOf = async (name: string) => {
  const cell = await screen.findByRole('cell', { name });
  return within(cell.closest<HTMLElement>('[role="row"]')!);
};
/** The texts in the cells of a key's row. */
export const cellsOf = async (name: string) =>
  (await rowOf(name)).getAllByRole('cell').map((cell) => cell.lastChild?.textContent);

/** Chooses an item of a key's `⋯`. */
export async function chooseMore(app: RenderedApp, name: string, item: string) {
  await app.user.click(await screen.findByRole('button', { name: `More for ${name}` }));
  await app.user.click(await screen.findByRole('menuitem', { name: item }));
}
