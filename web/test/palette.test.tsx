import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { storageKeys } from '../src/lib/storage/storage-keys.ts';
import { heading, renderApp, toastTexts } from './app.tsx';
import { ada, mockEndpoint, mockPath, aScreenshot, fakeServer } from './fake-api.ts';

// The dialog's code is compiled once before the first wait for it.
beforeAll(() => import('../src/shell/palette/palette-dialog.tsx'), 60_000);

/** The app with its palette open and `typed` in it. */
async function openPalette(typed = '') {
  const app = renderApp('/dashboard/billing', { user: ada });
  await heading('Billing & Plans');
  await app.user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: 'Find anything' });
  if (typed !== '') await app.user.keyboard(typed);
  return app;
}

function options(): string[] {
  return within(screen.getByRole('listbox', { name: 'Results' }))
    .getAllByRole('option')
    .map((option) => option.textContent);
}

function activeOption(): string | null | undefined {
  const id = screen.getByRole('combobox').getAttribute('aria-activedescendant');
  const option = id === null ? null : document.getElementById(id);
  expect(option?.getAttribute('aria-selected')).toBe('true');
  return option?.textContent;
}

describe('the command palette', () => {
  test('[GP-1] offers actions and pages, and everything else once a query is typed', async () => {
    await openPalette();
    expect(options()).toEqual([
      'New captureAction',
      'New batchAction',
      'New scheduleAction',
      'New reportAction',
      'Create API keyAction',
      'Create projectAction',
      'Create webhookAction',
      'Invite memberAction',
      'New ticketAction',
      'Open docsAction',
      'Show keyboard shortcutsAction',
      'Sign outAction',
      ...[
        'Overview',
        'Playground',
        'API Keys',
        'File Manager',
        'Saved Settings',
        'Webhooks',
        'Billing',
        'Help',
        'Settings',
        'Team',
        'Batches',
        'Baselines',
        'Schedules',
        'Reports',
        'Compare captures',
        'Request log',
        'Integrations',
        'Audit log',
      ].map((page) => `${page}Page`),
    ]);
  });

  test('[GP-1] works by keyboard alone: arrows select and wrap around, Enter opens', async () => {
    const { user, path } = await openPalette('overv');
    expect(document.activeElement).toBe(screen.getByRole('combobox'));
    expect(activeOption()).toBe('OverviewPage');
    await user.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}{ArrowUp}');
    expect(activeOption()).toBe('Audit logPage');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(activeOption()).toBe('New batchAction');
    await user.keyboard('file man{Enter}');
    await heading('File Manager');
    expect(path()).toBe('/dashboard/files');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('[GP-1] opens a project', async () => {
    const { user, router } = await openPalette('project 3');
    await screen.findByRole('option', { name: /^Project 3/ });
    await user.keyboard('{Enter}');
    await heading('File Manager');
    await waitFor(() => expect(router.state.location.search).toBe('?in=3'));
  });

  test('[GP-1] finds a file by its URL and by its id, also one that is not among the newest', async () => {
    const old = aScreenshot(9);
    const list = mockEndpoint('listScreenshots', ({ url }) => ({
      screenshots: url.searchParams.get('url') === 'site-9' ? [old] : [aScreenshot(1)],
      meta: { page: 1, limit: 8, total: 1, isTotalExact: true },
    }));
    fakeServer.use(list.handler, mockEndpoint('getScreenshot', old).handler);
    const { user, path } = await openPalette('site-9');
    await screen.findByRole('option', { name: /site-9/ });
    await user.clear(screen.getByRole('combobox'));
    await user.keyboard(old.id);
    await screen.findByRole('option', { name: /site-9/ });
    await user.keyboard('{Enter}');
    await waitFor(() => expect(path()).toBe(`/dashboard/files?file=${old.id}`));
  });

  test('[GP-1] finds an API key, a webhook and a saved setting by name', async () => {
    const at = '2026-01-01T00:00:00.000Z';
    const named = { id: 1, createdAt: at, updatedAt: at, projectId: null };
    const setting = { ...named, name: 'Zephyr phone', description: null, options: {} };
    fakeServer.use(
      mockPath('GET', '/api-keys', { data: { apiKeys: [{ ...named, name: 'Zephyr CI' }] } })
        .handler,
      mockPath('GET', '/webhooks', {
        data: [{ ...named, name: 'Zephyr hook', webhookUrl: 'https://hook.example/' }],
      }).handler,
      mockPath('GET', '/screenshot-settings/list', { data: { settings: [setting] } }).handler,
    );
    const { user, path } = await openPalette('zephyr');
    await waitFor(() =>
      expect(options()).toEqual([
        'Zephyr CI#1API key',
        'Zephyr hookhttps://hook…mple/Webhook',
        'Zephyr phoneSaved setting',
      ]),
    );
    await user.keyboard('{ArrowUp}{Enter}');
    await heading('Playground');
    expect(path()).toMatch(/^\/dashboard\/playground/);
    expect(await screen.findByText('Zephyr phone')).toBeTruthy();
  });

  test.each([
    ['create key', 'API Keys', /key/i],
    ['create project', 'Overview', /project/i],
    ['create webhook', 'Webhooks', /webhook/i],
  ])('[GP-1] %s opens %s and its dialog', async (typed, page, title) => {
    const { user } = await openPalette(typed);
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: title })).toBeTruthy();
    expect(screen.getByText(page, { selector: 'h1' })).toBeTruthy();
  });

  test('[GP-1] copies the last capture as a command', async () => {
    const last = aScreenshot(1, { options: { full_page: true } });
    fakeServer.use(
      mockEndpoint('listScreenshots', {
        screenshots: [last],
        meta: { page: 1, limit: 6, total: 1, isTotalExact: true },
      }).handler,
    );
    const { user } = await openPalette();
    await screen.findByRole('option', { name: /cURL/ });
    await user.keyboard('curl{Enter}');
    await waitFor(() => expect(toastTexts()[0]).toMatch(/^cURL command copied/));
    const command = await navigator.clipboard.readText();
    expect(command).toContain('/api/v1/screenshots');
    expect(command).toContain('{"full_page":true,"url":"https://site-1.example/"}');
  });

  test('[GP-1] signs out', async () => {
    await openPalette('sign out{Enter}');
    expect(await heading('Sign in')).toBeTruthy();
  });

  test('[GP-1] shows recent choices first', async () => {
    const { user } = await openPalette('open set');
    expect(screen.queryAllByRole('option')).toEqual([]);
    await user.clear(screen.getByRole('combobox'));
    await user.keyboard('help{Enter}');
    await heading('We are sorry that you got trouble');
    expect(localStorage.getItem(storageKeys.paletteRecent)).toBe('["page:/dashboard/help"]');
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog', { name: 'Find anything' });
    expect(options()[0]).toBe('HelpPage');
  });

  test('[GP-1] shows that nothing matches, and Escape closes it and returns the focus', async () => {
    const { user } = await openPalette('qqqq');
    expect(screen.getByText('No matches for "qqqq".', { selector: 'p' })).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Find anything' }));
    await screen.findByRole('dialog', { name: 'Find anything' });
    await user.keyboard('{Escape}');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Find anything' })),
    );
  });
});
