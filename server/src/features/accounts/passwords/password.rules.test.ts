import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './password.rules.ts';

describe('common passwords are rejected', () => {
  it.each([
    'password',
    'Password1',
    'P@ssw0rd',
    'p4ssw0rd!',
    'password2024!',
    '12345678',
    '123456789',
    '87654321',
    '11111111',
    '12121212',
    'abcabcab',
    'qwertyui',
    'qwerty123',
    'Qwerty12345',
    '1q2w3e4r',
    '1qaz2wsx',
    'zaq12wsx',
    'iloveyou',
    'iloveyou2',
    'sunshine1',
    'football!',
    'trustno1',
    'letmein123',
    'welcome1',
    'Admin123!',
    'superman',
    'michael1',
    'asdfghjkl',
    'passwordpassword',
    'princess12',
    '123password',
    'ｐａｓｓｗｏｒｄ',
    ' password ',
  ])('%s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });
});

describe('uncommon passwords are accepted', () => {
  it.each([
    'correct horse battery staple',
    'Tr0ub4dor&3',
    'mein Hund heißt Özil',
    'пароль для скриншотов',
    '安全なパスワードです',
    'x7!Kq9#pL2',
    'dragonfly-over-lake',
    'a-3-b-7-c-9',
  ])('%s', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  it('of 128 characters', () => {
    expect(isCommonPassword(`${'ab1!'.repeat(31)}wxyz`)).toBe(false);
    expect(isCommonPassword(`${'1'.repeat(127)}x`)).toBe(true);
  });
});
