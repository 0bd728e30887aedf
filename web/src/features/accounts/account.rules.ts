import { textLimits } from '@shotwright/contract/paths';
import { accountMessages as messages } from '../../lib/messages/accounts.ts';
import { unsafeCast } from '../../lib/unsafe-cast.ts';

/** Fields of the first step of sign-up. */
export interface AccountDetails {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  readonly confirmPassword: string;
}

/** Error messages by field; empty if all fields are valid. */
export type FieldErrors<K extends string> = Partial<Record<K, string>>;

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Returns the error message for an email, or undefined if it is valid (ruling RL-13). */
export function emailError(email: string): string | undefined {
  if (email.trim() === '') return messages.emailRequired;
  return emailPattern.test(email.trim()) ? undefined : messages.emailInvalid;
}

/** Returns the error message for a new password, or undefined if it is valid. */
export function newPasswordError(password: string): string | undefined {
  if (password === '') return messages.passwordRequired;
  if (password.length < textLimits.password.min) return messages.passwordShort;
  return password.length > textLimits.password.max ? messages.passwordLong : undefined;
}

/**
 * Returns the error messages of the first step of sign-up, in field order. Source: specification
 * §5.
 */
export function detailErrors(
  details: AccountDetails,
  captchaToken: string | null,
): FieldErrors<keyof AccountDetails | 'captcha'> {
  return onlyErrors({
    firstName: details.firstName.trim() === '' ? messages.firstNameRequired : undefined,
    lastName: details.lastName.trim() === '' ? messages.lastNameRequired : undefined,
    email: emailError(details.email),
    password: newPasswordError(details.password),
    confirmPassword:
      details.password === details.confirmPassword ? undefined : messages.passwordsDiffer,
    captcha: captchaToken === null ? messages.captchaRequired : undefined,
  });
}

/** Removes the fields without an error. */
export function onlyErrors<K extends string>(
  errors: Record<K, string | undefined>,
): FieldErrors<K> {
  return unsafeCast<FieldErrors<K>>(
    Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined)),
  );
}

/** Returns the rules for a new password, each with whether it is met. */
export function passwordRules(
  password: string,
  confirmation: string,
): readonly { label: string; isMet: boolean }[] {
  return [
    { label: messages.ruleLength, isMet: password.length >= textLimits.password.min },
    { label: messages.ruleSame, isMet: password !== '' && password === confirmation },
  ];
}
