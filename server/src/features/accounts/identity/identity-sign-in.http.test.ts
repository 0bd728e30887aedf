import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccountsRig, type AccountsRig } from '../../../../test/accounts-rig.ts';
import { createOpenidIdentity } from '../../../adapters/identity/openid-identity.ts';
import { silentLogger } from '../../../lib/logger.ts';

const provider = new OAuth2Server();
const clientId = 'our-client';
let rig: AccountsRig;
beforeAll(async () => {
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, 'localhost');
  rig = await createAccountsRig({
    identity: createOpenidIdentity({
      issuer: provider.issuer.url!,
      clientId,
      clientSecret: 'our secret',
      fetch,
      logger: silentLogger,
      isLocal: true,
    }),
  });
});
afterAll(async () => {
  await rig.close();
  await provider.stop();
});

let people = 0;
const newPerson = () => {
  const number = ++people;
  return {
    sub: `subject-${number}`,
    email: `google-${number}@example.com`,
    name: 'Grace Brewster Hopper',
  };
};
const tokenOf = (claims: object): Promise<string> =>
  provider.issuer.buildToken({
    scopesOrTransform: (_header, payload) => {
      Object.assign(payload, { aud: clientId, email_verified: true }, claims);
    },
  });
const signUp = async (claims: object) =>
  rig.browser().post('/auth/google/signup', { code: await tokenOf(claims) });
const signIn = async (claims: object) =>
  rig.browser().post('/auth/google/login', { code: await tokenOf(claims) });

describe('sign-up with the identity provider', () => {
  it('[AP-3] creates an account of provider GOOGLE and signs in', async () => {
    const person = newPerson();
    const browser = rig.browser();
    const { status, body } = await browser.post('/auth/google/signup', {
      code: await tokenOf(person),
    });
    expect(status).toBe(201);
    expect(body.data.user).toMatchObject({
      email: person.email,
      firstName: 'Grace',
      lastName: 'Brewster Hopper',
      provider: 'GOOGLE',
    });
    expect((await browser.get('/users/profile')).body.data.user).toEqual(body.data.user);
    await rig.mailTo(person.email, /^Welcome to Shotwright$/);
  });

  it('[AP-3] returns 409 for an identity or an email that has an account', async () => {
    const person = newPerson();
    await signUp(person);
    expect((await signUp(person)).body).toMatchObject({ statusCode: 409, code: 'email_taken' });
    const { email } = await rig.signUp();
    expect((await signUp({ ...newPerson(), email })).body).toMatchObject({
      statusCode: 409,
      code: 'email_taken',
      message: 'An account with this email already exists. Sign in instead.',
    });
  });

  it('rejects an email that the provider has not confirmed', async () => {
    const { body } = await signUp({ ...newPerson(), email_verified: false });
    expect(body).toMatchObject({ statusCode: 400, code: 'identity_token_invalid' });
  });
});

describe('sign-in with the identity provider', () => {
  it('[AP-2] signs in the same person again, also after a change of email', async () => {
    const person = newPerson();
    const { body: first } = await signUp(person);
    const { status, body } = await signIn({ ...person, email: 'moved@example.com' });
    expect([status, body.data.user.id]).toEqual([200, first.data.user.id]);
  });

  it('[AP-2] returns 404 with the way to sign up for an unknown identity', async () => {
    expect((await signIn(newPerson())).body).toMatchObject({
      statusCode: 404,
      code: 'account_not_found',
      message: expect.stringMatching(/Sign up first/),
    });
  });

  it('never matches another subject or a password account by email', async () => {
    const { email } = await rig.signUp();
    expect((await signIn({ ...newPerson(), email })).body).toMatchObject({
      statusCode: 409,
      code: 'email_taken',
    });
    const person = newPerson();
    await signUp(person);
    const thief = await signIn({ ...newPerson(), email: person.email });
    expect([thief.status, thief.headers.getSetCookie()]).toEqual([409, []]);
  });

  it.each<[string, object]>([
    ['another issuer', { iss: 'https://accounts.evil.example' }],
    ['another audience', { aud: 'their-client' }],
    ['an expired token', { exp: Math.floor(Date.now() / 1_000) - 60 }],
  ])('rejects %s with 400 because 401 means an ended session', async (_name, defect) => {
    const person = newPerson();
    await signUp(person);
    const { body } = await signIn({ ...person, ...defect });
    expect(body).toMatchObject({ statusCode: 400, code: 'identity_token_invalid' });
  });

  it('rejects a changed signature, malformed input and a missing code', async () => {
    const person = newPerson();
    await signUp(person);
    const token = await tokenOf(person);
    const forged = `${token.slice(0, token.lastIndexOf('.'))}.${'A'.repeat(342)}`;
    for (const code of [forged, 'a.b.c'])
      expect((await rig.browser().post('/auth/google/login', { code })).body.code).toBe(
        'identity_token_invalid',
      );
    for (const body of [{}, { code: '' }, { code: 7 }, { code: 'x', email: 'a@b.cd' }])
      expect((await rig.browser().post('/auth/google/login', body)).status).toBe(400);
  });

  it('returns 503 where the installation has no identity provider', async () => {
    const without = await createAccountsRig();
    try {
      const { status } = await without.browser().post('/auth/google/login', { code: 'x' });
      expect(status).toBe(503);
    } finally {
      await without.close();
    }
  });
});

describe('accounts of provider GOOGLE', () => {
  it('[AU-11] [AP-32] cannot set a password or sign in with one', async () => {
    const person = newPerson();
    const browser = rig.browser();
    await browser.post('/auth/google/signup', { code: await tokenOf(person) });
    const change = { firstName: 'Grace', lastName: 'Hopper', password: 'a fine long phrase' };
    expect((await browser.patch('/users/profile', change)).status).toBe(400);
    const login = { email: person.email, password: 'a fine long phrase' };
    expect((await rig.browser().post('/auth/login', login)).body.code).toBe('invalid_credentials');
    const { body } = await browser.patch('/users/profile', { firstName: 'Rear Admiral Grace' });
    expect(body.data.user).toMatchObject({ firstName: 'Rear Admiral Grace', provider: 'GOOGLE' });
  });
});
