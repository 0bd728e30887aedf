import { randomInt } from 'node:crypto';

// Excludes letters and digits that are easily confused.
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const groups = 3;
const groupLength = 4;

/**
 * Creates a code that cannot be guessed at ten tries an hour: three groups of four out of 31
 * letters and digits (59 bits), after the prefix if there is one.
 */
export function newCouponCode(prefix?: string): string {
  const random = Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
  );
  return [...(prefix === undefined ? [] : [prefix]), ...random].join('-');
}
