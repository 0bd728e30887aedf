import { createTransport } from 'nodemailer';
import type { Logger } from '../../lib/logger.ts';
import type { MailTransport } from './mail-transport.ts';

interface SmtpMailOptions {
  /** `smtp://user:password@host:port`, or `smtps:`. */
  readonly smtpUrl: string;
  /** `Name <address>`. */
  readonly from: string;
  readonly logger: Logger;
  /** How long the server may stay silent at any one step. */
  readonly stepTimeoutMs?: number;
}

/** Mail over SMTP. Each mail has a connection of its own, every step of which has a deadline. */
export function createSmtpMail(options: SmtpMailOptions): MailTransport {
  const stepTimeoutMs = options.stepTimeoutMs ?? 10_000;
  const transport = createTransport({
    url: options.smtpUrl,
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
    dnsTimeout: stepTimeoutMs,
    // Mail is made of our own text: nothing may be read from disk or fetched into it.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (message) => {
      try {
        await transport.sendMail({
          messageId: `<${message.id}@shotwright>`,
          from: options.from,
          // As an object it is one address, whatever commas or brackets it holds.
          to: { name: '', address: message.to },
          subject: message.subject,
          text: message.text,
          html: message.html,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return 'sent';
      } catch (err) {
        if (!isPermanent(err)) throw err;
        options.logger.warn({ mailId: message.id, err }, 'the mail server refused a mail for good');
        return 'refused';
      }
    },
    close: () => transport.close(),
  };
}

/** SMTP answers from 500 on are final, but those about our own sign-in: these end when somebody corrects the settings. */
function isPermanent(err: unknown): boolean {
  if (!(err instanceof Error) || !('responseCode' in err)) return false;
  const isAboutSignIn = 'code' in err && err.code === 'EAUTH';
  return typeof err.responseCode === 'number' && err.responseCode >= 500 && !isAboutSignIn;
}
