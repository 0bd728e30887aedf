import { z } from 'zod';
import { emailField, userSchema } from '../accounts.ts';
import { defineEndpoint } from '../endpoint.ts';
import { deletionGraceDays, optionalEmails, privacyPaths } from '../paths/privacy/privacy.ts';
import { wireInstant } from '../wire.ts';

const tag = 'Accounts';

function isTimeZone(name: string): boolean {
  try {
    return (
      /^[A-Za-z]/.test(name) &&
      new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
    );
  } catch {
    return false;
  }
}

/** Endpoints for the preferences, the export and the deletion of an account. */
export const privacyEndpoints = {
  exportAccount: defineEndpoint({
    ...privacyPaths.exportAccount,
    operationId: 'exportAccount',
    summary: 'Download the data of the account as a zip',
    tag,
    auth: 'session',
    right: 'self',
    response: { kind: 'binary', contentTypes: ['application/zip'] },
    errorStatuses: [429],
  }),
  updatePreferences: defineEndpoint({
    ...privacyPaths.updatePreferences,
    operationId: 'updatePreferences',
    summary: 'Change the time zone or the emails of the user',
    tag,
    auth: 'session',
    right: 'self',
    body: z.strictObject({
      timeZone: z
        .string()
        .max(64)
        .refine(isTimeZone, { error: 'must be the name of a time zone, such as Europe/Berlin' })
        .nullable()
        .optional()
        .describe('Time zone in which the dashboard shows times; null for the one of the browser.'),
      mutedEmails: z
        .array(z.enum(optionalEmails))
        .max(optionalEmails.length)
        .optional()
        .describe('Emails that are not sent to the user.'),
    }),
    response: { kind: 'envelope', schema: z.object({ user: userSchema }) },
  }),
  scheduleAccountDeletion: defineEndpoint({
    ...privacyPaths.scheduleAccountDeletion,
    operationId: 'scheduleAccountDeletion',
    summary: `Delete the account in ${deletionGraceDays} days`,
    tag,
    auth: 'session',
    right: 'self',
    body: z.strictObject({
      email: emailField.describe('Email of the account, as a confirmation.'),
      currentPassword: z
        .string()
        .min(1)
        .max(1_024)
        .optional()
        .describe('Required for an account with a password.'),
    }),
    response: {
      kind: 'envelope',
      schema: z.object({
        /** Time of the deletion. A second request does not change it. */
        deletionAt: wireInstant,
      }),
    },
    errorStatuses: [409],
  }),
  cancelAccountDeletion: defineEndpoint({
    ...privacyPaths.cancelAccountDeletion,
    operationId: 'cancelAccountDeletion',
    summary: 'Keep an account that is scheduled for deletion',
    tag,
    auth: 'session',
    right: 'self',
    response: { kind: 'envelope', schema: z.object({}) },
  }),
} as const;
