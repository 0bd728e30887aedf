import { createHmac, randomBytes } from 'node:crypto';

const secretPrefix = 'whsec_';

/** Creates a signing secret: 256 random bits. Source: Standard Webhooks, "Signature scheme". */
export function newWebhookSecret(): string {
  return secretPrefix + randomBytes(32).toString('base64');
}

/** Formats 32 existing bytes as a signing secret. */
export function webhookSecretOf(key: Buffer): string {
  return secretPrefix + key.toString('base64');
}

/**
 * Returns the headers that identify and sign one attempt: one signature per secret, so that a
 * receiver may still have the old one.
 */
export function webhookHeaders(input: {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
  /** At least one; the current one first. */
  readonly secrets: readonly string[];
}): Record<string, string> {
  const { id, at, body, secrets } = input;
  const timestamp = Math.floor(at.getTime() / 1_000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`);
    return `v1,${signature.digest('base64')}`;
  });
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Shotwright-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
