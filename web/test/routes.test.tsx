import { act, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { render } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { storageKeys } from '../src/lib/storage/storage-keys.ts';
import { RequireAuth } from '../src/features/accounts/session/guards.tsx';
import { routes } from '../src/router.tsx';
import { ErrorScreen, isChunkFailure, reloadOnce } from '../src/shell/error-screen.tsx';
import { heading, renderApp, toastTexts } from './app.tsx';
import { ada, mockEndpoint, failure, fakeServer } from './fake-api.ts';

const privatePages = [
  ['/dashboard', 'Overview'],
  ['/dashboard/playground', 'Playground'],
  ['/dashboard/api-keys', 'API Keys'],
  ['/dashboard/requests', 'Request log'],
  ['/dashboard/audit', 'Audit log'],
  ['/dashboard/batches', 'Batches'],
  ['/dashboard/batches/new', 'New batch'],
  ['/dashboard/baselines', 'Baselines'],
  ['/dashboard/schedules', 'Schedules'],
  ['/dashboard/reports', 'Reports'],
  ['/dashboard/reports/new', 'New report'],
  ['/dashboard/files', 'File Manager'],
  ['/dashboard/compare', 'Compare captures'],
  ['/dashboard/saved-settings', 'Saved Settings'],
  ['/dashboard/webhooks', 'Webhooks'],
  ['/dashboard/billing', 'Billing & Plans'],
  ['/dashboard/checkout-success', 'Payment Successful!'],
  ['/dashboard/checkout-cancel', 'Payment Cancelled'],
  ['/dashboard/settings', 'Settings'],
  ['/dashboard/privacy', 'Privacy'],
  ['/dashboard/help', 'We are sorry that you got trouble'],
] as const;

describe('routes', () => {
  test.each(privatePages)(
    '[RT-1] [RT-2] %s shows its page inside the dashboard',
    async (path, title) => {
      const app = renderApp(path, { user: ada });
      await heading(title);
      expect(app.path()).toBe(path);
      expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
      await waitFor(() => expect(document.title).toBe(`${title} · Shotwright`));
    },
  );

  test.each(privatePages)(
    '[RT-5] a visitor who opens %s is redirected to the sign-in page',
    async (path) => {
      const app = renderApp(path);
      await heading('Sign in');
      expect(app.path()).toBe('/');
    },
  );

  test('[RT-15] a visitor who goes to another private page before the redirect is done is redirected as well', async () => {
    const loads = [new Promise<null>(() => undefined), Promise.resolve(null)];
    const app = renderApp('/dashboard/files', {
      app: [
        { path: '/', loader: () => loads.shift() ?? null, element: <h1>Sign in</h1> },
        {
          Component: RequireAuth,
          children: [
            { path: '/dashboard', element: <h1>Overview</h1> },
            { path: '/dashboard/files', element: <h1>File Manager</h1> },
          ],
        },
      ],
    });
    await waitFor(() => expect(loads).toHaveLength(1));
    await act(() => app.router.navigate('/dashboard'));
    await heading('Sign in');
    expect(app.path()).toBe('/');
  });

  test.each(['/', '/register'])(
    '[RT-4] [SI-9] a signed-in person who opens %s is redirected to the dashboard',
    async (path) => {
      const app = renderApp(path, { user: ada });
      await heading('Overview');
      expect(app.path()).toBe('/dashboard');
    },
  );

  test.each([
    ['/nope', null],
    ['/nope', ada],
    ['/dashboard/nope', null],
    ['/dashboard/nope', ada],
  ])('[RT-3] [NF-1] %s is not found, with or without a session', async (path, user) => {
    const app = renderApp(path, { user });
    await heading('Oops! Page not found');
    expect(app.path()).toBe(path);
    expect(screen.getByText('404')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
  });

  test('[RT-6] a spinner and neither page is shown until the session is known', async () => {
    renderApp('/dashboard', { user: ada });
    expect(screen.getByRole('status').textContent).toBe('Loading');
    expect(screen.queryByRole('heading')).toBeNull();
    const seen: string[] = [];
    const watcher = new MutationObserver(() => {
      const title = document.querySelector('h1')?.textContent;
      if (title) seen.push(title);
    });
    watcher.observe(document.body, { childList: true, subtree: true });
    await heading('Overview');
    watcher.disconnect();
    expect(new Set(seen)).toEqual(new Set(['Overview']));
  });

  test('[RT-8] [AU-8] a 401 ends the session silently, once, and preserves the loaded settings', async () => {
    sessionStorage.setItem(storageKeys.loadedSettings, '{"kept":true}');
    fakeServer.use(
      mockEndpoint('getOverview', failSignedOut).handler,
      mockEndpoint('listScreenshots', failSignedOut).handler,
    );
    const app = renderApp('/dashboard', { user: ada });
    await heading('Sign in');
    expect(app.path()).toBe('/');
    expect(localStorage.getItem(storageKeys.authFlag)).toBeNull();
    expect(localStorage.getItem(storageKeys.user)).toBeNull();
    expect(sessionStorage.getItem(storageKeys.loadedSettings)).toBe('{"kept":true}');
    expect(toastTexts()).toEqual([]);
  });

  test('opening another page moves the focus to its heading and changes the title', async () => {
    const app = renderApp('/dashboard', { user: ada });
    await heading('Overview');
    await app.user.click(screen.getByRole('link', { name: 'Webhooks' }));
    const title = await heading('Webhooks');
    await waitFor(() => expect(document.activeElement).toBe(title));
    expect(document.title).toBe('Webhooks · Shotwright');
  });

  test('the skip link leads to the main content', async () => {
    const app = renderApp('/dashboard', { user: ada });
    await heading('Overview');
    await app.user.click(screen.getByRole('link', { name: 'Skip to content' }));
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  test('[RL-21] the private page a visitor requested is offered after signing in', async () => {
    const app = renderApp('/dashboard/webhooks');
    await heading('Sign in');
    app.authStore.authenticate(ada);
    await heading('Overview');
    await app.user.click(screen.getByRole('link', { name: 'Continue to Webhooks' }));
    await heading('Webhooks');
    expect(sessionStorage.getItem(storageKeys.requestedPage)).toBeNull();
  });
});

function failSignedOut() {
  return failure(401, 'The session is missing or has ended.', { code: 'session_expired' });
}

function Broken(): never {
  throw new Error('secret words');
}

describe('the error screen', () => {
  test('[RT-9] [RT-11] is shown for a render error, with next steps and no secrets', async () => {
    // React logs every error it catches; this test expects one.
    const reported = vi.mocked(console.error);
    const router = createMemoryRouter(
      [{ path: '/', ErrorBoundary: ErrorScreen, Component: Broken }],
      { initialEntries: ['/?token=hidden'] },
    );
    reported.mockImplementation(() => {});
    render(<RouterProvider router={router} />);
    await heading('Unexpected Application Error!');
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to Dashboard' }).getAttribute('href')).toBe(
      '/dashboard',
    );
    expect(screen.getByRole('button', { name: 'Copy details' })).toBeTruthy();
    const { classList } = screen.getByRole('link', { name: 'Go to Dashboard' });
    expect([
      classList.contains('border-control'),
      classList.contains('border-transparent'),
    ]).toEqual([true, false]);
    expect(document.body.textContent).not.toMatch(/secret|hidden/);
  });

  test('[RT-9] is also shown for a loader error', async () => {
    vi.mocked(console.error).mockImplementation(() => {});
    const failing = {
      path: '/failing',
      loader: () => {
        throw new Error('no');
      },
      Component: Broken,
    };
    const [root] = routes;
    const router = createMemoryRouter(
      [{ ...root, children: [failing] } as (typeof routes)[number]],
      {
        initialEntries: ['/failing'],
      },
    );
    render(<RouterProvider router={router} />);
    expect(await heading('Unexpected Application Error!')).toBeTruthy();
  });

  test('[RT-11] a failed chunk reloads once, then stops', () => {
    const reload = vi.fn<() => void>();
    expect(
      isChunkFailure(new TypeError('Failed to fetch dynamically imported module: /a.js')),
    ).toBe(true);
    expect(isChunkFailure(new Error('anything else'))).toBe(false);
    expect(reloadOnce(reload, 100_000)).toBe(true);
    expect(reloadOnce(reload, 101_000)).toBe(false);
    expect(reload).toHaveBeenCalledTimes(1);
  });
});
