import type { GivenRole } from '@shotwright/contract';

/** Emails of the product, with their parameters. Timestamps are ISO 8601. */
export type Mail =
  | {
      readonly template: 'verification_code';
      readonly to: string;
      readonly code: string;
      /** The email is not sent after this time. */
      readonly expiresAt: string;
    }
  | { readonly template: 'welcome'; readonly to: string; readonly firstName: string }
  | {
      readonly template: 'password_reset';
      readonly to: string;
      readonly firstName: string;
      readonly token: string;
      /** The email is not sent after this time. */
      readonly expiresAt: string;
    }
  | { readonly template: 'password_changed'; readonly to: string; readonly firstName: string }
  | ({ readonly template: 'passkey_added' } & PasskeyMail)
  | ({ readonly template: 'passkey_deleted' } & PasskeyMail)
  | {
      readonly template: 'deletion_scheduled';
      readonly to: string;
      readonly firstName: string;
      readonly deletedAt: string;
    }
  | { readonly template: 'deletion_stopped'; readonly to: string; readonly firstName: string }
  | { readonly template: 'account_deleted'; readonly to: string; readonly firstName: string }
  | { readonly template: 'identity_hint'; readonly to: string; readonly firstName: string }
  | ({ readonly template: 'team_invite' } & TeamInvite)
  | { readonly template: 'member_removed'; readonly to: string; readonly firstName: string }
  | ({ readonly template: 'plan_bought' } & PlanMailData)
  | ({ readonly template: 'plan_changed' } & PlanMailData)
  | ({
      readonly template: 'credits_warning';
      /** The email is not sent after this time. */
      readonly expiresAt: string;
    } & CreditsWarning)
  | ({ readonly template: 'storage_warning' } & StorageWarning)
  | ({
      readonly template: 'budget_alert';
      /** The email is not sent after this time. */
      readonly expiresAt: string;
    } & BudgetAlert)
  | ({ readonly template: 'key_expiry' } & KeyExpiry)
  | ({ readonly template: 'batch_finished' } & BatchFinished)
  | ({ readonly template: 'schedule_changed' } & ScheduleChanged)
  | ({ readonly template: 'schedule_failed' } & ScheduleFailed)
  | ({ readonly template: 'schedule_digest' } & ScheduleDigest)
  | {
      readonly template: 'plan_ended';
      readonly to: string;
      readonly firstName: string;
      readonly planName: string;
    }
  | {
      readonly template: 'payment_failed';
      readonly to: string;
      readonly firstName: string;
      readonly planName: string;
    }
  | {
      readonly template: 'ticket_reply';
      readonly to: string;
      readonly firstName: string;
      readonly ticketId: number;
      readonly title: string;
    }
  | {
      readonly template: 'webhook_switched_off';
      readonly to: string;
      readonly firstName: string;
      readonly webhookName: string;
      /** The endpoint returned `410 Gone`, or every delivery failed for five days. */
      readonly reason: 'gone' | 'failing';
    };

/** A passkey of the recipient was added or deleted. */
export interface PasskeyMail {
  readonly to: string;
  readonly firstName: string;
  /** Name of the passkey. */
  readonly name: string;
}

/** A member of an organisation invites the recipient. */
export interface TeamInvite {
  readonly to: string;
  /** Name of the member. */
  readonly invitedBy: string;
  readonly role: GivenRole;
  readonly token: string;
  /** The email is not sent after this time. */
  readonly expiresAt: string;
}

/** All captures of a batch have ended. */
export interface BatchFinished {
  readonly to: string;
  readonly firstName: string;
  readonly batchName: string | null;
  readonly items: number;
  readonly complete: number;
  readonly failed: number;
  readonly creditsCharged: number;
}

/** A run of a schedule differs from the run before. */
export interface ScheduleChanged {
  readonly to: string;
  readonly firstName: string;
  readonly scheduleName: string;
  /** Null for pasted HTML. */
  readonly url: string | null;
  /** Changed pixels by all pixels. */
  readonly diffRatio: number;
  readonly previousId: string;
  readonly screenshotId: string;
}

/** A run of a schedule has failed. */
export interface ScheduleFailed {
  readonly to: string;
  readonly firstName: string;
  readonly scheduleName: string;
  /** Null for pasted HTML. */
  readonly url: string | null;
  readonly reason: string;
  /** True if the schedule was paused because of it. */
  readonly isPaused: boolean;
}

/** Changes and failures of schedules since the last such email. */
export interface ScheduleDigest {
  readonly to: string;
  readonly firstName: string;
  /** The newest runs; `reason` null: a change. */
  readonly runs: readonly {
    readonly scheduleName: string;
    /** Time of the run, as ISO 8601. */
    readonly plannedAt: string;
    readonly diffRatio: number | null;
    readonly reason: string | null;
  }[];
  /** Number of all runs, those that are left out included. */
  readonly count: number;
}

/** The cycle's credits are nearly or completely used up. */
export interface CreditsWarning {
  readonly to: string;
  readonly firstName: string;
  readonly percent: number;
  readonly left: number;
  readonly total: number;
  readonly renewsAt: string;
}

/** An API key expires soon. */
export interface KeyExpiry {
  readonly to: string;
  readonly firstName: string;
  /** Name of the key. */
  readonly name: string;
  /** The email is not sent after this time. */
  readonly expiresAt: string;
}

/** A budget has reached one of its thresholds. */
export interface BudgetAlert {
  readonly to: string;
  readonly firstName: string;
  readonly kind: 'project' | 'api_key';
  /** Name of the project or API key. */
  readonly name: string;
  readonly percent: number;
  /** Unit of both: credits. */
  readonly used: number;
  readonly limit: number;
  readonly resetsAt: string;
}

/** The storage is nearly full. */
export interface StorageWarning {
  readonly to: string;
  readonly firstName: string;
  readonly percent: number;
  readonly usedBytes: number;
  readonly limitBytes: number;
}

interface PlanMailData {
  readonly to: string;
  readonly firstName: string;
  readonly planName: string;
  /** Formatted: `$9 / month`. */
  readonly fees: string;
  /** Amount of the latest payment, formatted: `$7.20`. */
  readonly paid: string;
  readonly creditsPerCycle: number;
}

/** Names and URLs of the sender that appear in emails. */
export interface MailBrand {
  readonly productName: string;
  readonly supportEmail: string;
  /** Origin of the dashboard, without a trailing slash. */
  readonly publicUrl: string;
  /** False: emails do not speak of credits. */
  readonly billing: boolean;
}

/** Content of an email; the layout renders text and HTML from it. */
export interface MailContent {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Displayed in large type, for reading and typing. */
  readonly code?: string;
  /** The call to action. */
  readonly action?: { readonly label: string; readonly href: string };
  readonly closing?: string;
}
