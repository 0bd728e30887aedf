import { inTransaction, type Database, type Tx } from '../../../db/transaction.ts';
import type { KeyRing } from '../../../lib/crypto.ts';
import { newId } from '../../../lib/ids.ts';
import { newWebhookSecret, webhookSecretOf } from '../events/signature.rules.ts';
import { listSecrets, replaceSecret, type SelectedSecret } from './webhook-secrets.store.ts';
import { webhookNotFound } from './webhooks.errors.ts';
import { lockWebhook, type WebhookRef } from './webhooks.store.ts';

const purpose = 'webhook-secret';

/** Signing secrets of a webhook. */
export interface WebhookSecrets {
  /** Current secret. */
  readonly secret: string;
  /** Time until which deliveries are also signed with the previous secret. */
  readonly previousSecretValidUntil: Date | null;
}

/** Signing secrets: created with the webhook, shown to its owner, rotated with an overlap. */
export interface WebhookSecretsService {
  /** Creates the first secret of a new webhook and returns it. */
  addFirst(tx: Tx, webhookId: number): Promise<string>;
  /** Throws `webhook_not_found`. */
  readSecret(webhook: WebhookRef): Promise<WebhookSecrets>;
  /** Throws `webhook_not_found`. */
  rotate(input: WebhookRef & { readonly overlapHours: number }): Promise<WebhookSecrets>;
  /**
   * All secrets currently used for signing, the current one first. The webhook of single requests
   * has none of its own and uses the one of samples.
   */
  decryptSecrets(webhook: WebhookRef): Promise<readonly string[]>;
  /** Decrypts the same secrets after the caller has read them. */
  decryptSelected(
    webhook: Pick<WebhookRef, 'organizationId'> & { readonly secrets: readonly SelectedSecret[] },
  ): readonly string[];
  /**
   * Returns the secret for samples to URLs without a webhook; always the same for an organisation.
   */
  sampleSecret(organizationId: string): string;
}

/** Creates a {@link WebhookSecretsService} that stores secrets encrypted with the key ring. */
export function createWebhookSecretsService(deps: {
  readonly db: Database;
  readonly keyRing: KeyRing;
}): WebhookSecretsService {
  const { db, keyRing } = deps;
  const put = async (tx: Tx, webhookId: number, overlapHours: number): Promise<string> => {
    const secret = newWebhookSecret();
    const id = newId();
    const encryptedSecret = keyRing.encrypt(purpose, { text: secret, context: id });
    await replaceSecret(tx, { webhookId, id, encryptedSecret, overlapHours });
    return secret;
  };
  const read = async (source: Database | Tx, webhook: WebhookRef) =>
    (await listSecrets(source, webhook)).map(({ id, encryptedSecret, expiresAt }) => ({
      secret: keyRing.decrypt(purpose, { sealed: encryptedSecret, context: id }),
      expiresAt,
    }));
  const shown = async (source: Database | Tx, webhook: WebhookRef): Promise<WebhookSecrets> => {
    const [current, previous] = await read(source, webhook);
    if (!current) throw webhookNotFound();
    return { secret: current.secret, previousSecretValidUntil: previous?.expiresAt ?? null };
  };
  const sampleSecret = (organizationId: string): string =>
    webhookSecretOf(Buffer.from(keyRing.sign('webhook-sample', organizationId), 'base64url'));
  const orSample = (organizationId: string, own: readonly string[]): readonly string[] =>
    own.length === 0 ? [sampleSecret(organizationId)] : own;
  return {
    addFirst: (tx, webhookId) => put(tx, webhookId, 0),
    readSecret: (webhook) => shown(db, webhook),
    rotate: ({ overlapHours, ...webhook }) =>
      inTransaction(db, async (tx) => {
        if (!(await lockWebhook(tx, webhook))) throw webhookNotFound();
        await put(tx, webhook.id, overlapHours);
        return shown(tx, webhook);
      }),
    decryptSecrets: async (webhook) => {
      const own = (await read(db, webhook)).map(({ secret }) => secret);
      return orSample(webhook.organizationId, own);
    },
    decryptSelected: ({ organizationId, secrets }) => {
      const own = secrets.map(({ id, encryptedHex }) => {
        const sealed = Buffer.from(encryptedHex, 'hex');
        return keyRing.decrypt(purpose, { sealed, context: id });
      });
      return orSample(organizationId, own);
    },
    sampleSecret,
  };
}
