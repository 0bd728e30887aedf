import { expect, it } from 'vitest';
import type { CaptchaVerifier } from './captcha-verifier.ts';

/** A captcha implementation with the functions that the suite needs. */
export interface CaptchaUnderTest {
  readonly captcha: CaptchaVerifier;
  /** Solves a new challenge as a user's browser does. */
  solve(): Promise<string>;
  /** Returns other encodings of a valid solution, if there are any. */
  respell(token: string): readonly string[];
}

const ip = '203.0.113.7';
const nonsense = ['', 'x', '{}', 'bnVsbA==', '[]', 'e30=', '\u0000', 'A'.repeat(8_192), '💥'];

/** Tests that every captcha must pass. */
export function captchaSuite(open: () => CaptchaUnderTest): void {
  it('accepts a right answer and says until when to remember it', async () => {
    const { captcha, solve } = open();
    const result = await captcha.verify({ token: await solve(), ip });
    expect(result).toMatchObject({ outcome: 'accepted' });
    expect('expiresAt' in result && result.expiresAt.getTime()).toBeGreaterThan(Date.now());
  });

  it('gives every spelling of one answer the same key, and two answers two', async () => {
    const { captcha, solve, respell } = open();
    const keyOf = async (token: string) => {
      const result = await captcha.verify({ token, ip });
      return 'replayKey' in result ? result.replayKey : undefined;
    };
    const token = await solve();
    const key = await keyOf(token);
    expect(key).toBeDefined();
    // Rejection is as safe as the same key.
    for (const spelling of respell(token))
      expect([key, undefined]).toContain(await keyOf(spelling));
    expect(await keyOf(await solve())).not.toBe(key);
  });

  it.each(nonsense)('refuses nonsense without an error: %j', async (token) => {
    const { captcha } = open();
    expect(await captcha.verify({ token, ip })).toEqual({ outcome: 'refused' });
  });
}
