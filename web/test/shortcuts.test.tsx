import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { heading, renderApp } from './app.tsx';
import { ada, mockEndpoint, anOverview, fakeServer, someProjects } from './fake-api.ts';

// The dialog's code is compiled once before the first wait for it.
beforeAll(() => import('../src/shell/shortcuts-dialog.tsx'), 60_000);

async function openOverview() {
  const app = renderApp('/dashboard', { user: ada });
  await screen.findByText('Project 1');
  return app;
}

describe('keys on the Overview', () => {
  test('[GP-2] c creates, j and k move between rows, Enter opens one, [ and ] change pages', async () => {
    const { user, path } = await openOverview();
    await user.keyboard('c');
    const dialog = await screen.findByRole('dialog', { name: 'Create Project' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(dialog.isConnected).toBe(false));

    fireEvent.keyDown(document.body, { key: ']' });
    await screen.findByText('Project 4');
    expect(path()).toBe('/dashboard?page=2');
    fireEvent.keyDown(document.body, { key: '[' });
    await screen.findByText('Project 1');
    expect(path()).toBe('/dashboard');

    (document.activeElement as HTMLElement).blur();
    await user.keyboard('jjk');
    expect(document.activeElement?.textContent).toContain('Project 1');
    await user.keyboard('{Enter}');
    await heading('File Manager');
  });

  test.each([
    ['o', 'Overview'],
    ['p', 'Playground'],
    ['k', 'API Keys'],
    ['f', 'File Manager'],
    ['s', 'Saved Settings'],
    ['w', 'Webhooks'],
    ['b', 'Billing & Plans'],
    ['h', 'We are sorry that you got trouble'],
  ])('[GP-2] g and %s open %s', async (letter, title) => {
    const { user } = renderApp('/dashboard/settings', { user: ada });
    await heading('Settings');
    await user.keyboard(`g${letter}`);
    expect(await heading(title)).toBeTruthy();
  });

  test('[GP-2] a closed list disables no shortcut, an open one does', async () => {
    const { user } = renderApp('/dashboard/settings', { user: ada });
    await heading('Settings');
    const list = document.body.appendChild(document.createElement('div'));
    list.setAttribute('role', 'listbox');
    await user.keyboard('gf');
    expect(screen.queryByRole('heading', { name: 'File Manager' })).toBeNull();
    list.setAttribute('data-closed', '');
    await user.keyboard('gf');
    expect(await heading('File Manager')).toBeTruthy();
    list.remove();
  });

  test('[GP-2] g and t open Settings', async () => {
    const { user } = await openOverview();
    await user.keyboard('gt');
    expect(await heading('Settings')).toBeTruthy();
  });

  test('[GP-2] / focuses the search of the page', async () => {
    fakeServer.use(
      mockEndpoint('listSavedSettings', {
        settings: [
          {
            id: 1,
            name: 'Phone shots',
            description: null,
            options: {},
            projectId: null,
            createdAt: '2026-01-01T00:00:00.000Z',
            project: null,
          },
        ],
      }).handler,
    );
    const { user } = renderApp('/dashboard/saved-settings', { user: ada });
    const search = await screen.findByRole('searchbox');
    await user.keyboard('/');
    expect(document.activeElement).toBe(search);
  });

  test('[GP-2] Ctrl-Enter submits the focused form', async () => {
    const create = mockEndpoint('createProject', { project: someProjects(1)[0]! });
    fakeServer.use(create.handler);
    const { user } = await openOverview();
    await user.keyboard('c');
    await screen.findByRole('dialog', { name: 'Create Project' });
    await user.type(screen.getByLabelText(/Project name/i), 'Atlas');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(create.received[0]?.body).toEqual({ name: 'Atlas' }));
  });
});

describe('keys are disabled', () => {
  test('[AX-9] while typing', async () => {
    const { user, path } = renderApp('/dashboard/settings?tab=coupon', { user: ada });
    await user.type(await screen.findByLabelText('Coupon code'), 'gp?c/');
    expect(path()).toBe('/dashboard/settings?tab=coupon');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('[AX-9] while a dialog is open', async () => {
    await openOverview();
    fireEvent.keyDown(document.body, { key: '?' });
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    fireEvent.keyDown(sheet, { key: 'c' });
    fireEvent.keyDown(sheet, { key: 'k', ctrlKey: true });
    expect(screen.getAllByRole('dialog')).toEqual([sheet]);
  });

  test('[AX-9] when they are turned off, except Ctrl-K and Ctrl-B', async () => {
    const { user } = await openOverview();
    await user.keyboard('?');
    const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    await user.click(sheet.getByRole('switch', { name: 'Enable single-key shortcuts' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('c?gp');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Overview');
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog', { name: 'Find anything' });
  });
});

test('[GP-2] the sheet names the keys of the current keyboard', async () => {
  const { user } = await openOverview();
  await user.keyboard('?');
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(within(sheet).getAllByText('Ctrl').length).toBeGreaterThan(1);
  expect(sheet.textContent).not.toContain('⌘');
});

test('Enter opens the focused row', async () => {
  fakeServer.use(mockEndpoint('getOverview', anOverview(someProjects(2))).handler);
  const { user } = await openOverview();
  await user.keyboard('jj');
  const opened = within(document.activeElement as HTMLElement).getByRole('link');
  expect(opened.getAttribute('href')).toBe('/dashboard/files?project=2');
});
