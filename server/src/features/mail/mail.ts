/** The mails the product sends, with what each says. Instants are ISO 8601. */
export type Mail =
  | {
      readonly template: 'verification_code';
      readonly to: string;
      readonly code: string;
      /** Not sent any more from then on. */
      readonly expiresAt: string;
    }
  | { readonly template: 'welcome'; readonly to: string; readonly firstName: string }
  | {
      readonly template: 'password_reset';
      readonly to: string;
      readonly firstName: string;
      readonly token: string;
      /** Not sent any more from then on. */
      readonly expiresAt: string;
    }
  | { readonly template: 'password_changed'; readonly to: string; readonly firstName: string }
  | { readonly template: 'identity_hint'; readonly to: string; readonly firstName: string }
  | ({ readonly template: 'plan_bought' } & PlanNews)
  | ({ readonly template: 'plan_changed' } & PlanNews)
  | ({
      readonly template: 'credits_warning';
      /** Not sent any more from then on. */
      readonly expiresAt: string;
    } & CreditsWarning)
  | ({ readonly template: 'storage_warning' } & StorageWarning)
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
      /** It answered `410 Gone`, or for five days it only failed. */
      readonly reason: 'gone' | 'failing';
    };

/** Credits of the cycle are nearly or wholly used up. */
export interface CreditsWarning {
  readonly to: string;
  readonly firstName: string;
  readonly percent: number;
  readonly left: number;
  readonly total: number;
  readonly renewsAt: string;
}

/** The storage is nearly full. */
export interface StorageWarning {
  readonly to: string;
  readonly firstName: string;
  readonly percent: number;
  readonly usedBytes: number;
  readonly limitBytes: number;
}

interface PlanNews {
  readonly to: string;
  readonly firstName: string;
  readonly planName: string;
  /** In words: `$9 / month`. */
  readonly fees: string;
  /** With the newest payment, in words: `$7.20`. */
  readonly paid: string;
  readonly creditsPerCycle: number;
}

/** Whose mail it is: the names and addresses that stand in it. */
export interface MailBrand {
  readonly productName: string;
  readonly supportEmail: string;
  /** The dashboard's origin, without a slash at its end. */
  readonly publicUrl: string;
}

/** What a template says; the layout makes text and HTML of it. */
export interface MailContent {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Shown large, to be read off. */
  readonly code?: string;
  /** The one thing to do. */
  readonly action?: { readonly label: string; readonly href: string };
  readonly closing?: string;
}
