import type { Passkey } from '@shotwright/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { enter, heading, renderApp, toastTexts } from './app.tsx';
import { ada, configured, failure, fakeServer, mockEndpoint } from './fake-api.ts';
// Loaded before the tests, whose time does not include it.
import '../src/features/accounts/passkeys/webauthn.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
});

const buffer = (text: string) => new TextEncoder().encode(text).buffer;
const parts = { id: 'YWJj', rawId: buffer('abc'), type: 'public-key' };
const created = {
  ...parts,
  response: { clientDataJSON: buffer('data'), attestationObject: buffer('attested') },
  getClientExtensionResults: () => ({}),
};
const used = {
  ...parts,
  response: {
    clientDataJSON: buffer('data'),
    authenticatorData: buffer('authenticator'),
    signature: buffer('signature'),
    userHandle: buffer('user'),
  },
  getClientExtensionResults: () => ({}),
};
const options = { challenge: 'Y2hhbGxlbmdl', rpId: 'localhost' };
const creationOptions = { challenge: 'Y2hhbGxlbmdl', user: { id: 'dXNlcg' }, pubKeyCredParams: [] };

/** A browser with passkeys, at the origin at which they work. */
function withPasskeys(answer: () => Promise<unknown>) {
  vi.stubGlobal('PublicKeyCredential', Object);
  const credentials = {
    get: vi.fn<() => Promise<unknown>>(answer),
    create: vi.fn<() => Promise<unknown>>(answer),
  };
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: credentials });
  fakeServer.use(configured({ passkeyOrigin: location.origin }));
  return credentials;
}

const closed = () => Promise.reject(new DOMException('closed', 'NotAllowedError'));

function aPasskey(name: string, change: Partial<Passkey> = {}): Passkey {
  return {
    id: `6f0d0c5e-0000-4000-8000-00000000000${String(name.length)}`,
    name,
    isSynced: false,
    createdAt: '2026-11-05T10:00:00.000Z',
    lastUsedAt: null,
    ...change,
  };
}

/** Mocks an account with these passkeys, which change with its requests. */
function mockPasskeys(first: readonly Passkey[]) {
  const state = { passkeys: [...first] };
  const start = mockEndpoint('startPasskey', { options: creationOptions });
  const add = mockEndpoint('addPasskey', ({ body }) => {
    const passkey = aPasskey((body as { name: string }).name);
    state.passkeys.push(passkey);
    return { passkey };
  });
  const rename = mockEndpoint('renamePasskey', ({ body }) => {
    const passkey = { ...state.passkeys[0]!, ...(body as { name: string }) };
    state.passkeys = [passkey];
    return { passkey };
  });
  const remove = mockEndpoint('deletePasskey', () => {
    state.passkeys = [];
    return {};
  });
  const list = mockEndpoint('listPasskeys', () => ({ passkeys: state.passkeys }));
  for (const { handler } of [list, start, add, rename, remove]) fakeServer.use(handler);
  return { start, add, rename, remove };
}

async function openSettings() {
  const app = renderApp('/dashboard/settings', { user: ada });
  await screen.findByRole('heading', { name: 'Passkeys' });
  return app;
}

async function openDialog({ user }: Awaited<ReturnType<typeof openSettings>>) {
  await user.click(screen.getByRole('button', { name: 'Add a passkey' }));
  return within(await screen.findByRole('dialog', { name: 'Add a passkey' }));
}

describe('sign-in with a passkey', () => {
  const name = 'Sign in with a passkey';

  test('[SI-15] shows the same toast as with a password and opens the dashboard', async () => {
    withPasskeys(() => Promise.resolve(used));
    const login = mockEndpoint('passkeyLogin', { user: ada }, { message: 'You are in.' });
    fakeServer.use(mockEndpoint('startPasskeySignIn', { options }).handler, login.handler);
    const { user, path } = renderApp('/');
    await user.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(toastTexts()).toEqual(['Welcome back! / You are in.']));
    await waitFor(() => expect(path()).toBe('/dashboard'));
    expect(login.received[0]?.body).toMatchObject({
      credential: { id: 'YWJj', response: { userHandle: 'dXNlcg' } },
    });
  });

  test('[SI-15] that the user cancels in the browser shows no error', async () => {
    const { get } = withPasskeys(closed);
    fakeServer.use(mockEndpoint('startPasskeySignIn', { options }).handler);
    const { user } = renderApp('/');
    const button = await screen.findByRole<HTMLButtonElement>('button', { name });
    await user.click(button);
    await waitFor(() => expect(get).toHaveBeenCalled());
    await waitFor(() => expect(button.disabled).toBe(false));
    expect(toastTexts()).toEqual([]);
  });

  test('[SI-15] shows the sentence of the server, or one for an error of the browser', async () => {
    const credentials = withPasskeys(() => Promise.resolve(used));
    fakeServer.use(
      mockEndpoint('startPasskeySignIn', { options }).handler,
      mockEndpoint('passkeyLogin', failure(400, 'This passkey does not sign in here.')).handler,
    );
    const { user } = renderApp('/');
    const button = await screen.findByRole('button', { name });
    await user.click(button);
    const first = 'Passkey Sign-in Failed / This passkey does not sign in here.';
    await waitFor(() => expect(toastTexts()).toEqual([first]));
    credentials.get.mockRejectedValue(new DOMException('technical', 'UnknownError'));
    await user.click(button);
    const second =
      'Passkey Sign-in Failed / The browser could not use a passkey. Try again, or use another device.';
    await waitFor(() => expect(toastTexts()).toContain(second));
  });

  test.each([
    ['the browser has none', () => configured({ passkeyOrigin: location.origin })],
    ['the installation has none', () => configured({ passkeyOrigin: null })],
    ['the page has another origin', () => configured({ passkeyOrigin: 'https://shots.example' })],
  ])('[SI-15] is hidden if %s', async (reason, config) => {
    if (!reason.includes('browser')) vi.stubGlobal('PublicKeyCredential', Object);
    fakeServer.use(config());
    renderApp('/');
    await heading('Sign in');
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy();
    expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

describe('the passkeys in Settings', () => {
  test('[SI-15] a passkey is named, created by the browser and listed', async () => {
    const { create } = withPasskeys(() => Promise.resolve(created));
    const { start, add } = mockPasskeys([]);
    const app = await openSettings();
    const dialog = await openDialog(app);
    const name = dialog.getByLabelText<HTMLInputElement>('Name');
    expect(dialog.queryByLabelText('Current password')).toBeNull();
    await app.user.clear(name);
    await app.user.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(dialog.getByText('Name is required')).toBeTruthy();
    expect(start.received).toEqual([]);
    await enter(app.user, name, ' My phone ');
    await app.user.click(dialog.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(create).toHaveBeenCalledTimes(1);
    expect(add.received[0]?.body).toMatchObject({ name: 'My phone', credential: { id: 'YWJj' } });
    expect(toastTexts()).toEqual([
      'Passkey added / You can now sign in with it. We have sent you an email about it.',
    ]);
    const row = within(await screen.findByRole('list', { name: 'Your passkeys' }));
    expect(row.getByText('My phone')).toBeTruthy();
    expect(row.getByText(/Never used/)).toBeTruthy();
  });

  test('[SI-15] the password is asked for when the server needs it', async () => {
    withPasskeys(() => Promise.resolve(created));
    const { add } = mockPasskeys([]);
    const message = 'Enter your current password to add a passkey.';
    const start = mockEndpoint('startPasskey', ({ body }) =>
      'currentPassword' in (body as object)
        ? { options: creationOptions }
        : failure(400, message, { details: { fields: [{ path: 'currentPassword', message }] } }),
    );
    fakeServer.use(start.handler);
    const app = await openSettings();
    const dialog = await openDialog(app);
    await app.user.click(dialog.getByRole('button', { name: 'Continue' }));
    const password = await dialog.findByLabelText('Current password');
    expect(dialog.getByText(message)).toBeTruthy();
    expect(document.activeElement).toBe(password);
    expect(toastTexts()).toEqual([]);
    await enter(app.user, password, 'secret');
    await app.user.click(dialog.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(start.received.map(({ body }) => body)).toEqual([{}, { currentPassword: 'secret' }]);
    expect(add.received).toHaveLength(1);
  });

  test('[SI-15] cancelling keeps the dialog without an error, a known device gets a sentence', async () => {
    const credentials = withPasskeys(closed);
    const { add } = mockPasskeys([]);
    const app = await openSettings();
    const dialog = await openDialog(app);
    const next = dialog.getByRole<HTMLButtonElement>('button', { name: 'Continue' });
    await app.user.click(next);
    await waitFor(() => expect(credentials.create).toHaveBeenCalled());
    await waitFor(() => expect(next.disabled).toBe(false));
    expect(toastTexts()).toEqual([]);
    credentials.create.mockRejectedValue(new DOMException('known', 'InvalidStateError'));
    await app.user.click(next);
    await waitFor(() =>
      expect(toastTexts()).toEqual([
        'Failed to add the passkey / This device or password manager already has a passkey of your account.',
      ]),
    );
    expect(add.received).toEqual([]);
    await app.user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('[SI-15] a passkey is renamed, and deleted after a confirmation', async () => {
    withPasskeys(closed);
    const lastUsedAt = new Date(Date.now() - 120_000).toISOString();
    const { rename, remove } = mockPasskeys([aPasskey('Phone', { isSynced: true, lastUsedAt })]);
    const app = await openSettings();
    const list = await screen.findByRole('list', { name: 'Your passkeys' });
    expect(list.textContent).toContain('Added Nov 05, 2026 · Last used 2 minutes ago · Synced');
    await app.user.click(screen.getByRole('button', { name: 'Rename Phone' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename passkey' }));
    await app.user.clear(dialog.getByLabelText('Name'));
    await enter(app.user, dialog.getByLabelText('Name'), 'Old phone');
    await app.user.click(dialog.getByRole('button', { name: 'Save' }));
    await app.user.click(await screen.findByRole('button', { name: 'Delete Old phone' }));
    expect(rename.received.map(({ body }) => body)).toEqual([{ name: 'Old phone' }]);
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete passkey' }));
    expect(remove.received).toEqual([]);
    await app.user.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Your passkeys' })).toBeNull());
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(toastTexts()).toEqual([
      'Passkey renamed',
      'Passkey deleted / Also remove it from your device or password manager.',
    ]);
  });

  test.each<[string, () => void, string]>([
    [
      'the installation has none',
      () => fakeServer.use(configured({ passkeyOrigin: null })),
      'Passkeys need an https URL with a host name, which this installation does not have.',
    ],
    [
      'the page has another origin',
      () => fakeServer.use(configured({ passkeyOrigin: 'https://shots.example' })),
      'Passkeys work only at https://shots.example.',
    ],
    [
      'the browser has none',
      () => fakeServer.use(configured({ passkeyOrigin: location.origin })),
      'This browser does not support passkeys.',
    ],
    [
      'the account has ten',
      () => {
        withPasskeys(closed);
        mockPasskeys(Array.from({ length: 10 }, (_, n) => aPasskey('x', { id: String(n) })));
      },
      'You have 10 passkeys, the most that an account can have.',
    ],
  ])('[SI-15] says why none can be added if %s', async (_name, prepare, sentence) => {
    prepare();
    await openSettings();
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });

  test('[SI-15] a load error is shown and can be retried', async () => {
    withPasskeys(closed);
    fakeServer.use(mockEndpoint('listPasskeys', () => failure(500, 'Down.')).handler);
    const { user } = await openSettings();
    expect(await screen.findByText('Failed to load your passkeys')).toBeTruthy();
    expect(toastTexts()).toEqual([]);
    mockPasskeys([aPasskey('Phone')]);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Phone')).toBeTruthy();
  });
});
