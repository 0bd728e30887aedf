/** A finished mail. */
export interface MailMessage {
  /** The same for every try of one mail; receivers drop a second copy by it. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Hands mail on. Sending throws when it is worth trying again. */
export interface MailTransport {
  /** `refused`: the address or the mail will never be taken, so trying again is of no use. */
  send(message: MailMessage): Promise<'sent' | 'refused'>;
  close(): void;
}
