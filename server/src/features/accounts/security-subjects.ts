import type { SessionCaller } from '../../http/route.ts';
import { AppError } from '../../lib/app-error.ts';
import type { KeyRing } from '../../lib/crypto.ts';
import type { SecuritySubject } from '../../lib/security-log.ts';
import type { UserRow } from './users.store.ts';

/** The person of a security event. */
export function subjectOf(user: Pick<UserRow, 'id' | 'organization_id'>): SecuritySubject {
  return { userId: user.id, organizationId: user.organization_id };
}

/** The person of a session. */
export function personOf({ userId, organizationId }: SessionCaller): SecuritySubject {
  return { userId, organizationId };
}

/** A name for an email address in the log, from which the address cannot be guessed without the installation's secret. */
export function accountHash(keys: Pick<KeyRing, 'sign'>, email: string): string {
  return keys.sign('security-log', email).slice(0, 22);
}

/** The error code of a refusal. */
export function codeOf(error: unknown): SecuritySubject {
  return { code: error instanceof AppError ? error.code : 'internal_error' };
}
