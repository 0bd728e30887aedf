import { screen, waitFor } from '@testing-library/react';
import { JSDOM } from 'jsdom';
import { delay, http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { errorMessage } from '../src/lib/api/error.ts';
import { clearCookies } from '../src/lib/api/csrf-cookie.ts';
import { storageKeys } from '../src/lib/storage/storage-keys.ts';
// Loaded with this file: the first compilation of a page takes a busy machine longer than a test waits.
import '../src/routes/register.tsx';
import { heading, renderApp, toastTexts } from './app.tsx';
import { passBotCheck, challengeOf, useFakeWorkers } from './bot-check.ts';
import { ada, mockEndpoint, configured, fakeServer } from './fake-api.ts';

test('[SI-4] the sign-in button is disabled during its call, and enabled after a failure', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const login = mockEndpoint('login', async () => {
    await promise;
    return new Response('', { status: 503 });
  });
  fakeServer.use(login.handler);
  const { user } = renderApp('/');
  await heading('Sign in');
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Sign in' });
  await user.type(screen.getByLabelText('Email'), 'ada@lovelace.dev');
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
  await waitFor(() => expect(submit.disabled).toBe(true));
  await user.click(submit);
  resolve();
  await waitFor(() => expect(submit.disabled).toBe(false));
  expect(login.received).toHaveLength(1);
});

describe('[RL-31] [NT-3] without a server message, the fallback message is shown for', () => {
  const failures: readonly (readonly [string, () => Response])[] = [
    ['an answer without words', () => new Response('<html>', { status: 502 })],
    ['a call without an answer', () => HttpResponse.error()],
  ];

  test.each(failures)('a sign-in with %s', async (_, failed) => {
    fakeServer.use(http.post('*/api/v1/auth/login', failed));
    const { user } = renderApp('/');
    await heading('Sign in');
    await user.type(screen.getByLabelText('Email'), 'ada@lovelace.dev');
    await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
    await waitFor(() =>
      expect(toastTexts()).toEqual(['Login Failed / Invalid credentials. Please try again.']),
    );
  });

  test.each([
    ['/', 'login', 'Google Sign-in Failed / Failed to sign in with Google. Please try again.'],
    [
      '/register',
      'signup',
      'Google Sign-up Failed / Failed to sign up with Google. Please try again.',
    ],
  ])('an identity on %s', async (path, call, text) => {
    fakeServer.use(
      configured({ identity: { kind: 'local', clientId: 'local', authorizeUrl: '/dev' } }),
      http.post(`*/api/v1/auth/google/${call}`, () => HttpResponse.error()),
    );
    sessionStorage.setItem(storageKeys.identityState, 'state-1');
    renderApp(`${path}?code=the-code&state=state-1`);
    await heading(path === '/' ? 'Sign in' : 'Create your account');
    await waitFor(() => expect(toastTexts()).toEqual([text]));
  });

  test('a verification code and a new account', async () => {
    useFakeWorkers();
    fakeServer.use(
      challengeOf({ expiresInMs: 60_000 }),
      http.post('*/api/v1/auth/verify-email', () => HttpResponse.error(), { once: true }),
      mockEndpoint('verifyEmail', { resendToken: 'resend-1' }).handler,
      http.post('*/api/v1/auth/signup', () => new Response('', { status: 500 })),
    );
    const { user } = renderApp('/register?name=Ada+Lovelace&email=ada@lovelace.dev');
    await heading('Create your account');
    await user.type(screen.getByLabelText('Password'), 'pässword 8');
    await user.type(screen.getByLabelText('Confirm password'), 'pässword 8');
    await passBotCheck(user);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() =>
      expect(toastTexts()).toEqual([
        'Email Verification Failed / Failed to send verification code. Please try again.',
      ]),
    );
    await passBotCheck(user);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await heading('Check your email');
    await user.click(screen.getByLabelText('Verification code', { selector: 'input' }));
    await user.paste('123456');
    await user.click(screen.getByRole('button', { name: 'Verify Account' }));
    await waitFor(() =>
      expect(toastTexts()).toContain(
        'Account Creation Failed / Failed to create account. Please try again.',
      ),
    );
  });

  test('a profile', async () => {
    fakeServer.use(http.patch('*/api/v1/users/profile', () => HttpResponse.error()));
    const { user } = renderApp('/dashboard/settings', { user: ada });
    await user.type(await screen.findByLabelText('First name'), 'x');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() =>
      expect(toastTexts()).toEqual(['Update Failed / Failed to update profile. Please try again.']),
    );
  });

  test('a coupon, also beside its field', async () => {
    fakeServer.use(http.post('*/api/v1/offers/redeem', () => new Response('', { status: 502 })));
    const { user } = renderApp('/dashboard/settings?tab=coupon', { user: ada });
    await user.type(await screen.findByLabelText('Coupon code'), 'WELCOME');
    await user.click(screen.getByRole('button', { name: 'Redeem' }));
    const fallback = 'Failed to redeem coupon. Please try again.';
    await waitFor(() => expect(toastTexts()).toEqual([`Redemption Failed / ${fallback}`]));
    expect(screen.getAllByText(fallback)).toHaveLength(2);
  });

  test.each([new TypeError('Failed to fetch'), new DOMException('aborted', 'TimeoutError')])(
    'an error thrown by the browser: %s',
    (thrown) => {
      expect(errorMessage(thrown, 'fallback')).toBe('fallback');
    },
  );
});

test('[RL-32] [AU-6] signing out clears the cookies of every parent domain and every path of the URL', () => {
  const { window } = new JSDOM('', { url: 'http://app.shots.example.co.uk/dashboard/files' });
  const { document } = window;
  for (const where of [
    'Path=/',
    'Path=/dashboard',
    'Path=/dashboard/files',
    'Path=/; Domain=app.shots.example.co.uk',
    'Path=/dashboard; Domain=shots.example.co.uk',
    'Path=/; Domain=example.co.uk',
  ])
    document.cookie = `kept${String(where.length)}=1; ${where}`;
  expect(document.cookie.split('; ')).toHaveLength(6);
  clearCookies(document);
  expect(document.cookie).toBe('');
});

test('[AU-7] [RL-32] cookies are cleared even if a step of sign-out throws', async () => {
  document.cookie = 'shotwright_csrf=token; Path=/';
  const app = renderApp('/dashboard', { user: ada });
  await heading('Overview');
  app.queryClient.cancelQueries = async () => {
    await delay(1);
    throw new Error('no');
  };
  await app.user.click(screen.getByRole('button', { name: 'Sign Out' }));
  await heading('Sign in');
  expect(document.cookie).toBe('');
});
