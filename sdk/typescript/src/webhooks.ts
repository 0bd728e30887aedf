import { ShotwrightError } from './errors.ts';
import type { WebhookEvent } from './printed/responses.ts';

/** A webhook as it was received. */
export interface WebhookDelivery {
  /** Body exactly as received: parsing it and serialising it again changes its bytes. */
  readonly body: string | Uint8Array;
  /** Headers of the request, as `Headers` or as an object with lower-case names. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Signing secret of the webhook, `whsec_…`; several while a new one replaces the old one. */
  readonly secret: string | readonly string[];
  /** Greatest difference between the clocks of sender and receiver. Default: 300 s. */
  readonly toleranceSeconds?: number | undefined;
  /** Current time. Default: the system's clock. */
  readonly now?: Date | undefined;
}

const defaultToleranceSeconds = 300;
const secretPrefix = 'whsec_';

/**
 * Returns the event of a webhook after checking its signature and its age. Throws a
 * {@link ShotwrightError} with the code `webhook_invalid`. Source: Standard Webhooks, "Verifying
 * webhook authenticity".
 */
export async function verifyWebhook(delivery: WebhookDelivery): Promise<WebhookEvent> {
  const { body, secret, toleranceSeconds = defaultToleranceSeconds } = delivery;
  const id = headerOf(delivery, 'webhook-id');
  const timestamp = headerOf(delivery, 'webhook-timestamp');
  const signatures = headerOf(delivery, 'webhook-signature')
    .split(' ')
    .flatMap((one) => (one.startsWith('v1,') ? [one.slice(3)] : []));
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  const ageSeconds = (delivery.now ?? new Date()).getTime() / 1_000 - seconds;
  if (!(Math.abs(ageSeconds) <= toleranceSeconds)) {
    throw invalid(
      `The webhook-timestamp differs from the current time by more than ${toleranceSeconds} s.`,
    );
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const secrets = typeof secret === 'string' ? [secret] : secret;
  for (const one of secrets) {
    const key = await importKey(one);
    for (const signature of signatures) {
      const given = fromBase64(signature);
      // Compares in constant time.
      if (given && (await crypto.subtle.verify('HMAC', key, given, signed))) return parse(bytes);
    }
  }
  throw invalid('The webhook-signature was not made with this secret and this body.');
}

function headerOf({ headers }: WebhookDelivery, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  const text = typeof value === 'string' ? value : value?.[0];
  if (!text) throw invalid(`The header ${name} is missing.`);
  return text;
}

async function importKey(secret: string) {
  const key = secret.startsWith(secretPrefix)
    ? fromBase64(secret.slice(secretPrefix.length))
    : undefined;
  if (!key || key.length === 0) throw invalid('The secret is not of the form whsec_….');
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function parse(bytes: Uint8Array): WebhookEvent {
  try {
    // The signature proves that the server wrote it.
    const event: WebhookEvent = JSON.parse(new TextDecoder().decode(bytes));
    return event;
  } catch {
    throw invalid('The body is not JSON.');
  }
}

function invalid(message: string): ShotwrightError {
  return new ShotwrightError({ code: 'webhook_invalid', message });
}
