import type { PathTable } from '../endpoint-path.ts';

/** Methods and paths of the endpoints for the preferences, the export and the deletion of an account. */
export const privacyPaths = {
  exportAccount: { method: 'GET', path: '/users/export/zip' },
  updatePreferences: { method: 'PATCH', path: '/users/preferences' },
  scheduleAccountDeletion: { method: 'POST', path: '/users/deletion' },
  cancelAccountDeletion: { method: 'DELETE', path: '/users/deletion' },
} as const satisfies PathTable;

/** Time between the request to delete an account and its deletion. Unit: days. Source: acceptance ST-13. */
export const deletionGraceDays = 7;

/** Exports of an account that a user may start within an hour. */
export const exportsPerHour = 3;

/** Kinds of emails that a user can turn off. Emails about sign-in, security, members and payments are always sent. */
export const optionalEmails = [
  'usage_warnings',
  'batch_finished',
  'ticket_replies',
  'webhook_disabled',
] as const;
/** One of the {@link optionalEmails}. */
export type OptionalEmail = (typeof optionalEmails)[number];
