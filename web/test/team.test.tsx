import type { Member, User } from '@shotwright/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { storageKeys } from '../src/lib/storage/storage-keys.ts';
import { heading, renderApp } from './app.tsx';
import { ada, fakeServer, mockEndpoint } from './fake-api.ts';

const grace: Member = {
  userId: '0190f5a4-6f3e-7c1a-9b77-3f2a5d1c0e99',
  email: 'grace@example.com',
  firstName: 'Grace',
  lastName: 'Hopper',
  role: 'owner',
  lastSeenAt: null,
};

const memberOf = ({ id: userId, email, firstName, lastName, role }: User): Member => ({
  userId,
  email,
  firstName,
  lastName,
  role: role ?? 'owner',
  lastSeenAt: new Date().toISOString(),
});

async function openTeam(user: User, members: readonly Member[]) {
  fakeServer.use(mockEndpoint('getTeam', { members: [...members], invites: [] }).handler);
  const app = renderApp('/dashboard/team', { user });
  await heading('Team');
  await screen.findByRole('row', { name: /grace@example\.com/ });
  return app;
}

const pages = (): (string | null)[] =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

describe('roles in the dashboard', () => {
  test.each([
    ['viewer', ['Overview', 'File Manager', 'Saved Settings', 'Help', 'Settings']],
    ['billing', ['Overview', 'File Manager', 'Saved Settings', 'Billing', 'Help', 'Settings']],
  ] as const)('[TM-2] the role %s has the pages that it may use', async (role, expected) => {
    const user = { ...ada, role };
    await openTeam(user, [grace, memberOf(user)]);
    expect(pages()).toEqual(expected);
    expect(screen.getByText(/^Your role is /)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Invite member' })).toBeNull();
  });

  test('[TM-2] a page that the role does not include says so', async () => {
    renderApp('/dashboard/webhooks', { user: { ...ada, role: 'viewer' } });
    await heading('Not allowed');
    expect(screen.getByText('Your role does not include this page')).toBeTruthy();
  });

  test('[TM-2] a role that was changed elsewhere is stored', async () => {
    const user = { ...ada, role: 'viewer' as const };
    await openTeam(user, [grace, { ...memberOf(user), role: 'admin' }]);
    await screen.findByRole('button', { name: 'Invite member' });
    expect(pages()).toContain('API Keys');
    await waitFor(() =>
      expect(JSON.parse(localStorage.getItem(storageKeys.user) ?? '{}').role).toBe('admin'),
    );
  });

  test('[TM-2] an admin changes roles, except the one of the owner', async () => {
    const user = { ...ada, role: 'admin' as const };
    await openTeam(user, [grace, memberOf(user)]);
    expect(screen.queryByRole('combobox', { name: 'Role of Grace Hopper' })).toBeNull();
    expect(screen.getByRole('combobox', { name: 'Role of Ada Lovelace' }).textContent).toContain(
      'Admin',
    );
  });
});
