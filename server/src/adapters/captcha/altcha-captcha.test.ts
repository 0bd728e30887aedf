import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { describe, expect, it } from 'vitest';
import { createAltchaCaptcha } from './altcha-captcha.ts';
import { captchaSuite } from './captcha.suite.ts';

const ip = '203.0.113.7';
const clock = { offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) };
const counter = { min: 2, max: 6 };
const captcha = createAltchaCaptcha({ secret: 'one secret', clock, counter });

interface Solution {
  challenge: Challenge;
  solution: { counter: number; derivedKey: string; time?: number };
}
const encode = (solution: unknown): string =>
  Buffer.from(JSON.stringify(solution)).toString('base64');
const decode = (token: string): Solution => JSON.parse(Buffer.from(token, 'base64').toString());
const challengeOf = async (from = captcha) =>
  (await from.createChallenge?.()) as unknown as Challenge;
const solve = async (from = captcha): Promise<string> => {
  const challenge = await challengeOf(from);
  return encode({ challenge, solution: await solveChallenge({ challenge, deriveKey }) });
};

describe('the proof-of-work captcha', () => {
  captchaSuite(() => ({
    captcha,
    solve,
    respell: (token) => {
      const solution = decode(token);
      const { counter: count, derivedKey } = solution.solution;
      return [
        encode({ ...solution, extra: 1 }),
        encode({ ...solution, solution: { ...solution.solution, time: 12 } }),
        encode({ challenge: solution.challenge, solution: { counter: count + 1, derivedKey } }),
        Buffer.from(JSON.stringify(solution, null, 2)).toString('base64url'),
      ];
    },
  }));

  it.each<[string, (solution: Solution) => void]>([
    ['another key', ({ solution }) => void (solution.derivedKey = 'ab'.repeat(32))],
    ['an easier task', ({ challenge }) => void (challenge.parameters.keyPrefix = '00')],
    ['no cost', ({ challenge }) => void (challenge.parameters.cost = 1)],
    ['another nonce', ({ challenge }) => void (challenge.parameters.nonce = 'ab'.repeat(16))],
    ['a later end', ({ challenge }) => void (challenge.parameters.expiresAt! += 60)],
    ['no end', ({ challenge }) => void delete challenge.parameters.expiresAt],
    ['no signature', ({ challenge }) => void delete challenge.signature],
    ['another algorithm', ({ challenge }) => void (challenge.parameters.algorithm = 'SHA-256')],
  ])('rejects %s', async (_name, change) => {
    const solution = decode(await solve());
    change(solution);
    expect(await captcha.verify({ token: encode(solution), ip })).toEqual({ outcome: 'refused' });
  });

  it('rejects a challenge issued by another installation', async () => {
    const other = createAltchaCaptcha({ secret: 'another secret', clock, counter });
    expect(await captcha.verify({ token: await solve(other), ip })).toEqual({ outcome: 'refused' });
  });

  it('expires after twenty minutes', async () => {
    const token = await solve();
    clock.offsetMs = 19 * 60_000;
    expect((await captcha.verify({ token, ip })).outcome).toBe('accepted');
    clock.offsetMs = 20 * 60_000 + 1_000;
    expect(await captcha.verify({ token, ip })).toEqual({ outcome: 'expired' });
    clock.offsetMs = 0;
  });

  it('needs no third party', async () => {
    const usual = createAltchaCaptcha({ secret: 'one secret', clock });
    const challenge = await challengeOf(usual);
    expect(JSON.stringify(challenge)).not.toMatch(/https?:/);
    const token = await solve(usual);
    expect((await usual.verify({ token, ip })).outcome).toBe('accepted');
  });
});
