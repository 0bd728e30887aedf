import { z } from 'zod';
import type { Logger } from '../../lib/logger.ts';
import type { CaptchaVerifier } from './captcha-verifier.ts';

/** Verification URLs of the hosted providers, which share one wire format. */
export const hostedCaptchaUrls = {
  // https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  // https://docs.hcaptcha.com/#verify-the-user-response-server-side
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  // https://developers.google.com/recaptcha/docs/verify
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
} as const;

interface HostedCaptchaOptions {
  readonly kind: keyof typeof hostedCaptchaUrls;
  readonly secret: string;
  readonly siteKey: string;
  readonly fetch: typeof fetch;
  readonly clock: { now(): Date };
  readonly logger: Logger;
  /** Verification URL. Default: the provider's own. */
  readonly verifyUrl?: string;
  readonly timeoutMs?: number;
}

const responseSchema = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).optional(),
});
/** Longer than any provider accepts a token, so that no token outlives its replay record. */
const rememberMinutes = 30;
const expiredCodes = new Set(['timeout-or-duplicate', 'expired-input-response']);
/** Error codes that concern our configuration or the provider, not the token. */
const configurationErrors = /secret|sitekey|bad-request|internal-error/;

/**
 * Creates a captcha that a provider's `siteverify` verifies. Any failure of the verification itself
 * is `unavailable`.
 */
export function createHostedCaptcha(options: HostedCaptchaOptions): CaptchaVerifier {
  const { kind, logger, clock } = options;
  return {
    verify: async ({ token, ip }) => {
      const answer = await ask(options, { token, ip }).catch((err: unknown) => {
        logger.warn({ err, captcha: kind }, 'captcha provider unreachable');
        return undefined;
      });
      if (!answer) return { outcome: 'unavailable' };
      if (answer.success) {
        const expiresAt = new Date(clock.now().getTime() + rememberMinutes * 60_000);
        return { outcome: 'accepted', replayKey: `${kind}:${token}`, expiresAt };
      }
      const codes = answer['error-codes'] ?? [];
      if (codes.some((code) => expiredCodes.has(code))) return { outcome: 'expired' };
      if (!codes.some((code) => configurationErrors.test(code))) return { outcome: 'refused' };
      logger.error({ captcha: kind, codes }, 'captcha provider rejects our settings');
      return { outcome: 'unavailable' };
    },
  };
}

async function ask(
  options: HostedCaptchaOptions,
  { token, ip }: { token: string; ip: string },
): Promise<z.infer<typeof responseSchema>> {
  const res = await options.fetch(options.verifyUrl ?? hostedCaptchaUrls[options.kind], {
    method: 'POST',
    body: new URLSearchParams({
      secret: options.secret,
      response: token,
      remoteip: ip,
      sitekey: options.siteKey,
    }),
    redirect: 'error',
    signal: AbortSignal.timeout(options.timeoutMs ?? 5_000),
  });
  // Turnstile reports errors with status 400; the body has the same shape.
  if (!res.ok && res.status !== 400) throw new Error(`siteverify answered ${res.status}`);
  return responseSchema.parse(await res.json());
}
