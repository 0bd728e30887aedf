import { z } from 'zod';
import { emailField } from '../accounts.ts';
import { defineEndpoint } from '../endpoint.ts';
import { deletionGraceDays, privacyPaths } from '../paths/privacy/privacy.ts';
import { wireInstant } from '../wire.ts';

const tag = 'Accounts';

/** Endpoints for the export and the deletion of an account. */
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
