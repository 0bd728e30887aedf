/** A mail that is ready to send. */
export interface MailMessage {
  /** Identical for every attempt of one mail, so that receivers can drop duplicates. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Delivers mail. Sending throws if a retry may succeed. */
export interface MailTransport {
  /**
   * Returns `refused` if the recipient or the mail was rejected permanently, so that a retry is
   * useless.
   */
  send(message: MailMessage): Promise<'sent' | 'refused'>;
  close(): void;
}
