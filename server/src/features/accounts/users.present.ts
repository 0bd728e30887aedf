import type { User } from '@shotwright/contract';
import type { UserRow } from './users.store.ts';

/** Converts a user to the wire format, without the password and the provider's subject. */
export function presentUser(row: UserRow): User {
  return {
    id: row.id,
    organizationId: row.organization_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    provider: row.provider,
    ...(row.role !== 'owner' && { role: row.role }),
    ...(row.is_staff && { isStaff: true as const }),
    ...(row.time_zone !== null && { timeZone: row.time_zone }),
    ...(row.muted_emails.length > 0 && { mutedEmails: row.muted_emails }),
    ...(row.deletion_due_at !== null && { deletionAt: row.deletion_due_at.toISOString() }),
  };
}
