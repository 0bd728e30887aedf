import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { storageKeys } from '../src/lib/storage/storage-keys.ts';
import { heading, renderApp } from './app.tsx';
import { ada, mockEndpoint, configured, fakeServer } from './fake-api.ts';

async function openShell(path = '/dashboard/webhooks', user = ada, title = 'Webhooks') {
  const app = renderApp(path, { user });
  await heading(title);
  return app;
}

function sidebar() {
  return within(screen.getByRole('complementary'));
}

describe('the sidebar', () => {
  test('[SH-2] [CP-13] lists the pages in order, as links', async () => {
    await openShell();
    const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Overview', '/dashboard'],
      ['Playground', '/dashboard/playground'],
      ['API Keys', '/dashboard/api-keys'],
      ['File Manager', '/dashboard/files'],
      ['Saved Settings', '/dashboard/saved-settings'],
      ['Webhooks', '/dashboard/webhooks'],
      ['Billing', '/dashboard/billing'],
      ['Help', '/dashboard/help'],
      ['Settings', '/dashboard/settings'],
    ]);
  });

  test.each([
    ['/dashboard', 'Overview', 'Overview'],
    ['/dashboard/saved-settings', 'Saved Settings', 'Saved Settings'],
    ['/dashboard/settings?tab=coupon', 'Settings', 'Settings'],
    ['/dashboard/webhooks', 'Webhooks', 'Webhooks'],
  ])('[SH-3] [SH-8] on %s only %s is the current page', async (path, label, title) => {
    await openShell(path, ada, title);
    const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
    expect(
      links
        .filter((link) => link.getAttribute('aria-current') === 'page')
        .map((link) => link.textContent),
    ).toEqual([label]);
  });

  test('[SH-4] names the person', async () => {
    await openShell();
    expect(sidebar().getByText('Ada Lovelace')).toBeTruthy();
    expect(sidebar().getByText('ada@lovelace.dev')).toBeTruthy();
  });

  test('[SH-4] falls back to User and the sample email', async () => {
    fakeServer.use(configured({ sampleEmail: 'sample@here.test' }));
    await openShell('/dashboard/webhooks', { ...ada, firstName: '', lastName: '', email: '' });
    expect(sidebar().getByText('User')).toBeTruthy();
    expect(sidebar().getByText('sample@here.test')).toBeTruthy();
  });

  test('[SH-1] [SH-7] collapses by button and by key, retains its accessible names, and remembers its state', async () => {
    const { user } = await openShell();
    const frame = screen.getByRole('complementary');
    expect([frame.dataset['state'], frame.className.includes('w-64')]).toEqual(['expanded', true]);
    await user.click(screen.getByRole('button', { name: 'Collapse sidebar' }));
    expect(frame.dataset['state']).toBe('collapsed');
    expect(localStorage.getItem(storageKeys.sidebar)).toBe('collapsed');
    expect(sidebar().getByRole('link', { name: 'API Keys' })).toBeTruthy();
    await user.keyboard('{Control>}b{/Control}');
    expect(frame.dataset['state']).toBe('expanded');
    expect(localStorage.getItem(storageKeys.sidebar)).toBe('expanded');
  });

  test('[SH-7] on phones it is a drawer that closes on navigation', async () => {
    const { user } = await openShell();
    await user.click(screen.getByRole('button', { name: 'Open menu' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Menu' }));
    await user.click(drawer.getByRole('link', { name: 'Help' }));
    await heading('We are sorry that you got trouble');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the header', () => {
  test('[SH-6] Help leads to the help page and Feature Request to the board, in a new tab', async () => {
    fakeServer.use(configured({ feedbackUrl: 'https://board.example/' }));
    await openShell();
    const header = within(screen.getByRole('banner'));
    expect(header.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('/dashboard/help');
    const board = header.getByRole<HTMLAnchorElement>('link', {
      name: /^Feature Request\s*\(opens in a new tab\)$/,
    });
    expect([board.href, board.target, board.rel]).toEqual([
      'https://board.example/',
      '_blank',
      'noopener noreferrer',
    ]);
  });

  test('[SH-10] Feature Request without a board opens a ticket of that kind', async () => {
    await openShell();
    expect(screen.getByRole('link', { name: 'Feature Request' }).getAttribute('href')).toBe(
      '/dashboard/help?new=feature-request',
    );
  });
});

async function openMenu() {
  const app = await openShell();
  await app.user.click(sidebar().getByRole('button', { name: /Account menu/ }));
  await screen.findByRole('menu');
  return app;
}

describe('the account menu', () => {
  test('opens sessions, notifications, shortcuts and the docs', async () => {
    fakeServer.use(configured({ statusUrl: '/status' }));
    await openMenu();
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Team',
      'Sessions',
      'Batches',
      'Baselines',
      'Schedules',
      'Reports',
      'Request log',
      'Audit log',
      'Privacy',
      'Notifications',
      'Keyboard shortcuts',
      'Docs',
      'What is new',
      'Status',
    ]);
  });

  test.each([
    ['works', 'Status', 'bg-green'],
    ['degraded', 'Status: problems', 'bg-red'],
  ])('[GP-6] the status has a dot: %s', async (status, label, color) => {
    fakeServer.use(
      configured({ statusUrl: '/status' }),
      http.get('*/status.json', () => HttpResponse.json({ status, parts: {} })),
    );
    await openMenu();
    const item = await screen.findByRole('menuitem', { name: `${label} (opens in a new tab)` });
    await waitFor(() => expect(item.querySelector(`.${color}`)).not.toBeNull());
    expect(item.getAttribute('href')).toBe('/status');
    const news = screen.getByRole('menuitem', { name: 'What is new (opens in a new tab)' });
    expect(news.getAttribute('href')).toBe('/docs/changelog');
  });

  test('[GP-6] a status page elsewhere has a link without a check', async () => {
    let checks = 0;
    fakeServer.use(
      configured({ statusUrl: 'https://status.example/', docsUrl: 'https://docs.example/' }),
      http.get('*/status.json', () => {
        checks += 1;
        return HttpResponse.json({ status: 'degraded' });
      }),
    );
    await openMenu();
    screen.getByRole('menuitem', { name: 'Status (opens in a new tab)' });
    expect(screen.queryByRole('menuitem', { name: /What is new/ })).toBeNull();
    expect(checks).toBe(0);
  });

  test('[AU-16] lists the sessions and can end one or all of them', async () => {
    const now = new Date().toISOString();
    const session = {
      userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140',
      createdAt: now,
      lastSeenAt: now,
    };
    const end = mockEndpoint('endSession', {});
    const endAll = mockEndpoint('endAllSessions', {});
    fakeServer.use(
      mockEndpoint('listSessions', {
        sessions: [
          { ...session, id: 'here', isCurrent: true },
          { ...session, id: 'there', isCurrent: false },
        ],
      }).handler,
      end.handler,
      endAll.handler,
    );
    const { user } = await openMenu();
    await user.click(screen.getByRole('menuitem', { name: 'Sessions' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Sessions' }));
    expect(await dialog.findAllByText('Firefox on Windows')).toHaveLength(2);
    expect(dialog.getByText('This device')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(end.received[0]?.url.pathname).toBe('/api/v1/auth/sessions/there'));
    await user.click(dialog.getByRole('button', { name: 'Sign out of all devices' }));
    await heading('Sign in');
    expect(endAll.received).toHaveLength(1);
  });
});

describe('keys', () => {
  test('g and a letter open a page, except while typing', async () => {
    await openShell('/dashboard/settings?tab=coupon', ada, 'Settings');
    const field = screen.getByLabelText('Coupon code');
    fireEvent.keyDown(field, { key: 'g' });
    fireEvent.keyDown(field, { key: 'w' });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Settings');
    fireEvent.keyDown(document.body, { key: 'g' });
    fireEvent.keyDown(document.body, { key: 'w' });
    await heading('Webhooks');
  });

  test('? opens the sheet of shortcuts', async () => {
    await openShell();
    fireEvent.keyDown(document.body, { key: '?' });
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
  });
});

test('going offline shows one strip', async () => {
  await openShell();
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false });
  fireEvent(window, new Event('offline'));
  expect(await screen.findByText(/You are offline/)).toBeTruthy();
  Reflect.deleteProperty(navigator, 'onLine');
  fireEvent(window, new Event('online'));
  await waitFor(() => expect(screen.queryByText(/You are offline/)).toBeNull());
});
