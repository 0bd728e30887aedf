import { expect, it } from 'vitest';
import type { CaptchaVerifier } from './captcha-verifier.ts';

/** One implementation with the means to try it. */
export interface CaptchaUnderTest {
  readonly captcha: CaptchaVerifier;
  /** Does what a person's browser does; another one each time. */
  solve(): Promise<string>;
  /** Other spellings of a right answer, if there are any. */
  respell(token: string): readonly string[];
}

const ip = '203.0.113.7';
const nonsense = ['', 'x', '{}', 'bnVsbA==', '[]', 'e30=', '\u0000', 'A'.repeat(8_192), '💥'];

/** Guarantees of every captcha. */
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
    // Refused is as good as the same key.
    for (const spelling of respell(token))
      expect([key, undefined]).toContain(await keyOf(spelling));
    expect(await keyOf(await solve())).not.toBe(key);
  });

  it.each(nonsense)('refuses nonsense without an error: %j', async (token) => {
    const { captcha } = open();
    expect(await captcha.verify({ token, ip })).toEqual({ outcome: 'refused' });
  });
}
