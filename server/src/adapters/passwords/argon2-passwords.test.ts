import { expect, test } from 'vitest';
import { createPasswordHasher, nobodysHash } from './argon2-passwords.ts';

const costOf = (hash: string): string => hash.split('$').slice(0, 4).join('$');

test('a password is hashed at the cost of OWASP, and so is the one of an unknown account', async () => {
  const passwords = createPasswordHasher();
  const hash = await passwords.hash('an unusual pass phrase');
  expect(costOf(hash)).toBe('$argon2id$v=19$m=19456,t=2,p=1');
  expect(costOf(nobodysHash)).toBe(costOf(hash));
  expect(await passwords.verify(hash, 'an unusual pass phrase')).toBe(true);
  expect(await passwords.verify(hash, 'another pass phrase')).toBe(false);
  expect(await passwords.verify(null, 'the password of nobody')).toBe(false);
});
