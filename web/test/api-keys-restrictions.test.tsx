import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import {
  isKeyUsable,
  restrictionBadges,
  restrictionsDraftOf,
} from '../src/features/api-keys/restrictions/restrictions.rules.ts';
import { aKey, chooseMore, ci, openKeys } from './api-keys.page.tsx';
import { toastTexts } from './app.tsx';
import { failure, fakeServer, mockEndpoint } from './fake-api.ts';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const restricted = aKey(5, {
  name: 'Shop',
  access: 'capture',
  allowedIps: ['203.0.113.0/24', '2001:db8::/32'],
  expiresAt: '2027-01-05T10:00:00.000Z',
});

const wrongField = (path: string) =>
  failure(400, 'wrong', {
    code: 'validation_failed',
    details: { fields: [{ path, message: 'must be valid' }] },
  });

/** Opens the dialog of a new key with its restrictions. */
const openRestrictions = async () => {
  const app = await openKeys();
  await app.user.click(await screen.findByRole('button', { name: 'Create New Key' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New API Key' }));
  await app.user.type(dialog.getByLabelText('Name'), 'Docs');
  const trigger = dialog.getByRole('button', { name: 'Restrictions' });
  return { app, dialog, trigger };
};

describe('a new key', () => {
  test('[AK-14] its restrictions are collapsed, and sent only if they are filled in', async () => {
    const create = mockEndpoint('createApiKey', { apiKey: restricted });
    fakeServer.use(create.handler);
    const { app, dialog, trigger } = await openRestrictions();
    expect(trigger.getAttribute('aria-expanded')).toBe('false');
    expect(dialog.queryByLabelText(/Allowed IP addresses/)).toBeNull();
    await app.user.click(trigger);
    await app.user.type(
      await dialog.findByLabelText(/Allowed IP addresses/),
      '203.0.113.7, 10.0.0.0/8{Enter}2001:db8::1',
    );
    await app.user.click(dialog.getByRole('combobox', { name: /Access/ }));
    await app.user.click(await screen.findByRole('option', { name: 'Capture only' }));
    const expires = dialog.getByLabelText<HTMLInputElement>(/Expires/);
    await app.user.type(expires, '2027-01-05T10:00');
    await app.user.click(dialog.getByRole('button', { name: 'Create Key' }));
    await waitFor(() => expect(create.received).toHaveLength(1));
    expect(create.received[0]?.body).toEqual({
      name: 'Docs',
      monthlyLimit: null,
      projectId: null,
      allowedIps: ['203.0.113.7', '10.0.0.0/8', '2001:db8::1'],
      access: 'capture',
      expiresAt: new Date('2027-01-05T10:00').toISOString(),
    });
  });

  test('[AK-14] an entry that the server rejects is named beside its field until it is changed', async () => {
    fakeServer.use(mockEndpoint('createApiKey', () => wrongField('allowedIps.1')).handler);
    const { app, dialog, trigger } = await openRestrictions();
    await app.user.click(trigger);
    const ips = await dialog.findByLabelText(/Allowed IP addresses/);
    await app.user.type(ips, '10.0.0.1 10.0.0.300');
    await app.user.click(dialog.getByRole('button', { name: 'Create Key' }));
    await dialog.findByText(/^“10\.0\.0\.300” is not an IP address or range\./);
    expect(ips.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(ips));
    expect(toastTexts()).toEqual([]);
    await app.user.type(ips, '{Backspace}');
    expect(ips.getAttribute('aria-invalid')).toBeNull();
  });

  test('[AK-14] more than 20 ranges are reported before the key is sent', async () => {
    const { app, dialog, trigger } = await openRestrictions();
    await app.user.click(trigger);
    const ips = await dialog.findByLabelText(/Allowed IP addresses/);
    await app.user.click(ips);
    await app.user.paste(Array.from({ length: 21 }, (_, at) => `10.0.0.${String(at)}`).join('\n'));
    await app.user.click(dialog.getByRole('button', { name: 'Create Key' }));
    expect(dialog.getByText('Enter at most 20 addresses and ranges.')).toBeTruthy();
    expect(toastTexts()).toEqual([]);
  });
});

describe('an existing key', () => {
  test('[AK-14] shows its restrictions as badges and in its details', async () => {
    const app = await openKeys([restricted, ci]);
    const row = within((await screen.findByText('Shop')).closest('tr')!);
    expect(row.getByText('Capture only')).toBeTruthy();
    expect(row.getByText('2 IP ranges')).toBeTruthy();
    expect(row.getByText('Expires Jan 05, 2027')).toBeTruthy();
    await chooseMore(app, 'Shop', 'Details');
    const details = within(await screen.findByRole('dialog', { name: 'API key details' }));
    expect(details.getByText(/203\.0\.113\.0\/24/)).toBeTruthy();
    expect(details.getByText('Access').nextSibling?.textContent).toBe('Capture only');
  });

  test('[AK-14] only the restrictions that were changed are sent', async () => {
    const update = mockEndpoint('updateApiKey', { apiKey: restricted });
    fakeServer.use(update.handler);
    const app = await openKeys([restricted]);
    await chooseMore(app, 'Shop', 'Restrictions');
    const dialog = within(await screen.findByRole('dialog', { name: 'Restrictions' }));
    const ips = dialog.getByLabelText<HTMLTextAreaElement>(/Allowed IP addresses/);
    expect(ips.value).toBe('203.0.113.0/24\n2001:db8::/32');
    await app.user.clear(ips);
    await app.user.clear(dialog.getByLabelText(/Expires/));
    await app.user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(update.received.map(({ body }) => body)).toEqual([
        { allowedIps: [], expiresAt: null },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('[AK-14] a date that the server rejects keeps the dialog open', async () => {
    fakeServer.use(mockEndpoint('updateApiKey', () => wrongField('expiresAt')).handler);
    const app = await openKeys([restricted]);
    await chooseMore(app, 'Shop', 'Restrictions');
    const dialog = within(await screen.findByRole('dialog', { name: 'Restrictions' }));
    const expires = dialog.getByLabelText(/Expires/);
    await app.user.clear(expires);
    await app.user.type(expires, '2020-01-05T10:00');
    await app.user.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByText('Choose a time in the future, at most 5 years ahead.');
    expect(toastTexts()).toEqual([]);
  });
});

const badgeIn = (days: number) =>
  restrictionBadges({ allowedIps: ['10.0.0.1'], access: 'full', expiresAt: inDays(days) });

test('[AK-14] badges of the expiry: grey, amber in the last week, red afterwards', () => {
  expect(badgeIn(30)[0]).toMatchObject({ label: '1 IP range' });
  expect(badgeIn(30)[1]).toMatchObject({ tone: 'grey' });
  expect(badgeIn(6)[1]).toMatchObject({ tone: 'amber' });
  expect(badgeIn(-1)[1]).toEqual({ label: 'Expired', tone: 'red' });
  expect(restrictionBadges(ci)).toEqual([]);
});

test('[AK-14] samples use no expired key', () => {
  expect(isKeyUsable(aKey(1, { expiresAt: inDays(-1) }))).toBe(false);
  expect(isKeyUsable(aKey(1, { expiresAt: inDays(1) }))).toBe(true);
  expect(isKeyUsable(aKey(1, { isActive: false }))).toBe(false);
});

test('[AK-14] a date of expiry is edited in local time', () => {
  vi.stubEnv('TZ', 'America/New_York');
  expect(restrictionsDraftOf(restricted).expires).toBe('2027-01-05T05:00');
  vi.unstubAllEnvs();
});
