import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../lib/logger.ts';
import { captchaSuite } from './captcha.suite.ts';
import { createHostedCaptcha, hostedCaptchaUrls } from './hosted-captcha.ts';

/** A fake siteverify provider: accepts each token it issued once; `misbehave` makes it fail. */
const provider = {
  issued: new Set<string>(),
  requests: [] as Record<string, string>[],
  misbehave: undefined as { status: number; body: string } | 'hang' | undefined,
};
let server: Server;
let verifyUrl: string;
beforeAll(async () => {
  server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
      provider.requests.push(form);
      if (provider.misbehave === 'hang') return;
      const { status, body } = provider.misbehave ?? { status: 200, body: verify(form) };
      res.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  verifyUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  provider.misbehave = undefined;
});

const fail = (code: string) => JSON.stringify({ success: false, 'error-codes': [code] });

function verify(form: Record<string, string>): string {
  if (form['secret'] !== 'the secret') return fail('invalid-input-secret');
  const token = form['response'] ?? '';
  if (token.startsWith('stale')) return fail('timeout-or-duplicate');
  if (!provider.issued.has(token)) return fail('invalid-input-response');
  return JSON.stringify({
    success: true,
    hostname: 'localhost',
    challenge_ts: '2026-01-01T00:00:00Z',
  });
}

let count = 0;
const solve = async (): Promise<string> => {
  const token = `token-${++count}`;
  provider.issued.add(token);
  return token;
};
const ip = '203.0.113.7';
const kinds = ['turnstile', 'hcaptcha', 'recaptcha'] as const;

describe.each(kinds)('%s', (kind) => {
  const build = (part: { secret?: string; verifyUrl?: string; timeoutMs?: number } = {}) =>
    createHostedCaptcha({
      kind,
      secret: 'the secret',
      siteKey: 'the site',
      fetch,
      clock: { now: () => new Date() },
      logger: silentLogger,
      verifyUrl,
      timeoutMs: 30_000,
      ...part,
    });

  captchaSuite(() => ({ captcha: build(), solve, respell: () => [] }));

  it('sends the secret, the solution, the client IP address and the site key over HTTPS to the provider’s host', async () => {
    const token = await solve();
    await build().verify({ token, ip });
    expect(provider.requests.at(-1)).toEqual({
      secret: 'the secret',
      response: token,
      remoteip: ip,
      sitekey: 'the site',
    });
    expect(new URL(hostedCaptchaUrls[kind]).protocol).toBe('https:');
  });

  it('distinguishes an expired solution from a wrong one', async () => {
    expect(await build().verify({ token: 'stale-1', ip })).toEqual({ outcome: 'expired' });
  });

  it('issues no challenge itself', () => {
    expect(build().createChallenge).toBeUndefined();
  });

  it.each([
    ['responds with 500', { status: 500, body: '{"success":true}' }],
    ['responds with a page', { status: 200, body: '<html>' }],
    ['responds with another shape', { status: 200, body: '{"success":"true"}' }],
    ['redirects', { status: 302, body: '' }],
    [
      'reports an internal error',
      { status: 200, body: '{"success":false,"error-codes":["internal-error"]}' },
    ],
    ['hangs', 'hang'],
  ] as const)(
    'reports the captcha as unavailable when the provider %s',
    async (_name, misbehaviour) => {
      provider.misbehave = misbehaviour;
      const token = await solve();
      const captcha = build(misbehaviour === 'hang' ? { timeoutMs: 50 } : {});
      expect(await captcha.verify({ token, ip })).toEqual({ outcome: 'unavailable' });
    },
  );

  it('reports the captcha as unavailable when the provider is down or the secret is wrong', async () => {
    const token = await solve();
    const down = build({ verifyUrl: 'http://127.0.0.1:1/siteverify' });
    expect(await down.verify({ token, ip })).toEqual({ outcome: 'unavailable' });
    const wrong = build({ secret: 'wrong' });
    expect(await wrong.verify({ token, ip })).toEqual({ outcome: 'unavailable' });
  });
});
