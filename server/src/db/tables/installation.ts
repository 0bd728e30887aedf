import type { Instant } from './accounts.ts';
import type { Generated } from 'kysely';

/** One row: facts of the whole installation. */
export interface InstallationTable {
  id: Generated<boolean>;
  /** An HMAC that only the secret of this installation reproduces; tells nothing about the secret. */
  secret_fingerprint: string;
  created_at: Instant;
}
