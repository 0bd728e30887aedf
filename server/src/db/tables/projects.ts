import type { ColumnType, Generated } from 'kysely';
import type { ApiKeyAccess, MemberRole } from '@shotwright/contract';
import type { Timestamp } from './accounts.ts';

/** Projects, which contain screenshots. */
export interface ProjectsTable {
  id: Generated<number>;
  organization_id: string;
  name: string;
  monthly_limit: Generated<number | null>;
  alert_percents: Generated<number[]>;
  alert_roles: Generated<MemberRole[]>;
  alert_user_ids: Generated<string[]>;
  created_at: Timestamp;
}

/** Keys of the HTTP API: looked up by hash, shown again from the encrypted value. */
export interface ApiKeysTable {
  id: Generated<number>;
  /** Binds the encrypted value to its row. */
  seal_id: string;
  organization_id: string;
  name: string;
  key_hash: string;
  key_sealed: Buffer;
  /** Hash of the rotated key, which works until `previous_key_valid_until`. */
  previous_key_hash: ColumnType<string | null, string | null | undefined, string | null>;
  previous_key_valid_until: ColumnType<
    Date | null,
    Date | string | null | undefined,
    Date | string | null
  >;
  project_id: number | null;
  monthly_limit: number | null;
  alert_percents: Generated<number[]>;
  alert_roles: Generated<MemberRole[]>;
  alert_user_ids: Generated<string[]>;
  is_active: Generated<boolean>;
  /** True for a key of test mode. */
  is_test: Generated<boolean>;
  /** IP addresses and CIDR ranges that may use it; empty: any. */
  allowed_ips: Generated<string[]>;
  access: Generated<ApiKeyAccess>;
  expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Time of the email about the expiry; null if it was sent, or is not to be. */
  expiry_notice_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  last_used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  last_used_network: ColumnType<string | null, string | null | undefined, string | null>;
  last_used_agent: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Timestamp;
}

/** Secrets that sign the links of API keys, encrypted; the one before is valid for a while. */
export interface LinkSecretsTable {
  key_id: string;
  api_key_id: number;
  organization_id: string;
  secret_sealed: Buffer;
  previous_sealed: Buffer | null;
  previous_valid_until: Date | null;
}

/**
 * Credits that a key has used or reserved in one cycle; the statement that increases them checks
 * the monthly limit.
 */
export interface ApiKeyUsageTable {
  api_key_id: number;
  organization_id: string;
  cycle_started_at: Timestamp;
  used: number;
}

/**
 * Credits that captures of a project with a monthly limit have used or reserved in one cycle; the
 * statement that increases them checks the limit.
 */
export interface ProjectUsageTable {
  project_id: number;
  organization_id: string;
  cycle_started_at: Timestamp;
  used: number;
}

/** Alerts of budgets that were sent, each once in a cycle. */
export interface BudgetAlertsTable {
  organization_id: string;
  kind: 'project' | 'api_key';
  /** ID of the project or of the API key. */
  budget_id: number;
  cycle_started_at: Timestamp;
  percent: number;
  created_at: Timestamp;
}

/** Calls with API keys, without secrets; the ids are version 7 UUIDs of the start. */
export interface RequestLogTable {
  id: string;
  organization_id: string;
  request_id: string;
  created_at: Timestamp;
  method: string;
  route: string;
  path: string;
  target: string | null;
  status: number;
  duration_ms: number;
  credits: number;
  error_code: string | null;
  api_key_id: number;
  project_id: number | null;
  screenshot_id: string | null;
  request_headers: ColumnType<Record<string, string>, string, string>;
  request_body: string | null;
  is_request_complete: boolean;
  response_headers: ColumnType<Record<string, string>, string, string>;
  response_body: string | null;
  is_response_complete: boolean;
}
