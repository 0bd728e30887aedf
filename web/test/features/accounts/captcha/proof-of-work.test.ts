import { pbkdf2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { keyDerivation } from '../../../../src/features/accounts/captcha/pbkdf2.ts';
import {
  solveShare,
  tokenOf,
  type Challenge,
} from '../../../../src/features/accounts/captcha/proof-of-work.ts';

const bytes = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 37 + 11) % 256);

test.each([
  [8, 16, 1],
  [20, 16, 50],
  [64, 60, 3],
  [100, 64, 2],
])(
  'PBKDF2 with and without crypto.subtle derives the same key as Node: password of %i bytes, salt of %i, %i iterations',
  async (passwordBytes, saltBytes, iterations) => {
    const input = { password: bytes(passwordBytes), salt: bytes(saltBytes), iterations };
    const expected = pbkdf2Sync(input.password, input.salt, iterations, 32, 'sha256');
    for (const subtle of [undefined, crypto.subtle])
      expect(Buffer.from(await keyDerivation(subtle)(input))).toEqual(expected);
  },
);

test('two workers without crypto.subtle find the counter whose key starts with the prefix', async () => {
  const nonce = '00112233445566778899aabbccddeeff';
  const salt = 'ffeeddccbbaa99887766554433221100';
  const counter = 21;
  const password = Buffer.concat([Buffer.from(nonce, 'hex'), Buffer.from([0, 0, 0, counter])]);
  const key = pbkdf2Sync(password, Buffer.from(salt, 'hex'), 2, 32, 'sha256').toString('hex');
  const challenge: Challenge = {
    parameters: {
      algorithm: 'PBKDF2/SHA-256',
      nonce,
      salt,
      cost: 2,
      keyPrefix: key.slice(0, 15),
    },
    signature: 'signed',
  };
  const share = { challenge, start: 1, step: 2 };
  const solution = await solveShare(share, keyDerivation(undefined));
  expect(solution).toEqual({ counter, derivedKey: key });
  expect(JSON.parse(atob(tokenOf(challenge, solution)))).toEqual({ challenge, solution });
});
