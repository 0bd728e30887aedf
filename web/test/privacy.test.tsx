import type { User } from '@shotwright/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { storageKeys } from '../src/lib/storage/storage-keys.ts';
import { enter, heading, renderApp, toastTexts } from './app.tsx';
import { ada, failure, fakeServer, mockEndpoint } from './fake-api.ts';
// Loaded before the tests, whose time does not include it.
import '../src/routes/settings/privacy.tsx';

const deletionAt = '2026-12-07T12:00:00.000Z';
const date = 'Dec 07, 2026';
const banner = () =>
  screen.queryByText(`This account will be deleted on ${date}.`, { selector: 'output *' });
const storedUser = (): User => JSON.parse(localStorage.getItem(storageKeys.user) ?? '{}');

/** Mocks an account whose deletion can be scheduled and cancelled. */
function mockAccount(user: User) {
  const state = { user };
  const change = (next: User) => {
    state.user = next;
  };
  const { deletionAt: _, ...kept } = user;
  const schedule = mockEndpoint('scheduleAccountDeletion', () => {
    change({ ...user, deletionAt });
    return { deletionAt };
  });
  const keep = mockEndpoint('cancelAccountDeletion', () => {
    change(kept);
    return {};
  });
  const profile = mockEndpoint('getProfile', () => ({ user: state.user }));
  fakeServer.use(profile.handler, schedule.handler, keep.handler);
  return { schedule, keep };
}

async function openPrivacy(user: User = ada) {
  const app = renderApp('/dashboard/privacy', { user });
  await heading('Privacy');
  await screen.findByRole('heading', { name: 'Delete account' });
  return app;
}

async function openDialog(app: Awaited<ReturnType<typeof openPrivacy>>) {
  await app.user.click(screen.getByRole('button', { name: 'Delete account' }));
  return within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
}

describe('the deletion of the account', () => {
  test('[ST-13] needs the email and the password, and shows a banner on every page', async () => {
    const { schedule } = mockAccount(ada);
    const app = await openPrivacy();
    expect(banner()).toBeNull();
    const dialog = await openDialog(app);
    const submit = dialog.getByRole('button', { name: 'Delete account' });
    await enter(app.user, dialog.getByLabelText('Email'), 'grace@example.com');
    await app.user.click(submit);
    expect(dialog.getByText('This is not the email of your account.')).toBeTruthy();
    expect(dialog.getByText('Enter your current password')).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByLabelText('Email'));
    expect(schedule.received).toHaveLength(0);
    await app.user.clear(dialog.getByLabelText('Email'));
    await enter(app.user, dialog.getByLabelText('Email'), ada.email.toUpperCase());
    await enter(app.user, dialog.getByLabelText('Current password'), 'secret');
    await app.user.click(submit);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(schedule.received[0]?.body).toEqual({
      email: ada.email.toUpperCase(),
      currentPassword: 'secret',
    });
    expect(toastTexts()).toEqual([
      `Your account will be deleted on ${date} / We have sent you an email about it.`,
    ]);
    await waitFor(() => expect(banner()).toBeTruthy());
    expect(storedUser().deletionAt).toBe(deletionAt);
  });

  test('[ST-13] a wrong password is reported at its field', async () => {
    mockAccount(ada);
    const message = 'The current password is wrong.';
    fakeServer.use(
      mockEndpoint(
        'scheduleAccountDeletion',
        failure(400, message, {
          code: 'invalid_credentials',
          details: { fields: [{ path: 'currentPassword', message }] },
        }),
      ).handler,
    );
    const app = await openPrivacy();
    const dialog = await openDialog(app);
    await enter(app.user, dialog.getByLabelText('Email'), ada.email);
    await enter(app.user, dialog.getByLabelText('Current password'), 'a guess');
    await app.user.click(dialog.getByRole('button', { name: 'Delete account' }));
    expect(await dialog.findByText(message)).toBeTruthy();
    expect(toastTexts()).toEqual([]);
  });

  test('[ST-13] a user of Google types the email only', async () => {
    const google = { ...ada, provider: 'GOOGLE' as const };
    const { schedule } = mockAccount(google);
    const app = await openPrivacy(google);
    const dialog = await openDialog(app);
    expect(dialog.queryByLabelText('Current password')).toBeNull();
    await enter(app.user, dialog.getByLabelText('Email'), ada.email);
    await app.user.click(dialog.getByRole('button', { name: 'Delete account' }));
    await waitFor(() => expect(schedule.received[0]?.body).toEqual({ email: ada.email }));
  });

  test('[ST-13] is cancelled by the user, and the banner disappears', async () => {
    const { keep } = mockAccount({ ...ada, deletionAt });
    const app = await openPrivacy({ ...ada, deletionAt });
    await waitFor(() => expect(banner()).toBeTruthy());
    expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull();
    await app.user.click(await screen.findByRole('button', { name: 'Keep my account' }));
    await waitFor(() => expect(banner()).toBeNull());
    expect(keep.received).toHaveLength(1);
    expect(storedUser()).not.toHaveProperty('deletionAt');
    expect(screen.getByRole('button', { name: 'Delete account' })).toBeTruthy();
  });

  test('[ST-13] that was scheduled in another browser is found by the page', async () => {
    mockAccount({ ...ada, deletionAt });
    await openPrivacy(ada);
    await waitFor(() => expect(banner()).toBeTruthy());
  });

  test('[ST-13] a member reads what remains in the organisation', async () => {
    const member = { ...ada, role: 'viewer' as const };
    mockAccount(member);
    await openPrivacy(member);
    expect(screen.getByText(/of the organisation remain\.$/)).toBeTruthy();
  });
});

const replies = () => screen.getByRole('switch', { name: 'Support has replied to a ticket' });

describe('the preferences', () => {
  test('[ST-13] a time zone is saved at once and used for the dates of the dashboard', async () => {
    const late = '2026-12-07T23:30:00.000Z';
    mockAccount({ ...ada, deletionAt: late });
    const saved = mockEndpoint('updatePreferences', {
      user: { ...ada, deletionAt: late, timeZone: 'Asia/Tokyo' },
    });
    fakeServer.use(saved.handler);
    const app = await openPrivacy({ ...ada, deletionAt: late, timeZone: 'UTC' });
    const zone = screen.getByRole('combobox', { name: 'Time zone' });
    await app.user.clear(zone);
    await app.user.type(zone, 'Tokyo');
    await app.user.click(await screen.findByRole('option', { name: 'Asia/Tokyo' }));
    await waitFor(() => expect(saved.received[0]?.body).toEqual({ timeZone: 'Asia/Tokyo' }));
    expect(
      await screen.findAllByText('This account will be deleted on Dec 08, 2026.'),
    ).toBeTruthy();
    expect(toastTexts()).toEqual(['Preferences saved']);
  });

  test('[ST-13] an email is turned off, and on again', async () => {
    mockAccount(ada);
    const user = { ...ada, mutedEmails: ['ticket_replies' as const] };
    const saved = mockEndpoint('updatePreferences', ({ body }) => ({
      user: JSON.stringify(body).includes('ticket_replies') ? user : ada,
    }));
    fakeServer.use(saved.handler);
    const app = await openPrivacy();
    expect(replies().getAttribute('aria-checked')).toBe('true');
    await app.user.click(replies());
    await waitFor(() => expect(replies().getAttribute('aria-checked')).toBe('false'));
    await waitFor(() => expect(replies().hasAttribute('data-disabled')).toBe(false));
    await app.user.click(replies());
    await waitFor(() => expect(replies().getAttribute('aria-checked')).toBe('true'));
    expect(saved.received.map(({ body }) => body)).toEqual([
      { mutedEmails: ['ticket_replies'] },
      { mutedEmails: [] },
    ]);
  });
});

describe('the export of the account', () => {
  test('[ST-13] downloads a ZIP', async () => {
    mockAccount(ada);
    const exported = mockEndpoint(
      'exportAccount',
      () => new Response('zip', { headers: { 'content-type': 'application/zip' } }),
    );
    fakeServer.use(exported.handler);
    const app = await openPrivacy();
    await app.user.click(screen.getByRole('button', { name: 'Download my data' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Your data is downloaded / 3 B']));
    expect(exported.received).toHaveLength(1);
  });

  test('[ST-13] that is refused says when to try again', async () => {
    mockAccount(ada);
    const message = 'Too many attempts. Try again in 3600 seconds.';
    fakeServer.use(mockEndpoint('exportAccount', failure(429, message)).handler);
    const app = await openPrivacy();
    await app.user.click(screen.getByRole('button', { name: 'Download my data' }));
    await waitFor(() => expect(toastTexts()).toEqual([`Error / ${message}`]));
  });
});

test('[ST-13] the account menu opens the page', async () => {
  mockAccount(ada);
  const app = renderApp('/dashboard/settings', { user: ada });
  await heading('Settings');
  await app.user.click(screen.getByRole('button', { name: /Account menu/ }));
  await app.user.click(await screen.findByRole('menuitem', { name: 'Privacy' }));
  expect(await heading('Privacy')).toBeTruthy();
});
