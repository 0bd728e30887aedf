import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution, type Payload } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { CaptchaVerifier } from './captcha-verifier.ts';

interface AltchaCaptchaOptions {
  /**
   * Signs challenges, so that none has to be stored; identical in every process of an installation.
   */
  readonly secret: string;
  readonly clock: { now(): Date };
  /** Range of key derivations that a browser has to try: minimum inclusive, maximum exclusive. */
  readonly counter?: { readonly min: number; readonly max: number };
}

const expiresInMinutes = 20;
const algorithm = 'PBKDF2/SHA-256';
// With the counter below: about half a second on one core of a laptop, a few seconds on an old
// phone.
const cost = 1_000;
const usualCounter = { min: 500, max: 2_000 };

const parametersSchema = z.strictObject({
  algorithm: z.literal(algorithm),
  nonce: z.string().max(64),
  salt: z.string().max(64),
  cost: z.literal(cost),
  keyLength: z.literal(32),
  keyPrefix: z.string().max(64),
  keySignature: z.string().max(128),
  expiresAt: z.int(),
});
const payloadSchema = z.object({
  challenge: z.object({ parameters: parametersSchema, signature: z.string().max(128) }),
  solution: z.object({
    counter: z.int(),
    derivedKey: z.string().max(64),
    time: z.number().optional(),
  }),
});

/**
 * Creates a captcha with ALTCHA's proof of work, without a puzzle or a third party. The token is
 * base64 of `{ challenge, solution }`.
 */
export function createAltchaCaptcha(options: AltchaCaptchaOptions): CaptchaVerifier {
  const { secret, clock, counter = usualCounter } = options;
  const secrets = { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret}:key` };
  return {
    createChallenge: async () => ({
      ...(await createChallenge({
        algorithm,
        cost,
        counter: randomInt(counter.min, counter.max),
        deriveKey,
        expiresAt: new Date(clock.now().getTime() + expiresInMinutes * 60_000),
        ...secrets,
      })),
    }),
    verify: async ({ token }) => {
      const payload = parsePayload(token);
      if (!payload) return { outcome: 'refused' };
      const { parameters } = payload.challenge;
      const expiresAt = new Date(Number(parameters.expiresAt) * 1_000);
      if (expiresAt <= clock.now()) return { outcome: 'expired' };
      const { verified } = await verifySolution({ ...payload, deriveKey, ...secrets });
      if (!verified) return { outcome: 'refused' };
      return { outcome: 'accepted', replayKey: `altcha:${parameters.nonce}`, expiresAt };
    },
  };
}

function parsePayload(token: string): Payload | undefined {
  try {
    const parsed = payloadSchema.safeParse(
      JSON.parse(Buffer.from(token, 'base64').toString('utf8')),
    );
    if (!parsed.success) return undefined;
    const { challenge, solution } = parsed.data;
    return { challenge, solution: { ...solution, time: solution.time ?? 0 } };
  } catch {
    return undefined;
  }
}
