import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { silentLogger } from '../../lib/logger.ts';
import type { IdentityProvider } from '../../adapters/identity/identity-provider.ts';
import {
  createLocalIdentityProvider,
  type LocalIdentityProvider,
} from './local-identity-provider.ts';
import { createOpenidIdentity } from '../../adapters/identity/openid-identity.ts';

const redirectUri = 'http://localhost:3000/';
const warn = vi.spyOn(console, 'warn');
const info = vi.spyOn(console, 'info');
let server: Server;
let local: LocalIdentityProvider;
let identity: IdentityProvider;
let issuer: string;
beforeAll(async () => {
  server = createServer((req, res) => local.handle(req, res));
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  issuer = `http://localhost:${(server.address() as AddressInfo).port}/dev/identity`;
  local = await createLocalIdentityProvider({ issuer, redirectUris: [redirectUri] });
  const { clientId, clientSecret } = local;
  const logger = silentLogger;
  identity = createOpenidIdentity({ issuer, clientId, clientSecret, fetch, logger, isLocal: true });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** A minimal browser for signing in: cookies and redirects. */
function createBrowser() {
  const jar = new Map<string, string>();
  const browse = async (url: string, form?: Record<string, string>): Promise<Response> => {
    const res = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const line of res.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]!.split(/=(.*)/s);
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const to = res.headers.get('location');
    if (to === null || to.startsWith(redirectUri)) return res;
    return browse(new URL(to, url).href);
  };
  return browse;
}

const start = (more: Record<string, string> = {}): string =>
  `${new URL(local.authorizeUrl, issuer).href}?${new URLSearchParams({
    client_id: local.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'our-state',
    ...more,
  }).toString()}`;
const formAction = async (page: Response): Promise<string> =>
  new URL(/action="([^"]+)"/.exec(await page.text())![1]!, issuer).href;

async function signInAs(form: { email: string; name: string }, browse = createBrowser()) {
  const page = await browse(start());
  const back = await browse(await formAction(page), form);
  const url = new URL(back.headers.get('location')!);
  expect(url.searchParams.get('state')).toBe('our-state');
  return url.searchParams.get('code')!;
}

it('identifies itself as a local test identity provider', async () => {
  const page = await createBrowser()(start());
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await page.text()).toContain('Local test identity');
});

it('signs in any person, with a stable subject, through the code path of a real provider', async () => {
  const ada = { email: 'Ada@Example.com', name: 'Ada King Lovelace' };
  const code = await signInAs(ada);
  const first = await identity.identify({ code, redirectUri });
  expect(first).toEqual({
    outcome: 'confirmed',
    identity: {
      subject: expect.stringMatching(new RegExp(`^${issuer}\\|`)),
      email: 'ada@example.com',
      isEmailVerified: true,
      firstName: 'Ada',
      lastName: 'King Lovelace',
    },
  });
  expect(await identity.identify({ code, redirectUri })).toEqual({ outcome: 'invalid' });
  const again = await identity.identify({ code: await signInAs(ada), redirectUri });
  expect(again).toEqual(first);
});

it('prompts for the identity each time, so that one browser can test several people', async () => {
  const browse = createBrowser();
  const emails: unknown[] = [];
  for (const email of ['one@example.com', 'two@example.com']) {
    const code = await signInAs({ email, name: 'Some One' }, browse);
    const result = await identity.identify({ code, redirectUri });
    emails.push(result.outcome === 'confirmed' && result.identity.email);
  }
  expect(emails).toEqual(['one@example.com', 'two@example.com']);
});

it('rejects an invalid email with an error message and escapes user input in its page', async () => {
  const browse = createBrowser();
  const page = await browse(await formAction(await browse(start())), { email: '<b>@x', name: '' });
  expect(page.status).toBe(400);
  expect(await page.text()).toContain('Please enter a valid email address');
});

it('does not redirect to an unregistered URL and rejects an unknown sign-in with an error message', async () => {
  const foreign = await createBrowser()(start({ redirect_uri: 'https://evil.example/' }));
  expect(foreign.status).toBe(400);
  expect(foreign.headers.get('location')).toBeNull();
  expect(await foreign.text()).toContain('Local test identity');
  const unknown = await createBrowser()(`${issuer}/interaction/unknown`);
  expect(unknown.status).toBe(400);
  const huge = await createBrowser()(`${issuer}/interaction/unknown`, { email: 'a'.repeat(9_000) });
  expect(huge.status).toBe(400);
});

it('writes nothing to the console', () => {
  expect([...warn.mock.calls, ...info.mock.calls]).toEqual([]);
});
