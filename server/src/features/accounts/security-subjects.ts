import type { SessionCaller } from '../../http/route.ts';
import { AppError } from '../../shared/app-error.ts';
import type { KeyRing } from '../../lib/crypto.ts';
import type { SecuritySubject } from '../../lib/security-log.ts';
import type { UserRow } from './users.store.ts';

/** Subject of a security event and actor of an audited action, from a user row. */
export function subjectOf(
  user: Pick<UserRow, 'id' | 'organization_id'>,
): Pick<SessionCaller, 'userId' | 'organizationId'> {
  return { userId: user.id, organizationId: user.organization_id };
}

/** Subject of a security event, from a session. */
export function personOf({ userId, organizationId }: SessionCaller): SecuritySubject {
  return { userId, organizationId };
}

/**
 * Keyed hash of an email for the log. The email cannot be guessed from it without the
 * installation's secret.
 */
export function accountHash(keyRing: Pick<KeyRing, 'sign'>, email: string): string {
  return keyRing.sign('security-log', email).slice(0, 22);
}

/** Error code for a security event. */
export function codeOf(error: unknown): SecuritySubject {
  return { code: error instanceof AppError ? error.code : 'internal_error' };
}
