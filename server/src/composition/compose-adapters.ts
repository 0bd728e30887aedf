import { join, resolve } from 'node:path';
import { passkeyLimits } from '@shotwright/contract';
import { createAltchaCaptcha } from '../adapters/captcha/altcha-captcha.ts';
import type { CaptchaVerifier } from '../adapters/captcha/captcha-verifier.ts';
import { createHostedCaptcha } from '../adapters/captcha/hosted-captcha.ts';
import type { IdentityProvider } from '../adapters/identity/identity-provider.ts';
import type { LocalIdentityProvider } from '../demo/identity/local-identity-provider.ts';
import { createOpenidIdentity } from '../adapters/identity/openid-identity.ts';
import type { MailTransport } from '../adapters/mail/mail-transport.ts';
import { createOutboxMail, type OutboxMail } from '../demo/mailbox/outbox-mail.ts';
import { createSmtpMail } from '../adapters/mail/smtp-mail.ts';
import type { PasskeyVerifier } from '../adapters/passkeys/passkey-verifier.ts';
import { createWebauthnPasskeys } from '../adapters/passkeys/webauthn-passkeys.ts';
import {
  createPasswordHasher,
  type PasswordHasher,
} from '../adapters/passwords/argon2-passwords.ts';
import type { Config } from '../config/config.ts';
import { systemClock } from '../lib/clock.ts';
import type { KeyRing } from '../lib/crypto.ts';
import type { Logger } from '../lib/logger.ts';

/** Adapters to external systems, as configured. */
export interface Adapters {
  readonly mail: MailTransport;
  /** Outbox that stores mail locally because no mail server is configured. */
  readonly outbox: OutboxMail | undefined;
  readonly captcha: CaptchaVerifier;
  readonly identity: IdentityProvider | undefined;
  /** Identity provider served by this process, if configured. */
  readonly localIdentity: LocalIdentityProvider | undefined;
  readonly passwords: PasswordHasher;
  /** Undefined if the public URL allows no passkeys. */
  readonly passkeys: PasskeyVerifier | undefined;
}

/** Chooses each adapter by configuration. */
export async function createAdapters(input: {
  readonly config: Config;
  readonly keyRing: KeyRing;
  readonly logger: Logger;
  /** Replaces the hasher of production. */
  readonly passwords?: PasswordHasher | undefined;
}): Promise<Adapters> {
  const localIdentity = await localIdentityOf(input.config);
  const outbox = outboxOf(input);
  return {
    mail: outbox ?? smtpOf(input),
    outbox,
    captcha: captchaOf(input),
    identity: identityOf(input, localIdentity),
    localIdentity,
    passwords: input.passwords ?? createPasswordHasher(),
    passkeys: passkeysOf(input),
  };
}

type Input = Parameters<typeof createAdapters>[0];

function outboxOf({ config, logger }: Input): OutboxMail | undefined {
  if (config.smtpUrl !== undefined) return undefined;
  const directory = join(resolve(config.dataDir), 'mail');
  const isPrinted = config.nodeEnv !== 'production';
  return createOutboxMail({ directory, logger, clock: systemClock, isPrinted });
}

function smtpOf({ config, logger }: Input): MailTransport {
  return createSmtpMail({ smtpUrl: config.smtpUrl ?? '', from: config.mailFrom, logger });
}

function captchaOf({ config, keyRing, logger }: Input): CaptchaVerifier {
  const { captcha: kind, captchaSecret: secret, captchaSiteKey: siteKey } = config;
  if (kind === 'altcha' || secret === undefined || siteKey === undefined)
    return createAltchaCaptcha({ secret: keyRing.sign('captcha', 'altcha'), clock: systemClock });
  return createHostedCaptcha({ kind, secret, siteKey, fetch, clock: systemClock, logger });
}

function passkeysOf({ config, logger }: Input): PasskeyVerifier | undefined {
  const { publicUrl, productName } = config;
  const timeoutMs = passkeyLimits.challengeMinutes * 60_000;
  return createWebauthnPasskeys({ publicUrl, productName, timeoutMs, logger });
}

/** URL path of the built-in identity provider. */
export const localIdentityPath = '/dev/identity';

async function localIdentityOf(config: Config): Promise<LocalIdentityProvider | undefined> {
  if (!config.localIdentity) return undefined;
  // Loaded here only, so that real installations do not pay for it.
  const { createLocalIdentityProvider } =
    await import('../demo/identity/local-identity-provider.ts');
  return createLocalIdentityProvider({
    issuer: config.publicUrl + localIdentityPath,
    redirectUris: [`${config.publicUrl}/`, `${config.publicUrl}/register`],
  });
}

/**
 * Returns a `fetch` that reaches this process at its listening host and port, because PUBLIC_URL
 * may be a name or a port that only browsers can resolve.
 */
function fetchFromItself({ publicUrl, host, port }: Config): typeof fetch {
  const loopbackByHost: Readonly<Record<string, string>> = {
    '0.0.0.0': '127.0.0.1',
    '::': '[::1]',
  };
  const own = `http://${loopbackByHost[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}`;
  return (input, init) =>
    fetch(input instanceof Request ? input : String(input).replace(publicUrl, own), init);
}

function identityOf(
  { config, logger }: Input,
  local: LocalIdentityProvider | undefined,
): IdentityProvider | undefined {
  if (local) {
    const { clientId, clientSecret } = local;
    const issuer = config.publicUrl + localIdentityPath;
    return createOpenidIdentity({
      issuer,
      clientId,
      clientSecret,
      fetch: fetchFromItself(config),
      logger,
      isLocal: true,
    });
  }
  if (config.googleClientId === undefined) return undefined;
  return createOpenidIdentity({
    issuer: 'https://accounts.google.com',
    clientId: config.googleClientId,
    clientSecret: config.googleClientSecret ?? '',
    fetch,
    logger,
  });
}
