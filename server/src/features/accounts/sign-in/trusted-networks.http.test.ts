import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createAccountsRig, type AccountsRig } from '../../../../test/accounts-rig.ts';
import type { TestBrowser } from '../../../../test/browser.ts';

/** Each password is hashed, which takes long on a busy machine. */
vi.setConfig({ testTimeout: 90_000 });

let rig: AccountsRig;
beforeAll(async () => {
  rig = await createAccountsRig();
});
afterAll(() => rig.close());

let networks = 0;
/** Returns an IP address of a network that has made no request yet. */
const newIp = (): string => `10.${Math.floor(++networks / 256)}.${networks % 256}.7`;
const login = (
  input: { readonly email: string; readonly password: string },
  { ip = newIp(), browser = rig.browser() }: { ip?: string; browser?: TestBrowser } = {},
) => browser.post('/auth/login', input, { 'x-forwarded-for': ip });
const cookieName = 'shotwright_device';
const guess = 'a guess';

/**
 * Submits wrong passwords from many networks until the account accepts no attempt from a new
 * network.
 */
async function spray(email: string): Promise<void> {
  const statuses: number[] = [];
  while (statuses.at(-1) !== 429 && statuses.length < 60)
    statuses.push((await login({ email, password: guess })).status);
  expect(statuses.at(-1)).toBe(429);
}

it('[SI-11] wrong passwords from other networks do not lock the owner out of a known network', async () => {
  const { email, password } = await rig.signUp();
  const home = '192.0.2.10';
  expect((await login({ email, password }, { ip: home })).status).toBe(200);
  await spray(email);
  // No cookie, another IP address of the same network.
  expect((await login({ email, password }, { ip: '192.0.2.99' })).status).toBe(200);
  expect((await login({ email, password: guess }, { ip: home })).status).toBe(400);
  await spray(email);
  expect((await login({ email, password })).status).toBe(429);
});

it('[SI-11] wrong passwords do not lock the owner out of a known browser on any network', async () => {
  const { email, password } = await rig.signUp();
  const browser = rig.browser();
  await login({ email, password }, { browser });
  const device = browser.cookies.get(cookieName) ?? '';
  expect(device).toMatch(/^[\w-]{20,64}\.[\w-]{20,64}$/);
  await spray(email);
  expect((await login({ email, password }, { browser })).status).toBe(200);
  expect(browser.cookies.get(cookieName)).toBe(device);
});

it('[SI-11] wrong passwords from the same network do not lock out the owner’s known browser', async () => {
  const { email, password } = await rig.signUp();
  const browser = rig.browser();
  const ip = newIp();
  await login({ email, password }, { browser, ip });
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1)
    statuses.push((await login({ email, password: guess }, { ip })).status);
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  expect((await login({ email, password }, { ip })).status).toBe(429);
  expect((await login({ email, password }, { browser, ip })).status).toBe(200);
});

it('known browsers and known networks are rate-limited too', async () => {
  const { email, password } = await rig.signUp();
  const browser = rig.browser();
  const ip = newIp();
  await login({ email, password }, { browser, ip });
  const tries = async (client: { ip: string; browser?: TestBrowser }) => {
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1)
      statuses.push((await login({ email, password: guess }, client)).status);
    return statuses;
  };
  const limited = [400, 400, 400, 400, 400, 429];
  expect(await tries({ ip: newIp(), browser })).toEqual(limited);
  expect(await tries({ ip })).toEqual(limited);
});

it('a device cookie that is forged or belongs to another account is ignored', async () => {
  const { email, password } = await rig.signUp();
  const other = await rig.signUp();
  const foreign = rig.browser();
  await login(other, { browser: foreign });
  await spray(email);
  const device = foreign.cookies.get(cookieName) ?? '';
  for (const cookie of [device, `${device.slice(0, -4)}AAAA`, 'x', '', `${'a'.repeat(43)}.x`]) {
    const browser = rig.browser();
    browser.cookies.set(cookieName, cookie);
    expect((await login({ email, password }, { browser })).status).toBe(429);
  }
});

it('a network is no longer trusted ninety days after its last sign-in', async () => {
  const { email, password } = await rig.signUp();
  const ip = newIp();
  await login({ email, password }, { ip });
  await sql`update sign_in_places set last_used_at = last_used_at - interval '91 days'`.execute(
    rig.db,
  );
  await spray(email);
  expect((await login({ email, password }, { ip })).status).toBe(429);
});
