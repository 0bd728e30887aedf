import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { isUsedRecently } from '../src/features/api-keys/api-keys.rules.ts';
import { cellsOf, chooseMore, ci, openKeys, spare } from './api-keys.page.tsx';
import { renderApp, toastTexts } from './app.tsx';
import { ada, configured, failure, fakeServer, mockEndpoint, neverResponds } from './fake-api.ts';

const isFaded = (name: string) =>
  screen.getByText(name).closest('[data-list-row]')?.classList.contains('opacity-45');

describe('changing a key', () => {
  test('[QC-5] a row fades once its deletion is confirmed, and returns if it fails', async () => {
    const barrier = Promise.withResolvers<void>();
    const remove = mockEndpoint('deleteApiKey', async () => {
      await barrier.promise;
      return failure(503, 'Busy.');
    });
    fakeServer.use(remove.handler);
    const app = await openKeys();
    await app.user.click(await screen.findByRole('button', { name: 'Delete CI' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete API key' }));
    expect(isFaded('CI')).toBe(false);
    await app.user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(isFaded('CI')).toBe(true));
    expect(isFaded('Spare')).toBe(false);
    barrier.resolve();
    await waitFor(() => expect(toastTexts()).toEqual(['Error / Busy.']));
    await waitFor(() => expect(isFaded('CI')).toBe(false));
  });

  test('[AK-5] [CP-5] deleting requires confirmation, shows a toast and reloads the list', async () => {
    let keys = [ci, spare];
    const remove = mockEndpoint('deleteApiKey', () => {
      keys = [spare];
      return {};
    });
    fakeServer.use(mockEndpoint('listApiKeys', () => ({ apiKeys: keys })).handler, remove.handler);
    const app = renderApp('/dashboard/api-keys', { user: ada });
    await app.user.click(await screen.findByRole('button', { name: 'Delete CI' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete API key' }));
    expect(
      dialog.getByText('Are you sure you want to delete "CI"? This action cannot be undone.'),
    ).toBeTruthy();
    expect(dialog.queryByText(/This key was used/)).toBeNull();
    await app.user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('CI')).toBeNull());
    expect(remove.received[0]?.url.pathname).toBe('/api/v1/api-keys/1');
    expect(toastTexts()).toEqual(['API key deleted successfully']);
  });

  test('[AK-5] a failed deletion shows an error', async () => {
    fakeServer.use(mockEndpoint('deleteApiKey', () => new Response('', { status: 502 })).handler);
    const app = await openKeys();
    await app.user.click(await screen.findByRole('button', { name: 'Delete CI' }));
    await app.user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Error / Failed to delete API key']));
  });

  test('[AK-13] deleting a key used in the last 24 hours shows a warning', async () => {
    const lately = new Date(Date.now() - 3 * 3_600_000).toISOString();
    const app = await openKeys([{ ...ci, lastUsedAt: lately }]);
    await app.user.click(await screen.findByRole('button', { name: 'Delete CI' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/This key was used 3 hours ago\./)).toBeTruthy();
    expect(isUsedRecently({ lastUsedAt: '2026-01-01T00:00:00Z' }, Date.UTC(2026, 0, 2))).toBe(
      false,
    );
  });

  test('[AK-11] a new name is shown at once and is the only field sent', async () => {
    const update = mockEndpoint('updateApiKey', neverResponds);
    fakeServer.use(update.handler);
    const app = await openKeys();
    await chooseMore(app, 'CI', 'Rename');
    const input = await screen.findByRole('textbox', { name: 'Name' });
    await app.user.clear(input);
    await app.user.type(input, 'Nightly{Enter}');
    await waitFor(() => expect(update.received[0]?.body).toEqual({ name: 'Nightly' }));
    expect(await screen.findByRole('cell', { name: 'Nightly' })).toBeTruthy();
  });

  test('[AK-11] [RL-9] a limit of 0 is sent as null and shown as unlimited', async () => {
    const update = mockEndpoint('updateApiKey', neverResponds);
    fakeServer.use(configured({ billing: false }), update.handler);
    const app = await openKeys();
    await chooseMore(app, 'CI', 'Change limit');
    const input = await screen.findByRole('textbox', { name: /^Monthly limit/ });
    await app.user.clear(input);
    await app.user.type(input, '0{Enter}');
    await waitFor(() => expect(update.received[0]?.body).toEqual({ monthlyLimit: null }));
    expect((await cellsOf('CI'))[4]).toBe('Unlimited');
  });

  test('[AK-11] a key is deactivated at once, and reverted if the server rejects it', async () => {
    const barrier = Promise.withResolvers<void>();
    const update = mockEndpoint('updateApiKey', async () => {
      await barrier.promise;
      return failure(409, 'Not now.');
    });
    fakeServer.use(update.handler);
    const app = await openKeys();
    await chooseMore(app, 'CI', 'Deactivate');
    await waitFor(async () => expect((await cellsOf('CI'))[5]).toBe('Inactive'));
    await waitFor(() => expect(update.received[0]?.body).toEqual({ isActive: false }));
    barrier.resolve();
    await waitFor(() => expect(toastTexts()).toEqual(['Error / Not now.']));
    expect((await cellsOf('CI'))[5]).toBe('Active');
  });

  test('[AK-11] rotating offers an overlap for the old key and shows the new one', async () => {
    const fresh = { ...ci, key: `sk_live_${'z'.repeat(49)}` };
    const rotate = mockEndpoint('rotateApiKey', { apiKey: fresh });
    fakeServer.use(rotate.handler);
    const app = await openKeys();
    await chooseMore(app, 'CI', 'Rotate');
    const dialog = within(await screen.findByRole('dialog', { name: 'Rotate API key' }));
    await app.user.click(dialog.getByRole('combobox', { name: 'Keep the old key valid for' }));
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      'No time (revoke now)',
      '1 hour',
      '24 hours',
      '7 days',
    ]);
    await app.user.click(screen.getByRole('option', { name: '7 days' }));
    await app.user.click(dialog.getByRole('button', { name: 'Rotate Key' }));
    const panel = within(await screen.findByRole('dialog', { name: 'New key: CI' }));
    expect(panel.getByLabelText('API key').textContent).toBe(fresh.key);
    expect(rotate.received[0]?.body).toEqual({ overlapHours: 168 });
  });

  test('[DL-18] the secret of links is shown on demand, and rotated with an overlap', async () => {
    const keyId = '0190f5a4-0000-7000-8000-000000000001';
    const until = '2026-01-12T15:04:00.000Z';
    const old = { keyId, secret: 'old-secret', previousSecretValidUntil: null };
    const rotate = mockEndpoint('rotateLinkSecret', {
      keyId,
      secret: 'new-secret',
      previousSecretValidUntil: until,
    });
    fakeServer.use(mockEndpoint('readLinkSecret', old).handler, rotate.handler);
    const app = await openKeys();
    await chooseMore(app, 'CI', 'Link secret');
    const dialog = within(await screen.findByRole('dialog', { name: 'Link secret' }));
    expect(await dialog.findByText(keyId)).toBeTruthy();
    expect(dialog.queryByText('old-secret')).toBeNull();
    await app.user.click(dialog.getByRole('button', { name: 'Reveal secret' }));
    expect(dialog.getByText('old-secret')).toBeTruthy();
    await app.user.click(dialog.getByRole('button', { name: 'Rotate Secret' }));
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Rotate the link secret?' }),
    );
    await app.user.click(question.getByRole('combobox', { name: 'Links of the old secret work' }));
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      'No longer',
      'For 24 hours',
      'For 7 days',
      'For 30 days',
    ]);
    await app.user.click(screen.getByRole('option', { name: 'For 30 days' }));
    await app.user.click(question.getByRole('button', { name: 'Rotate Secret' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Link secret rotated']));
    expect(rotate.received[0]?.body).toEqual({ overlapHours: 720 });
    expect(await dialog.findByText('new-secret')).toBeTruthy();
    expect(dialog.getByText(/^Links of the old secret work until Jan 12, 2026/)).toBeTruthy();
  });

  test('[AK-12] the details of a key show the time, network and program of its last use', async () => {
    const lastUse = {
      lastUsedAt: '2026-01-05T15:04:00.000Z',
      lastUsedNetwork: '203.0.113.0/24',
      lastUsedAgent: '<b>curl</b>/8.5.0',
    };
    const app = await openKeys([{ ...ci, ...lastUse }]);
    await chooseMore(app, 'CI', 'Details');
    const dialog = await screen.findByRole('dialog', { name: 'API key details' });
    expect(dialog.textContent).toMatch(/Last usedJan 05, 2026, \d\d:\d\d [AP]M \(/);
    expect(dialog.textContent).toContain(
      'Last used from203.0.113.0/24Last used by<b>curl</b>/8.5.0Used this cycle',
    );
  });

  test('c opens the creation dialog, except while another dialog is open', async () => {
    const app = await openKeys();
    await screen.findByText('CI');
    await app.user.keyboard('c');
    const dialog = await screen.findByRole('dialog', { name: 'Create New API Key' });
    expect(within(dialog).getByLabelText<HTMLInputElement>('Name').value).toBe('');
  });
});
