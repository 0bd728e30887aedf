import { emailPattern, textLimits } from '@shotwright/contract';
import { InvalidArgumentError } from 'commander';

/**
 * Parses an email and converts it to lower case. Throws a description of the valid values, like all
 * parsers in this file.
 */
export function email(value: string): string {
  const address = value.trim().toLowerCase();
  if (emailPattern.test(address) && address.length <= textLimits.email) return address;
  throw new InvalidArgumentError('Enter an email address such as ada@example.com.');
}

/** Parses a first or last name. */
export function personName(value: string): string {
  return named(value, textLimits.personName);
}

/** Parses the name of an API key. */
export function keyName(value: string): string {
  return named(value, textLimits.name);
}

function named(value: string, max: number): string {
  const name = value.trim();
  if (name.length >= 1 && name.length <= max) return name;
  throw new InvalidArgumentError(`Enter 1 to ${max} characters.`);
}

/** Parses a whole number from 0 to 999999999. */
export function wholeNumber(value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('Enter a whole number from 0 to 999999999.');
}

/** Parses a whole number from 1 to 999999999. */
export function positiveNumber(value: string): number {
  const number = wholeNumber(value);
  if (number > 0) return number;
  throw new InvalidArgumentError('Enter a whole number from 1 to 999999999.');
}
