import type { Tx } from '../../../db/transaction.ts';
import { requireSecure, type SecureUrlPolicies } from '../../../shared/public-url.ts';
import { putRequestWebhook } from './request-webhooks.store.ts';
import { readWebhookUrl } from './webhook-url.rules.ts';

/**
 * Webhooks of single requests for captures and batches. All requests of an organisation with the same URL share one
 * hidden webhook, so that its deliveries have the same log, retries and limits as those of others.
 */
export interface RequestWebhooks {
  /**
   * Returns the normalised URL. Throws as a webhook's URL does, and `unsupported_scheme` (400) for
   * `http:` unless the operator has allowed the address.
   */
  readUrl(text: string): string;
  /** Ensures that the end of a capture with this URL finds its webhook, enabled. */
  prepare(tx: Tx, input: { readonly organizationId: string; readonly url: string }): Promise<void>;
}

/** Creates {@link RequestWebhooks}. */
export function createRequestWebhooks({
  checkUrl,
  checkPublicUrl,
}: SecureUrlPolicies): RequestWebhooks {
  const path = 'webhook_url';
  return {
    readUrl: (text) => {
      const url = readWebhookUrl(text, checkUrl, path);
      requireSecure(path, { url: new URL(url), checkPublicUrl });
      return url;
    },
    prepare: putRequestWebhook,
  };
}
