import type { Timestamp } from './accounts.ts';
import type { Generated } from 'kysely';

/** Facts of the whole installation, in one row. */
export interface InstallationTable {
  id: Generated<boolean>;
  /** HMAC that only this installation's secret reproduces; reveals nothing about the secret. */
  secret_fingerprint: string;
  created_at: Timestamp;
}
