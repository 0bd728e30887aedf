import type { FileDeliveryState } from '@shotwright/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Timestamp } from './accounts.ts';

type MaybeInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

/** Buckets of customers. The secret access key is encrypted under `secret_id`. */
export interface DestinationsTable {
  id: Generated<number>;
  organization_id: string;
  name: string;
  endpoint: string | null;
  region: string;
  bucket: string;
  access_key_id: string;
  secret_id: string;
  secret_sealed: Buffer;
  prefix: string;
  path_template: string;
  storage_class: string | null;
  acl: string | null;
  public_base_url: string | null;
  keep_local: boolean;
  created_at: Timestamp;
}

/**
 * Delivery of the file of a capture, from its acceptance on; without a job until the capture is
 * complete. The key is fixed before the first upload, so that a repeated one replaces it.
 */
export interface FileDeliveriesTable {
  id: string;
  organization_id: string;
  screenshot_id: string;
  destination_id: number | null;
  upload_url_sealed: Buffer | null;
  storage_path: string | null;
  object_key: string | null;
  state: Generated<FileDeliveryState>;
  attempts: Generated<number>;
  job_id: string | null;
  next_attempt_at: MaybeInstant;
  error_code: string | null;
  error_message: string | null;
  delivered_at: MaybeInstant;
  created_at: Timestamp;
}
