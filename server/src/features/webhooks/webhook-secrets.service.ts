import { inTransaction, type Database, type Tx } from '../../db/transaction.ts';
import type { KeyRing } from '../../lib/crypto.ts';
import { newId } from '../../lib/ids.ts';
import { newWebhookSecret, webhookSecretOf } from './signature.rules.ts';
import { listSecrets, replaceSecret } from './webhook-secrets.store.ts';
import { webhookMissing } from './webhook-missing.ts';
import { lockWebhook, type WebhookRef } from './webhooks.store.ts';

const purpose = 'webhook-secret';

/** What a webhook's deliveries are signed with. */
export interface WebhookSecrets {
  /** The current one. */
  readonly secret: string;
  /** Until then deliveries are signed with the one before as well. */
  readonly previousSecretValidUntil: Date | null;
}

/** Signing secrets: made with the webhook, shown to its owner, replaced with an overlap. */
export interface WebhookSecretsService {
  /** Of a webhook that was just made; answers it. */
  addFirst(tx: Tx, webhookId: number): Promise<string>;
  /** Throws `webhook_not_found`. */
  readSecret(webhook: WebhookRef): Promise<WebhookSecrets>;
  /** Throws `webhook_not_found`. */
  rotate(input: WebhookRef & { readonly overlapHours: number }): Promise<WebhookSecrets>;
  /** All that sign just now, the current one first. */
  openSecrets(webhook: WebhookRef): Promise<readonly string[]>;
  /** Signs samples to addresses that have no webhook yet; always the same for an organisation. */
  sampleSecret(organizationId: string): string;
}

/** See {@link WebhookSecretsService}. */
export function createWebhookSecretsService(deps: {
  readonly db: Database;
  readonly keyRing: KeyRing;
}): WebhookSecretsService {
  const { db, keyRing } = deps;
  const put = async (tx: Tx, webhookId: number, overlapHours: number): Promise<string> => {
    const secret = newWebhookSecret();
    const id = newId();
    const secretSealed = keyRing.encrypt(purpose, { text: secret, context: id });
    await replaceSecret(tx, { webhookId, id, secretSealed, overlapHours });
    return secret;
  };
  const read = async (source: Database | Tx, webhook: WebhookRef) =>
    (await listSecrets(source, webhook)).map(({ id, secretSealed, expiresAt }) => ({
      secret: keyRing.decrypt(purpose, { sealed: secretSealed, context: id }),
      expiresAt,
    }));
  const shown = async (source: Database | Tx, webhook: WebhookRef): Promise<WebhookSecrets> => {
    const [current, previous] = await read(source, webhook);
    if (!current) throw webhookMissing();
    return { secret: current.secret, previousSecretValidUntil: previous?.expiresAt ?? null };
  };
  return {
    addFirst: (tx, webhookId) => put(tx, webhookId, 0),
    readSecret: (webhook) => shown(db, webhook),
    rotate: ({ overlapHours, ...webhook }) =>
      inTransaction(db, async (tx) => {
        if (!(await lockWebhook(tx, webhook))) throw webhookMissing();
        await put(tx, webhook.id, overlapHours);
        return shown(tx, webhook);
      }),
    openSecrets: async (webhook) => (await read(db, webhook)).map(({ secret }) => secret),
    sampleSecret: (organizationId) =>
      webhookSecretOf(Buffer.from(keyRing.sign('webhook-sample', organizationId), 'base64url')),
  };
}
