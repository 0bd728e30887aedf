import { emailPattern } from '@shotwright/contract';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ada } from '../fake-api.ts';
import { emailError } from '../../src/features/accounts/account.rules.ts';
import { createAuthStore } from '../../src/features/accounts/session/auth-store.ts';
import { analytics, setAnalyticsSink } from '../../src/lib/analytics/analytics.ts';
import { createPosthogSink } from '../../src/lib/analytics/analytics-posthog.ts';
import { ApiError } from '../../src/lib/api/error.ts';
import { cacheTimes, createQueryClient, showErrorToast } from '../../src/lib/api/query-client.ts';
import { storageKeys } from '../../src/lib/storage/storage-keys.ts';
import { forceLightTheme } from '../../src/providers.tsx';
import { createToastStore } from '../../src/lib/toasts.ts';

describe('the auth state', () => {
  test('[AU-1] is loading at start, then anonymous or authenticated', () => {
    const store = createAuthStore();
    expect(store.get()).toEqual({ status: 'loading', user: null });
    store.restore();
    expect(store.get()).toMatchObject({ status: 'anonymous', user: null });
    store.authenticate(ada);
    expect(store.get()).toEqual({ status: 'authenticated', user: ada });
    store.end('signed-out');
    expect(store.get()).toMatchObject({ status: 'anonymous', user: null });
  });

  test('[AU-2] stores the flag as text and the user as JSON', () => {
    const store = createAuthStore();
    store.authenticate(ada);
    expect(localStorage.getItem(storageKeys.authFlag)).toBe('true');
    expect(JSON.parse(localStorage.getItem(storageKeys.user) ?? '')).toEqual(ada);
  });

  test('[AU-3] is restored from the storage if the flag is set', () => {
    createAuthStore().authenticate(ada);
    const later = createAuthStore();
    later.restore();
    expect(later.get()).toEqual({ status: 'authenticated', user: ada });
  });

  test.each(['{broken', 'null', '"text"', '{}', ''])(
    '[AU-3] clears a stored user of %j and becomes anonymous',
    (stored) => {
      localStorage.setItem(storageKeys.authFlag, 'true');
      localStorage.setItem(storageKeys.user, stored);
      const store = createAuthStore();
      store.restore();
      expect(store.get()).toMatchObject({ status: 'anonymous' });
      expect(localStorage.getItem(storageKeys.authFlag)).toBeNull();
      expect(localStorage.getItem(storageKeys.user)).toBeNull();
    },
  );

  test('[AU-3] ignores a stored user without the flag', () => {
    localStorage.setItem(storageKeys.user, JSON.stringify(ada));
    localStorage.setItem(storageKeys.authFlag, 'false');
    const store = createAuthStore();
    store.restore();
    expect(store.get()).toMatchObject({ status: 'anonymous' });
  });
});

test('[AU-10] the theme is light and stored, whatever it was before', () => {
  document.documentElement.className = 'dark';
  forceLightTheme();
  expect(document.documentElement.className).toBe('light');
  expect(localStorage.getItem('theme')).toBe('light');
});

describe('the query policy', () => {
  const minute = 60_000;

  test('[QC-1] [QC-2] defines stale and cache times', () => {
    expect(cacheTimes).toEqual({
      overview: { staleTime: 2 * minute, gcTime: 5 * minute },
      devices: { staleTime: 30 * minute, gcTime: 60 * minute },
      projects: { staleTime: 5 * minute, gcTime: 10 * minute },
      apiKeys: { staleTime: 5 * minute, gcTime: 10 * minute },
      webhooks: { staleTime: 2 * minute, gcTime: 5 * minute },
      profile: { staleTime: 5 * minute, gcTime: 10 * minute },
      files: { staleTime: 0, refetchOnMount: 'always' },
      subscription: { staleTime: 0, refetchOnMount: 'always' },
    });
  });

  test('[HX-5] a failed query is not retried', async () => {
    const client = createQueryClient(createToastStore());
    const load = vi.fn<() => Promise<never>>().mockRejectedValue(new Error('no'));
    await client.fetchQuery({ queryKey: ['x'], queryFn: load }).catch(() => undefined);
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('[HX-4] [HX-7] one failure shows one toast, and a repeat within two seconds shows no other', () => {
    let now = 0;
    const toasts = createToastStore(() => now);
    const error = new ApiError({ statusCode: 500, data: { message: 'Down.', error: 'Down.' } });
    showErrorToast(toasts, error);
    showErrorToast(toasts, error);
    expect(toasts.visible()).toMatchObject([
      { kind: 'destructive', title: 'Error', description: 'Down.' },
    ]);
    now = 2_000;
    showErrorToast(toasts, error);
    expect(toasts.visible()).toHaveLength(2);
  });

  test('[HX-4] a 401 shows no toast', () => {
    const toasts = createToastStore();
    showErrorToast(toasts, new ApiError({ statusCode: 401 }));
    expect(toasts.visible()).toEqual([]);
  });

  test('[HX-4] without a server message, the fallback of the action is shown, else Something went wrong', () => {
    const toasts = createToastStore();
    showErrorToast(toasts, new Error('internals'), { fallback: 'Failed to create project' });
    showErrorToast(toasts, new Error('internals'));
    expect(toasts.visible().map(({ description }) => description)).toEqual([
      'Failed to create project',
      'Something went wrong',
    ]);
  });

  test('a waiting time is shown, and a required payment links to the plans', () => {
    const toasts = createToastStore();
    showErrorToast(
      toasts,
      new ApiError({
        statusCode: 429,
        data: { message: 'Too many requests.' },
        retryAfterSeconds: 7,
      }),
    );
    showErrorToast(toasts, new ApiError({ statusCode: 402, data: { message: 'No credits.' } }));
    expect(toasts.visible()).toMatchObject([
      { description: 'Too many requests. Try again in 7 seconds.' },
      { description: 'No credits.', action: { to: '/dashboard/billing' } },
    ]);
  });
});

describe('analytics', () => {
  afterEach(() => setAnalyticsSink(undefined));

  test('[AU-17] without a sink nothing is sent', () => {
    const send = vi.spyOn(globalThis, 'fetch');
    analytics.identify('org');
    analytics.record('sign_in');
    analytics.reset();
    expect(send).not.toHaveBeenCalled();
  });

  test('[AU-17] a configured host receives the events under the identity of the organisation', () => {
    const send = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
    setAnalyticsSink(createPosthogSink({ host: 'https://ph.example/', key: 'k' }));
    analytics.identify('org');
    analytics.record('sign_in', { method: 'email' });
    expect(send.mock.calls.map(([url]) => url)).toEqual([
      'https://ph.example/capture/',
      'https://ph.example/capture/',
    ]);
    expect(send.mock.calls[1]?.[1]?.body).toBe(
      JSON.stringify({
        api_key: 'k',
        event: 'sign_in',
        distinct_id: 'org',
        properties: { method: 'email' },
      }),
    );
  });
});

test.each(['a@b.c', 'a@b', 'a b@c.d', '@b.c', 'a@b.', 'ä@ö.ü'])(
  'the email %j is validated as in the contract',
  (email) => {
    expect(emailError(email) === undefined).toBe(emailPattern.test(email));
  },
);
