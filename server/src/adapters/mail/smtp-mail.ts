import { createTransport } from 'nodemailer';
import type { Logger } from '../../lib/logger.ts';
import type { MailTransport } from './mail-transport.ts';

interface SmtpMailOptions {
  /** `smtp://user:password@host:port`, or `smtps:`. */
  readonly smtpUrl: string;
  /** Sender in the form `Name <mailbox>`. */
  readonly from: string;
  readonly logger: Logger;
  /** Maximum time for the server to respond at each step. Unit: ms. */
  readonly stepTimeoutMs?: number;
}

/** Creates a transport over SMTP. Each mail uses a new connection, and each step has a deadline. */
export function createSmtpMail(options: SmtpMailOptions): MailTransport {
  const stepTimeoutMs = options.stepTimeoutMs ?? 10_000;
  const transport = createTransport({
    url: options.smtpUrl,
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
    dnsTimeout: stepTimeoutMs,
    // Mail consists of our own text: nothing may be read from disk or fetched into it.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (message) => {
      try {
        await transport.sendMail({
          messageId: `<${message.id}@shotwright>`,
          from: options.from,
          // As an object it is a single recipient, even if it contains commas or brackets.
          to: { name: '', address: message.to },
          subject: message.subject,
          text: message.text,
          html: message.html,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return 'sent';
      } catch (err) {
        if (!isPermanent(err)) throw err;
        options.logger.warn(
          { mailId: message.id, err },
          'mail server rejected an email permanently',
        );
        return 'refused';
      }
    },
    close: () => transport.close(),
  };
}

/**
 * SMTP responses from 500 are final, except those about our own credentials, which an operator can
 * correct in the settings.
 */
function isPermanent(err: unknown): boolean {
  if (!(err instanceof Error) || !('responseCode' in err)) return false;
  const isAboutSignIn = 'code' in err && err.code === 'EAUTH';
  return typeof err.responseCode === 'number' && err.responseCode >= 500 && !isAboutSignIn;
}
