import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { Events, OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../../lib/logger.ts';
import { createOpenidIdentity } from './openid-identity.ts';

const provider = new OAuth2Server();
const clientId = 'our-client';
const redirectUri = 'http://localhost:3000/';
let issuer: string;
beforeAll(async () => {
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, 'localhost');
  issuer = provider.issuer.url!;
});
afterAll(() => provider.stop());

const build = (more: Partial<Parameters<typeof createOpenidIdentity>[0]> = {}) =>
  createOpenidIdentity({
    issuer,
    clientId,
    clientSecret: 'our secret',
    fetch,
    logger: silentLogger,
    isLocal: true,
    timeoutMs: 500,
    ...more,
  });
const claims = {
  sub: 'person-1',
  aud: clientId,
  email: 'Ada@Example.com',
  email_verified: true,
  name: 'Ada King Lovelace',
};
/** Returns an ID token that is changed before the provider signs it with its key. */
const tokenWith = (change: (payload: Record<string, unknown>) => void = () => undefined) =>
  provider.issuer.buildToken({
    scopesOrTransform: (_header, payload) => {
      Object.assign(payload, claims);
      change(payload);
    },
  });
const identify = (code: string) => build().identify({ code, redirectUri });
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const nowSeconds = () => Math.floor(Date.now() / 1_000);

/** Redeems a code for an ID token that was changed before it was signed. */
const redeem = async (change: (payload: Record<string, unknown>) => void = () => undefined) => {
  const onSign = (token: { payload: Record<string, unknown> }) => {
    Object.assign(token.payload, claims);
    change(token.payload);
  };
  provider.service.on(Events.BeforeTokenSigning, onSign);
  try {
    return await identify('an-authorisation-code');
  } finally {
    provider.service.removeListener(Events.BeforeTokenSigning, onSign);
  }
};

describe('ID tokens', () => {
  it('a valid token identifies the person', async () => {
    expect(await identify(await tokenWith())).toEqual({
      outcome: 'confirmed',
      identity: {
        subject: `${issuer}|person-1`,
        email: 'ada@example.com',
        isEmailVerified: true,
        firstName: 'Ada',
        lastName: 'King Lovelace',
      },
    });
  });

  it.each<[string, (payload: Record<string, unknown>) => void]>([
    ['another issuer', (payload) => void (payload['iss'] = 'https://accounts.evil.example')],
    ['another audience', (payload) => void (payload['aud'] = 'their-client')],
    ['no audience', (payload) => void delete payload['aud']],
    ['expired', (payload) => void (payload['exp'] = nowSeconds() - 60)],
    ['no expiry', (payload) => void delete payload['exp']],
    ['issued long ago', (payload) => void (payload['iat'] = nowSeconds() - 7_200)],
    ['not valid yet', (payload) => void (payload['nbf'] = nowSeconds() + 600)],
    ['no subject', (payload) => void delete payload['sub']],
    ['no email', (payload) => void delete payload['email']],
  ])('a defective token is rejected: %s', async (_name, change) => {
    expect(await identify(await tokenWith(change))).toEqual({ outcome: 'invalid' });
  });

  it('a token with a changed payload or signature is rejected', async () => {
    const [header, payload, signature] = (await tokenWith()).split('.');
    const other = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(payload!, 'base64url').toString()), sub: 'x' }),
    ).toString('base64url');
    for (const forged of [
      `${header}.${other}.${signature}`,
      `${header}.${payload}.${'A'.repeat(signature!.length)}`,
    ])
      expect(await identify(forged)).toEqual({ outcome: 'invalid' });
  });

  it('a token signed with a key other than the provider’s is rejected, also under a known key id', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    const { kid } = provider.issuer.keys.toJSON()[0]!;
    const sign = (header: { alg: string; kid?: string }) =>
      new SignJWT({ ...claims })
        .setProtectedHeader(header)
        .setIssuer(issuer)
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey);
    expect(await identify(await sign({ alg: 'RS256', kid: 'unknown' }))).toEqual({
      outcome: 'invalid',
    });
    expect(await identify(await sign({ alg: 'RS256', kid }))).toEqual({ outcome: 'invalid' });
  });

  it('an unsigned token or one signed with a public value is rejected', async () => {
    const payload = encode({ ...claims, iss: issuer, iat: nowSeconds(), exp: nowSeconds() + 300 });
    const publicKey = new TextEncoder().encode(JSON.stringify(provider.issuer.keys.toJSON()[0]));
    const hmac = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(issuer)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(publicKey);
    for (const forged of [`${encode({ alg: 'none' })}.${payload}.AA`, hmac, 'a.b.c', '...', '..'])
      expect(await identify(forged)).toEqual({ outcome: 'invalid' });
  });

  it('names are limited to the allowed length and characters', async () => {
    const token = await tokenWith((payload) => {
      Object.assign(payload, { name: undefined, given_name: `\u0000${'A'.repeat(300)}` });
    });
    const result = await identify(token);
    expect(result).toMatchObject({
      identity: { firstName: 'A'.repeat(100), lastName: '' },
    });
  });
});

describe('authorisation codes', () => {
  it('a code is exchanged for the person’s identity', async () => {
    expect(await redeem()).toMatchObject({
      outcome: 'confirmed',
      identity: { subject: `${issuer}|person-1`, email: 'ada@example.com' },
    });
  });

  it('a code whose token is defective is rejected', async () => {
    expect(await redeem((payload) => void (payload['aud'] = 'their-client'))).toEqual({
      outcome: 'invalid',
    });
  });

  it('a code that the provider rejects is rejected', async () => {
    provider.service.once(Events.BeforeResponse, (response) => {
      response.statusCode = 400;
      response.body = { error: 'invalid_grant' };
    });
    expect(await identify('used-up')).toEqual({ outcome: 'invalid' });
  });
});

describe('provider outages', () => {
  it('a provider that is down results in unavailable and is retried later', async () => {
    const server = createServer((_req, res) => res.writeHead(503).end());
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    const { port } = server.address() as AddressInfo;
    const identity = build({ issuer: `http://localhost:${port}` });
    const token = await tokenWith();
    expect(await identity.identify({ code: token, redirectUri })).toEqual({
      outcome: 'unavailable',
    });
    const { publicKey } = await generateKeyPair('RS256', { extractable: true });
    const jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256' };
    server.removeAllListeners('request');
    server.on('request', (req, res) => {
      const at = `http://localhost:${port}`;
      const body = req.url === '/jwks' ? { keys: [jwk] } : { issuer: at, jwks_uri: `${at}/jwks` };
      res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    expect(await identity.identify({ code: token, redirectUri })).toEqual({ outcome: 'invalid' });
    server.closeAllConnections();
    server.close();
  });

  it('a provider that hangs results in unavailable before the deadline', async () => {
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    const { port } = server.address() as AddressInfo;
    const identity = build({ issuer: `http://localhost:${port}` });
    const code = await tokenWith();
    expect(await identity.identify({ code, redirectUri })).toEqual({ outcome: 'unavailable' });
    server.closeAllConnections();
    server.close();
  });

  it('a provider over plain HTTP is not contacted unless it is local', async () => {
    const identity = build({ isLocal: false });
    const code = await tokenWith();
    expect(await identity.identify({ code, redirectUri })).toEqual({ outcome: 'unavailable' });
  });
});
