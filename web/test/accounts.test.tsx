import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
// Compiled before the clock of the first test runs: a toast is shown for four seconds.
import '../src/routes/overview.tsx';
import '../src/shell/dashboard-layout.tsx';
import { setAnalyticsSink } from '../src/lib/analytics/analytics.ts';
import { storageKeys } from '../src/lib/storage/storage-keys.ts';
import { heading, renderApp, toastTexts } from './app.tsx';
import { ada, mockEndpoint, configured, failure, fakeServer } from './fake-api.ts';

const sink = {
  identify: vi.fn<(id: string) => void>(),
  record: vi.fn<(event: string, properties?: Record<string, string>) => void>(),
  reset: vi.fn<() => void>(),
};

beforeEach(() => {
  for (const spy of Object.values(sink)) spy.mockClear();
  setAnalyticsSink(sink);
});

async function openSignIn() {
  const app = renderApp('/');
  await heading('Sign in');
  return {
    ...app,
    email: screen.getByLabelText<HTMLInputElement>('Email'),
    password: screen.getByLabelText<HTMLInputElement>('Password'),
    submit: screen.getByRole('button', { name: 'Sign in' }),
  };
}

describe('signing in', () => {
  test('[SI-1] the password can be shown and hidden', async () => {
    const { user, password } = await openSignIn();
    expect(password.type).toBe('password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password.type).toBe('text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password.type).toBe('password');
  });

  test('[SI-2] [SI-5] [RT-7] [AU-4] [AU-5] sends email and password, shows a welcome and opens the dashboard', async () => {
    const login = mockEndpoint('login', { user: ada }, { message: 'Good to see you.' });
    fakeServer.use(login.handler);
    const { user, email, password, submit, path } = await openSignIn();
    await user.type(email, 'ada@lovelace.dev');
    await user.type(password, 'correct horse');
    await user.click(submit);
    await heading('Overview');
    expect(login.received.map(({ body }) => body)).toEqual([
      { email: 'ada@lovelace.dev', password: 'correct horse' },
    ]);
    expect(path()).toBe('/dashboard');
    expect(toastTexts()).toEqual(['Welcome back! / Good to see you.']);
    expect(localStorage.getItem(storageKeys.authFlag)).toBe('true');
    expect(JSON.parse(localStorage.getItem(storageKeys.user) ?? '')).toEqual(ada);
    expect(sink.identify.mock.calls).toEqual([[ada.organizationId]]);
    expect(sink.record.mock.calls).toEqual([['sign_in', { method: 'email' }]]);
  });

  test('[SI-5] without a server message, the default welcome is shown', async () => {
    fakeServer.use(mockEndpoint('login', { user: ada }).handler);
    const { user, email, password } = await openSignIn();
    await user.type(email, 'ada@lovelace.dev');
    await user.type(password, 'correct horse{Enter}');
    await heading('Overview');
    expect(toastTexts()).toEqual(['Welcome back! / You have been successfully logged in.']);
  });

  test('[SI-3] with an empty field nothing is sent or shown, and the focus moves to it', async () => {
    const login = mockEndpoint('login', { user: ada });
    fakeServer.use(login.handler);
    const { user, email, password, submit } = await openSignIn();
    await user.click(submit);
    expect(document.activeElement).toBe(email);
    await user.type(email, 'ada@lovelace.dev');
    await user.click(submit);
    expect(document.activeElement).toBe(password);
    expect(email.form?.noValidate).toBe(true);
    expect(login.received).toEqual([]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('[SI-6] [NT-3] a failure preserves the email, focuses the password and shows Login Failed', async () => {
    fakeServer.use(
      mockEndpoint('login', () =>
        failure(400, 'The email or the password is wrong.', { code: 'invalid_credentials' }),
      ).handler,
    );
    const { user, email, password, submit, path } = await openSignIn();
    await user.type(email, 'ada@lovelace.dev');
    await user.type(password, 'wrong');
    await user.click(submit);
    await waitFor(() =>
      expect(toastTexts()).toEqual(['Login Failed / The email or the password is wrong.']),
    );
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(email.value).toBe('ada@lovelace.dev');
    expect(document.activeElement).toBe(password);
    expect(path()).toBe('/');
  });

  test('[RL-2] a 401 of the sign-in itself shows Login Failed, not an ended session', async () => {
    fakeServer.use(mockEndpoint('login', () => failure(401, 'No.')).handler);
    const { user, email, password } = await openSignIn();
    await user.type(email, 'ada@lovelace.dev');
    await user.type(password, 'wrong{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(password));
  });

  test('[AU-4] a response without success does not sign in', async () => {
    fakeServer.use(
      mockEndpoint('login', { user: ada }, { status: 'pending', message: 'Not yet.' }).handler,
    );
    const { user, email, password, path } = await openSignIn();
    await user.type(email, 'ada@lovelace.dev');
    await user.type(password, 'correct horse{Enter}');
    await waitFor(() => expect(toastTexts()).toEqual(['Login Failed / Not yet.']));
    expect(path()).toBe('/');
    expect(localStorage.getItem(storageKeys.authFlag)).toBeNull();
  });

  test('[SI-7] a link leads to sign-up', async () => {
    const { user, path } = await openSignIn();
    await user.click(screen.getByRole('link', { name: 'Create an account' }));
    await heading('Create your account');
    expect(path()).toBe('/register');
  });
});

describe('the local identity provider', () => {
  const identity = { kind: 'local', clientId: 'dash', authorizeUrl: '/idp/authorize' } as const;

  test('[SI-4] [SI-5] its code is sent, the welcome is short and the code is removed from the URL', async () => {
    const login = mockEndpoint('googleLogin', { user: ada });
    fakeServer.use(configured({ identity }), login.handler);
    sessionStorage.setItem(storageKeys.identityState, 'state-1');
    renderApp('/?code=the-code&state=state-1');
    await heading('Overview');
    expect(login.received.map(({ body }) => body)).toEqual([{ code: 'the-code' }]);
    expect(toastTexts()).toEqual(['Welcome!']);
    expect(sink.record.mock.calls).toEqual([['sign_in', { method: 'google' }]]);
  });

  test('[SU-11] it also signs up', async () => {
    const signup = mockEndpoint('googleSignup', { user: ada });
    fakeServer.use(configured({ identity }), signup.handler);
    sessionStorage.setItem(storageKeys.identityState, 'state-1');
    renderApp('/register?code=the-code&state=state-1');
    await heading('Overview');
    expect(signup.received.map(({ body }) => body)).toEqual([{ code: 'the-code' }]);
    expect(toastTexts()).toEqual(['Welcome to Shotwright!']);
    expect(sink.record.mock.calls).toEqual([['sign_up', { method: 'google' }]]);
  });

  test('a response that this tab did not request is ignored and only logged', async () => {
    fakeServer.use(configured({ identity }));
    const app = renderApp('/?code=stolen&state=other');
    await heading('Sign in');
    await waitFor(() => expect(app.path()).toBe('/'));
    expect(toastTexts()).toEqual([]);
    expect(sink.record.mock.calls).toEqual([['identity_problem', { problem: 'unknown_state' }]]);
  });

  test.each([
    ['/', 'googleLogin', 'Google Sign-in Failed'],
    ['/register', 'googleSignup', 'Google Sign-up Failed'],
  ] as const)(
    '[SI-6] [SU-11] [NT-3] a failure on %s of %s shows %s',
    async (path, operation, title) => {
      fakeServer.use(
        configured({ identity }),
        mockEndpoint(operation, () => failure(400, 'Not vouched for.')).handler,
      );
      sessionStorage.setItem(storageKeys.identityState, 'state-1');
      renderApp(`${path}?code=the-code&state=state-1`);
      await waitFor(() => expect(toastTexts()).toEqual([`${title} / Not vouched for.`]));
    },
  );

  test.each([
    ['/', 'Sign in with a test identity'],
    ['/register', 'Sign up with a test identity'],
  ])('[CP-3] its button on %s is 40 px high and labelled', async (path, name) => {
    fakeServer.use(configured({ identity }));
    renderApp(path);
    const button = await screen.findByRole('button', { name });
    expect(button.className).toContain('h-[40px]');
    expect(screen.getByText('Local test identity: for development only.')).toBeTruthy();
  });

  test('[SI-14] without a provider there is no button', async () => {
    await openSignIn();
    expect(screen.queryByText(/test identity/)).toBeNull();
  });
});

describe('signing out', () => {
  test('[SH-5] [AU-6] [RT-8] removes all local data without a call', async () => {
    document.cookie = 'shotwright_csrf=token; Path=/';
    document.cookie = 'other=1; Path=/';
    sessionStorage.setItem(storageKeys.loadedSettings, '{}');
    const calls: string[] = [];
    const listen = ({ request }: { request: Request }) =>
      calls.push(`${request.method} ${new URL(request.url).pathname}`);
    fakeServer.events.on('request:start', listen);
    const app = renderApp('/dashboard', { user: ada });
    await heading('Overview');
    // The chart loads its data last, after its code.
    await waitFor(() => expect(calls).toContain('GET /api/v1/dashboards/capture-days'));
    await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
    calls.length = 0;
    await app.user.click(screen.getByRole('button', { name: 'Sign Out' }));
    await heading('Sign in');
    expect(app.path()).toBe('/');
    // The request for the configuration, with which the server learns that the session is over.
    await waitFor(() => expect(calls).toEqual(['GET /config.json']));
    fakeServer.events.removeListener('request:start', listen);
    expect(document.cookie).toBe('');
    expect(sessionStorage.getItem(storageKeys.loadedSettings)).toBeNull();
    expect(localStorage.getItem(storageKeys.authFlag)).toBeNull();
    expect(localStorage.getItem(storageKeys.user)).toBeNull();
    expect(toastTexts()).toEqual(['Logged Out / You have been successfully logged out.']);
    expect(sink.record.mock.calls).toEqual([['logout', undefined]]);
    expect(sink.reset).toHaveBeenCalledTimes(1);
    expect(app.queryClient.getQueryCache().getAll()).toEqual([]);
  });

  test('[AU-7] completes even if a step throws', async () => {
    const app = renderApp('/dashboard', { user: ada });
    await heading('Overview');
    vi.spyOn(app.queryClient, 'cancelQueries').mockRejectedValue(new Error('no'));
    await app.user.click(screen.getByRole('button', { name: 'Sign Out' }));
    await heading('Sign in');
    expect(localStorage.getItem(storageKeys.authFlag)).toBeNull();
    expect(toastTexts()).toEqual(['Logged Out / You have been successfully logged out.']);
  });

  test('[AU-14] in one tab signs out the other tab, and signing in is detected', async () => {
    const app = renderApp('/dashboard', { user: ada });
    await heading('Overview');
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.authFlag }));
    await heading('Sign in');
    localStorage.setItem(storageKeys.user, JSON.stringify(ada));
    localStorage.setItem(storageKeys.authFlag, 'true');
    window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.authFlag }));
    await heading('Overview');
    expect(app.path()).toBe('/dashboard');
  });

  test('a page restored from the back/forward cache reads the session again', async () => {
    renderApp('/dashboard', { user: ada });
    await heading('Overview');
    localStorage.clear();
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(await heading('Sign in')).toBeTruthy();
  });
});
