import type { GivenRole, MemberRole, OptionalEmail, PlanTier } from '@shotwright/contract';
import type { ColumnType, Generated } from 'kysely';

/** Points in time are `timestamptz`, written by the database's clock unless a test sets them. */
export type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
/** As {@link Timestamp}, or null. */
export type NullableTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>;

/** Tenants, which own all other data. */
export interface OrganizationsTable {
  id: string;
  name: string;
  plan_tier: Generated<PlanTier>;
  /** Credits granted with each cycle of the current plan. */
  credits_per_cycle: Generated<number>;
  /** Null: no limit. */
  storage_limit_bytes: Generated<number | null>;
  /**
   * Cycles are whole months from this date, so that one that starts on the 31st stays on the 31st.
   */
  cycle_anchor: Timestamp;
  /** Maximum that plans have granted in the current cycle; a higher plan adds the difference. */
  cycle_grant: Generated<number>;
  /** Number of lifetime deal codes redeemed. */
  lifetime_codes: Generated<number>;
  /** Start of the current credit cycle; API key usage is counted from here. */
  cycle_started_at: Timestamp;
  cycle_ends_at: Timestamp;
  onboarding_dismissed_at: NullableTimestamp;
  /** Time at which its last member was deleted; its data is deleted from then on. */
  deleted_at: NullableTimestamp;
  /** Time at which all of its data was deleted except the money records. */
  purged_at: NullableTimestamp;
  created_at: Timestamp;
}

/** Plan changes, each recorded once by its `unique_key`. */
export interface PlanChangesTable {
  organization_id: string;
  unique_key: string;
  tier: string;
  credits_per_cycle: number;
  created_at: Timestamp;
}

/** Sent warnings about used credits or storage; each threshold once per cycle. */
export interface UsageWarningsTable {
  organization_id: string;
  cycle_started_at: Timestamp;
  kind: 'credits' | 'storage';
  percent: number;
  created_at: Timestamp;
}

/** Users. `password_hash` is null if the user signs in with the identity provider. */
export interface UsersTable {
  id: string;
  organization_id: string;
  email: string;
  first_name: string;
  last_name: string;
  provider: Generated<'EMAIL' | 'GOOGLE'>;
  /** User ID at the identity provider. Accounts are linked by this ID, never by email. */
  provider_subject: string | null;
  password_hash: string | null;
  is_staff: Generated<boolean>;
  role: Generated<MemberRole>;
  /** Time zone in which the dashboard shows times; null: the one of the browser. */
  time_zone: ColumnType<string | null, string | null | undefined, string | null>;
  muted_emails: Generated<OptionalEmail[]>;
  /** Time from which the account may be deleted; null unless its deletion is scheduled. */
  deletion_due_at: NullableTimestamp;
  created_at: Timestamp;
}

/** Open invitations to an organisation. Tokens are stored as hashes. */
export interface InvitesTable {
  id: string;
  organization_id: string;
  email: string;
  role: GivenRole;
  invited_by: string | null;
  token_hash: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

/** Sessions of signed-in browsers. Tokens are stored as hashes. */
export interface SessionsTable {
  id: string;
  user_id: string;
  organization_id: string;
  token_hash: string;
  /** Hash of the companion cookie; a request must send both (ruling RL-6). */
  companion_hash: string;
  user_agent: string;
  created_at: Timestamp;
  last_seen_at: Timestamp;
  expires_at: Timestamp;
  ended_at: NullableTimestamp;
}

/** Passkeys of users: public keys of WebAuthn credentials. */
export interface PasskeysTable {
  id: string;
  user_id: string;
  /** ID that the authenticator chose, as base64url. */
  credential_id: string;
  /** COSE key. */
  public_key: Buffer;
  /** Signatures that the authenticator has counted; 0 if it does not count. */
  counter: number;
  /** Ways in which browsers reach the authenticator, such as `internal` or `usb`. */
  transports: Generated<string[]>;
  /** `multiDevice`: the passkey can be stored on several devices. */
  device_type: 'singleDevice' | 'multiDevice';
  is_backed_up: boolean;
  name: string;
  created_at: Timestamp;
  last_used_at: NullableTimestamp;
}

/** Open challenges of WebAuthn; each is deleted with its first answer. */
export interface PasskeyChallengesTable {
  /** Hash of the session or of the cookie of the browser that must answer. */
  owner_hash: string;
  challenge: string;
  expires_at: Timestamp;
}

/** Codes and links sent by mail; hashed, bound to an email and a purpose, used once. */
export interface VerificationsTable {
  id: string;
  purpose: 'signup' | 'password_reset';
  email: string;
  secret_hash: string;
  tries: Generated<number>;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: NullableTimestamp;
}

/** Captcha solutions already used; retained until they would have expired. */
export interface UsedCaptchasTable {
  token_hash: string;
  expires_at: Timestamp;
}

/** Counted attempts, against guessing; `key` identifies the actor and the target. */
export interface ThrottlesTable {
  key: string;
  attempts: number;
  blocked_until: Date | null;
  /** Time at which the count restarts from zero. */
  forget_at: Date;
}
