import { invalidField } from '../../../shared/app-error.ts';
import { keyboardSequences, commonWords } from './common-passwords.ts';

const substitutions: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};
const unmask = (text: string): string =>
  text.replaceAll(/[@431!0$57]/g, (character) => substitutions[character] ?? character);

/** Usual additions before or after a word: a year, a few digits, one or two symbols. */
const decoration = /^[\d!@#$%&*?._-]+$/;
const maxBefore = 4;
const maxAfter = 5;

/** True if guessing programs try this password among their first thousands. */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase().trim();
  if (/^(.{1,3})\1+.?$/u.test(plain)) return true;
  if (keyboardSequences.some((sequence) => sequence.includes(plain))) return true;
  return cores(plain).some((core) => isCommonWord(unmask(core)) || isKeyboardSequence(core));
}

/** Returns the password with every possible decoration removed. */
function cores(plain: string): string[] {
  const found: string[] = [];
  for (let before = 0; before <= maxBefore; before++) {
    if (before > 0 && !decoration.test(plain.slice(0, before))) break;
    for (let after = 0; after <= maxAfter; after++) {
      if (after > 0 && !decoration.test(plain.slice(-after))) break;
      found.push(plain.slice(before, plain.length - after));
    }
  }
  return found;
}

const isKeyboardSequence = (core: string): boolean =>
  core.length >= 6 && keyboardSequences.some((sequence) => sequence.includes(core));

function isCommonWord(text: string): boolean {
  if (commonWords.has(text)) return true;
  const half = text.slice(0, text.length / 2);
  return half + half === text && commonWords.has(half);
}

/**
 * Throws `validation_failed` for a common password. The contract checks the length. Source:
 * acceptance SU-16.
 */
export function requireUncommonPassword(password: string): void {
  if (isCommonPassword(password))
    throw invalidField('password', 'This password is too common. Choose another one.');
}
