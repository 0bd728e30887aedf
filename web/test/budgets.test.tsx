import type { Budget, Member } from '@shotwright/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { chooseMore, openKeys } from './api-keys.page.tsx';
import { heading, renderApp, toastTexts, type RenderedApp } from './app.tsx';
import { ada, anOverview, configured, fakeServer, mockEndpoint, someProjects } from './fake-api.ts';
import { openOverview, rowNames } from './overview-page.tsx';

const grace: Member = {
  userId: '0190f5a4-6f3e-7c1a-9b77-3f2a5d1c0e99',
  email: 'grace@example.com',
  firstName: 'Grace',
  lastName: 'Hopper',
  role: 'developer',
  lastSeenAt: null,
};

const unlimited: Budget = {
  monthlyLimit: null,
  monthlyUsage: 34,
  usageResetsAt: '2026-12-01T00:00:00.000Z',
  thresholds: [80, 100],
  recipients: { roles: ['owner'], userIds: [] },
};
const limited: Budget = { ...unlimited, monthlyLimit: 40 };

/** Opens the budget of the first project, which the server stores. */
async function openBudget(budget: Budget) {
  const set = mockEndpoint('setProjectBudget', budget);
  fakeServer.use(
    mockEndpoint('getProjectBudget', budget).handler,
    mockEndpoint('getTeam', { members: [grace], invites: [] }).handler,
    set.handler,
  );
  const app = await openOverview();
  await app.user.click(await screen.findByRole('button', { name: 'Budget of Project 1' }));
  return { app, set, dialog: await budgetDialog('Project 1') };
}

const budgetDialog = async (name: string) => {
  const dialog = within(await screen.findByRole('dialog', { name: `Budget of ${name}` }));
  await dialog.findByRole('button', { name: 'Save' });
  return dialog;
};

const save = (app: RenderedApp) => app.user.click(screen.getByRole('button', { name: 'Save' }));

describe('the budget of a project', () => {
  test('[TM-4] is set with alerts for roles and members', async () => {
    const { app, set, dialog } = await openBudget(unlimited);
    expect(dialog.getByText('34 credits')).toBeTruthy();
    expect(dialog.queryByLabelText('Recipients')).toBeNull();
    await app.user.type(dialog.getByLabelText(/^Monthly credit limit/), '200');
    const thresholds = dialog.getByLabelText<HTMLInputElement>(/^Send an email at/);
    expect(thresholds.value).toBe('80, 100');
    await app.user.clear(thresholds);
    await app.user.type(thresholds, '90; 50 %');
    await app.user.click(dialog.getByRole('combobox', { name: 'Recipients' }));
    await app.user.click(await screen.findByRole('option', { name: 'Grace Hopper' }));
    await app.user.click(await screen.findByRole('option', { name: 'All with the role Billing' }));
    await app.user.keyboard('{Escape}');
    await save(app);
    await waitFor(() => expect(set.received).toHaveLength(1));
    expect(set.received[0]?.body).toEqual({
      monthlyLimit: 200,
      thresholds: [50, 90],
      recipients: { roles: ['owner', 'billing'], userIds: [grace.userId] },
    });
    await waitFor(() => expect(toastTexts()).toEqual(['Budget saved']));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('[TM-4] names invalid fields and sends nothing', async () => {
    const { app, set, dialog } = await openBudget(limited);
    expect(dialog.getByText('34 of 40 credits')).toBeTruthy();
    expect(dialog.getByText('85 % used. Resets Dec 01, 2026')).toBeTruthy();
    const thresholds = dialog.getByLabelText(/^Send an email at/);
    for (const text of ['101', '0', '1.5', 'many', '1, 2, 3, 4, 5, 6']) {
      await app.user.clear(thresholds);
      await app.user.type(thresholds, text);
      await save(app);
      expect(dialog.getByText(/^Enter up to 5 whole numbers from 1 to 100/)).toBeTruthy();
    }
    await app.user.clear(thresholds);
    await app.user.type(thresholds, '100');
    await app.user.click(dialog.getByRole('button', { name: 'Remove The owner' }));
    await save(app);
    expect(dialog.getByText('Choose at least one recipient.')).toBeTruthy();
    const limit = dialog.getByLabelText(/^Monthly credit limit/);
    await app.user.clear(limit);
    await app.user.type(limit, 'many');
    await save(app);
    expect(dialog.getByText('Enter a whole number of credits, or leave blank.')).toBeTruthy();
    expect(set.received).toEqual([]);
  });

  test('[TM-4] is removed with an empty limit, and its alerts are stored as they were', async () => {
    const { app, set, dialog } = await openBudget(limited);
    await app.user.clear(dialog.getByLabelText(/^Monthly credit limit/));
    await save(app);
    await waitFor(() => expect(set.received).toHaveLength(1));
    const { thresholds, recipients } = limited;
    expect(set.received[0]?.body).toEqual({ monthlyLimit: null, thresholds, recipients });
  });

  test('[TM-4] is a column once a project has a limit', async () => {
    const [first, ...others] = someProjects(2);
    const projects = [{ ...first!, monthlyLimit: 2_000, monthlyUsage: 1_750 }, ...others];
    fakeServer.use(mockEndpoint('getOverview', anOverview(projects)).handler);
    await openOverview();
    await rowNames();
    expect(screen.getByRole('columnheader', { name: 'Monthly Budget' })).toBeTruthy();
    expect(screen.getByText('1,750 of 2,000 credits')).toBeTruthy();
    expect(screen.getByText('Unlimited')).toBeTruthy();
  });

  test('[TM-4] is changed only by a role with the right', async () => {
    renderApp('/dashboard', { user: { ...ada, role: 'viewer' } });
    await heading('Overview');
    await rowNames();
    expect(screen.queryByRole('button', { name: /^Budget of/ })).toBeNull();
  });

  test('[TM-4] does not exist without billing', async () => {
    fakeServer.use(configured({ billing: false }));
    await openOverview();
    await rowNames();
    expect(screen.getByRole('button', { name: 'Delete Project 1' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Budget of/ })).toBeNull();
  });

  test('[TM-4] that cannot be loaded says so and is loaded again', async () => {
    let isDown = true;
    fakeServer.use(
      mockEndpoint('getTeam', { members: [grace], invites: [] }).handler,
      mockEndpoint('getProjectBudget', () =>
        isDown ? new Response('{}', { status: 503 }) : limited,
      ).handler,
    );
    const app = await openOverview();
    await app.user.click(await screen.findByRole('button', { name: 'Budget of Project 1' }));
    expect(await screen.findByText('Failed to load the budget')).toBeTruthy();
    isDown = false;
    await app.user.click(screen.getByRole('button', { name: /again|retry/i }));
    await budgetDialog('Project 1');
  });
});

test('[TM-4] [RL-9] the budget of an API key is changed in its menu; 0 is sent as no limit', async () => {
  const set = mockEndpoint('setApiKeyBudget', unlimited);
  fakeServer.use(
    mockEndpoint('getApiKeyBudget', limited).handler,
    mockEndpoint('getTeam', { members: [grace], invites: [] }).handler,
    set.handler,
  );
  const app = await openKeys();
  await chooseMore(app, 'CI', 'Limit and alerts');
  const dialog = await budgetDialog('CI');
  const limit = dialog.getByLabelText(/^Monthly credit limit/);
  await app.user.clear(limit);
  await app.user.type(limit, '0{Enter}');
  await waitFor(() => expect(set.received[0]?.body).toMatchObject({ monthlyLimit: null }));
  await waitFor(() => expect(app.list.received).toHaveLength(2));
});
