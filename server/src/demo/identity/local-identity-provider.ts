import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider, type InteractionContext } from 'oidc-provider';
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
import { localPagePolicy } from '../local-page.ts';
import { messagePage, signInPage } from './identity-page.ts';

/**
 * Identity provider for trying sign-in without an external account; accepts any identity without a
 * password.
 */
export interface LocalIdentityProvider {
  /** Serves all paths below the issuer's path. */
  handle(req: IncomingMessage, res: ServerResponse): void;
  /** Sign-in path on the current host, to which the browser is sent. */
  readonly authorizeUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

interface LocalIdentityOptions {
  /** URL of the provider, with a dedicated path: `http://localhost:3000/dev/identity`. */
  readonly issuer: string;
  /** Allowed redirect URIs; each must match exactly. */
  readonly redirectUris: readonly string[];
}

interface Person {
  readonly email: string;
  readonly name: string;
}

const clientId = 'shotwright-local';
const formBytes = 4_096;
const maxPeople = 1_000;
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const interactionPath = /^\/interaction\/[\w-]{1,64}$/;

/**
 * Creates a provider whose keys and users exist only as long as the process. Never for production:
 * it requires no password.
 */
export async function createLocalIdentityProvider(
  options: LocalIdentityOptions,
): Promise<LocalIdentityProvider> {
  const { pathname: prefix, origin } = new URL(options.issuer);
  const people = new Map<string, Person>();
  const clientSecret = randomBytes(32).toString('base64url');
  const provider = new Provider(options.issuer, {
    ...(await configurationOf(options, clientSecret)),
    interactions: {
      url: (_ctx: unknown, { uid }: { uid: string }) => `${prefix}/interaction/${uid}`,
    },
    findAccount: (_ctx: unknown, accountId: string) => accountOf(accountId, people.get(accountId)),
  });
  const serve = provider.callback();
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const url = withKnownReturn(req, origin);
    // The provider derives its own path prefix by comparing the two URLs.
    Object.assign(req, { originalUrl: url, url: url.slice(prefix.length) || '/' });
    keepRedirectsOnHost(res, origin);
    forgetSession(req);
    const path = (req.url ?? '/').split('?', 1)[0] ?? '/';
    if (!interactionPath.test(path)) return serve(req, res);
    await provider.interactionDetails(req, res);
    if (req.method !== 'POST') return sendPage(res, 200, signInPage(url));
    const person = await readPerson(req);
    if (!person) return sendPage(res, 400, signInPage(url, 'Please enter a valid email address'));
    const accountId = createHash('sha256').update(person.email).digest('base64url');
    remember(people, accountId, person);
    await provider.interactionFinished(req, res, { login: { accountId, remember: false } });
  };
  return {
    handle: (req, res) => {
      answer(req, res).catch(() =>
        sendPage(res, 400, messagePage('This sign-in has ended. Start again.')),
      );
    },
    authorizeUrl: `${prefix}/auth`,
    clientId,
    clientSecret,
  };
}

async function configurationOf(options: LocalIdentityOptions, clientSecret: string) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const hourSeconds = 3_600;
  const kinds = ['AccessToken', 'AuthorizationCode', 'Grant', 'IdToken', 'Interaction', 'Session'];
  return {
    adapter: createMemoryAdapter(0),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        client_name: 'Shotwright',
        redirect_uris: [...options.redirectUris],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' }] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    pkce: { required: () => false },
    conformIdTokenClaims: false,
    claims: {
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    ttl: Object.fromEntries(kinds.map((kind) => [kind, hourSeconds])),
    clientBasedCORS: () => false,
    loadExistingGrant: grantEverything,
    renderError: (ctx: { type: string; body: string }, out: { error_description?: string }) => {
      ctx.type = 'html';
      ctx.body = messagePage(out.error_description ?? 'Sign-in failed. Start again.');
    },
  };
}

/**
 * Returns the request's URL. If it asks for a redirect to the host it was sent to, the redirect
 * gets the origin that the provider knows, so that the service also works at another URL than
 * PUBLIC_URL.
 */
function withKnownReturn(req: IncomingMessage, origin: string): string {
  const url = new URL(req.url ?? '/', origin);
  const target = url.searchParams.get('redirect_uri') ?? '';
  if (!URL.canParse(target) || new URL(target).host !== req.headers.host) return req.url ?? '/';
  url.searchParams.set('redirect_uri', origin + new URL(target).pathname);
  return url.pathname + url.search;
}

/**
 * Rewrites redirects to the known origin into paths, which the browser follows on its current host.
 */
function keepRedirectsOnHost(res: ServerResponse, origin: string): void {
  const setHeader = res.setHeader.bind(res);
  res.setHeader = (name, value) => {
    const isOwn = name.toLowerCase() === 'location' && String(value).startsWith(`${origin}/`);
    return setHeader(name, isOwn ? String(value).slice(origin.length) : value);
  };
}

/**
 * Removes the provider's session, so that it shows the form each time and one browser can try
 * several users.
 */
function forgetSession({ headers }: IncomingMessage): void {
  const stored = headers.cookie?.split(/; */).filter((cookie) => !cookie.startsWith('_session'));
  if (stored) headers.cookie = stored.join('; ');
}

async function grantEverything({ oidc }: InteractionContext) {
  const { provider, client, session } = oidc;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}

function accountOf(accountId: string, person: Person | undefined) {
  if (!person) return undefined;
  const [given = '', ...family] = person.name.split(' ');
  const names = { name: person.name, given_name: given, family_name: family.join(' ') };
  const claims = { sub: accountId, email: person.email, email_verified: true, ...names };
  return { accountId, claims: () => claims };
}

function remember(people: Map<string, Person>, accountId: string, person: Person): void {
  people.set(accountId, person);
  const [oldest] = people.keys();
  if (people.size > maxPeople && oldest !== undefined) people.delete(oldest);
}

async function readPerson(req: IncomingMessage): Promise<Person | undefined> {
  let text = '';
  for await (const chunk of req) {
    text += String(chunk);
    if (text.length > formBytes) return undefined;
  }
  const form = new URLSearchParams(text);
  const email = (form.get('email') ?? '').trim().toLowerCase();
  const name = (form.get('name') ?? '').trim().slice(0, 100);
  return emailPattern.test(email) && email.length <= 254 ? { email, name } : undefined;
}

function sendPage(res: ServerResponse, status: number, html: string): void {
  if (res.headersSent) return;
  res.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': `${localPagePolicy}; frame-ancestors 'none'`,
  });
  res.end(html);
}
