import type { PathTable } from '../endpoint-path.ts';

/** Methods and paths of the endpoints for the passkeys of a user; sign-in is in `accountPaths`. */
export const passkeyPaths = {
  listPasskeys: { method: 'GET', path: '/users/passkeys' },
  startPasskey: { method: 'POST', path: '/users/passkeys/options' },
  addPasskey: { method: 'POST', path: '/users/passkeys' },
  renamePasskey: { method: 'PATCH', path: '/users/passkeys/{id}' },
  deletePasskey: { method: 'DELETE', path: '/users/passkeys/{id}' },
} as const satisfies PathTable;

/** Limits of passkeys. Source: acceptance SI-15. */
export const passkeyLimits = {
  perUser: 10,
  /** Time within which the browser must answer a challenge. Unit: minutes. */
  challengeMinutes: 5,
} as const;
