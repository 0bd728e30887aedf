import type { OperationRequest, User } from '@shotwright/contract';
import { textLimits } from '@shotwright/contract/paths';
import { accountMessages } from '../../lib/messages/accounts.ts';
import { settingsMessages as messages } from '../../lib/messages/settings.ts';
import { onlyErrors, type FieldErrors } from './account.rules.ts';

/** Form values of the Profile tab. */
export interface ProfileDraft {
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
  readonly confirmPassword: string;
  readonly currentPassword: string;
}

/** Returns the error messages of the profile form, by field. Source: specification §5. */
export function profileErrors(draft: ProfileDraft): FieldErrors<keyof ProfileDraft> {
  const { password } = draft;
  const isShort = password !== '' && password.length < textLimits.password.min;
  return onlyErrors({
    firstName: draft.firstName.trim() === '' ? accountMessages.firstNameRequired : undefined,
    lastName: undefined,
    currentPassword:
      password !== '' && draft.currentPassword === ''
        ? messages.currentPasswordRequired
        : undefined,
    password: isShort
      ? messages.passwordShort
      : password.length > textLimits.password.max
        ? accountMessages.passwordLong
        : undefined,
    confirmPassword:
      password === draft.confirmPassword ? undefined : accountMessages.passwordsDiffer,
  });
}

/**
 * Returns the request body: trimmed names, no blank last name and no empty password; the current
 * password is included only with a new one.
 */
export function profilePatch(draft: ProfileDraft): OperationRequest<'updateProfile'>['body'] {
  const lastName = draft.lastName.trim();
  return {
    firstName: draft.firstName.trim(),
    ...(lastName === '' ? {} : { lastName }),
    ...(draft.password === ''
      ? {}
      : { password: draft.password, currentPassword: draft.currentPassword }),
  };
}

/** True if the form differs from the stored profile. */
export function isChanged(draft: ProfileDraft, user: User): boolean {
  return (
    draft.firstName.trim() !== user.firstName ||
    draft.lastName.trim() !== user.lastName ||
    draft.password !== '' ||
    draft.confirmPassword !== ''
  );
}
