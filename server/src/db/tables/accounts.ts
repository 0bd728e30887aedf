import type { ColumnType, Generated } from 'kysely';

/** Instants are `timestamptz`; written by the database's clock unless a test sets them. */
export type Instant = ColumnType<Date, Date | string | undefined, Date | string>;

/** What owns everything. */
export interface OrganizationsTable {
  id: string;
  name: string;
  plan_tier: Generated<'free' | 'basic' | 'advanced' | 'lifetime' | 'enterprise'>;
  /** Granted with each cycle of the present plan. */
  credits_per_cycle: Generated<number>;
  /** Null: no limit. */
  storage_limit_bytes: Generated<number | null>;
  /** Cycles are whole months from here, so that one of the 31st stays one of the 31st. */
  cycle_anchor: Instant;
  /** The most that plans have granted in the running cycle; a higher plan adds the difference. */
  cycle_grant: Generated<number>;
  /** Codes of the lifetime deal redeemed so far. */
  lifetime_codes: Generated<number>;
  /** Start of the running credit cycle; usage of keys is counted from here. */
  cycle_started_at: Instant;
  cycle_ends_at: Instant;
  onboarding_dismissed_at: ColumnType<
    Date | null,
    Date | string | null | undefined,
    Date | string | null
  >;
  created_at: Instant;
}

/** Each change of plan, once by its `unique_key`. */
export interface PlanChangesTable {
  organization_id: string;
  unique_key: string;
  tier: string;
  credits_per_cycle: number;
  created_at: Instant;
}

/** Warnings of used up credits or storage that were sent; each threshold once per cycle. */
export interface UsageWarningsTable {
  organization_id: string;
  cycle_started_at: Instant;
  kind: 'credits' | 'storage';
  percent: number;
  created_at: Instant;
}

/** People. `password_hash` null: signs in with the identity provider. */
export interface UsersTable {
  id: string;
  organization_id: string;
  email: string;
  first_name: string;
  last_name: string;
  provider: Generated<'EMAIL' | 'GOOGLE'>;
  /** The identity provider's own id of the person; linked on this, never on the email. */
  provider_subject: string | null;
  password_hash: string | null;
  is_staff: Generated<boolean>;
  created_at: Instant;
}

/** Signed-in browsers. Tokens are stored hashed. */
export interface SessionsTable {
  id: string;
  user_id: string;
  organization_id: string;
  token_hash: string;
  /** Of the companion cookie; a request must bring both (ruling RL-6). */
  companion_hash: string;
  user_agent: string;
  created_at: Instant;
  last_seen_at: Instant;
  expires_at: Instant;
  ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

/** Codes and links sent by mail; hashed, bound to address and purpose, used once. */
export interface VerificationsTable {
  id: string;
  purpose: 'signup' | 'password_reset';
  email: string;
  secret_hash: string;
  tries: Generated<number>;
  created_at: Instant;
  expires_at: Instant;
  used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

/** Captcha answers that were accepted once; kept until they would have expired. */
export interface UsedCaptchasTable {
  token_hash: string;
  expires_at: Instant;
}

/** Attempts counted against guessing; `key` says whose and at what. */
export interface ThrottlesTable {
  key: string;
  attempts: number;
  blocked_until: Date | null;
  /** When the count starts again from nothing. */
  forget_at: Date;
}
