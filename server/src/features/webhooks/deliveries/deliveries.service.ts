import type { DeliveryState } from '@shotwright/contract';
import { inTransaction, type Database, type Db, type Tx } from '../../../db/transaction.ts';
import type { JobQueue } from '../../../jobs/job.ts';
import { AppError, notFound } from '../../../shared/app-error.ts';
import { newId } from '../../../lib/ids.ts';
import {
  countDeliveries,
  countFailed,
  findDelivery,
  listAttempts,
  listDeliveries,
  listFailedIds,
  scheduleNow,
  type AttemptRow,
  type DeliveryRef,
  type DeliveryRow,
} from './deliveries.store.ts';
import { enqueueAttempt } from './enqueue-attempt.ts';
import { webhookNotFound } from '../endpoints/webhooks.errors.ts';
import {
  listWebhooks,
  lockWebhook,
  type WebhookRef,
  type WebhookRow,
} from '../endpoints/webhooks.store.ts';

/** Counts of the stored deliveries by state. */
export type DeliverySummary = Awaited<ReturnType<typeof countDeliveries>>;

/** Delivery log of a webhook, and resending. All throw `webhook_not_found`. */
export interface DeliveriesService {
  list(
    input: WebhookRef & { readonly limit: number; readonly state?: DeliveryState | undefined },
  ): Promise<{ readonly deliveries: DeliveryRow[]; readonly summary: DeliverySummary }>;
  /** Throws `delivery_not_found`. */
  get(input: DeliveryRef): Promise<{
    readonly delivery: DeliveryRow & { readonly body: string };
    readonly attempts: AttemptRow[];
  }>;
  /**
   * Sends the same id and body again. Throws `delivery_not_found`, `conflict` while the webhook is
   * disabled.
   */
  resend(input: DeliveryRef): Promise<DeliveryRow>;
  /** Oldest first, up to 500 at a time. Throws `conflict` while the webhook is disabled. */
  resendFailed(
    input: WebhookRef & { readonly since: Date },
  ): Promise<{ readonly resent: number; readonly remaining: number }>;
}

const resentAtOnce = 500;

/** Creates a {@link DeliveriesService} that resends through the job queue. */
export function createDeliveriesService(deps: {
  readonly db: Database;
  readonly queue: Pick<JobQueue, 'enqueue'>;
}): DeliveriesService {
  const { db, queue } = deps;
  const sendAgain = async (tx: Tx, ref: DeliveryRef, webhookUrl: string): Promise<boolean> => {
    const jobId = newId();
    if (!(await scheduleNow(tx, { ...ref, jobId }))) return false;
    const { organizationId, deliveryId } = ref;
    await enqueueAttempt(tx, queue, { organizationId, deliveryId, jobId, webhookUrl });
    return true;
  };
  return {
    list: async (input) => {
      await requireWebhook(db, input);
      const [deliveries, summary] = await Promise.all([
        listDeliveries(db, input),
        countDeliveries(db, input),
      ]);
      return { deliveries, summary };
    },
    get: async (input) => {
      await requireWebhook(db, input);
      const [delivery, attempts] = await Promise.all([
        findDelivery(db, input),
        listAttempts(db, input),
      ]);
      if (!delivery) throw deliveryMissing();
      return { delivery, attempts };
    },
    resend: (input) =>
      inTransaction(db, async (tx) => {
        const { url } = await lockActive(tx, input);
        if (!(await sendAgain(tx, input, url))) throw deliveryMissing();
        const delivery = await findDelivery(tx, input);
        if (!delivery) throw deliveryMissing();
        return delivery;
      }),
    resendFailed: (input) =>
      inTransaction(db, async (tx) => {
        const { url } = await lockActive(tx, input);
        const total = await countFailed(tx, input);
        const ids = await listFailedIds(tx, { ...input, limit: resentAtOnce });
        const { organizationId, id } = input;
        for (const deliveryId of ids) await sendAgain(tx, { organizationId, id, deliveryId }, url);
        return { resent: ids.length, remaining: Math.max(0, total - ids.length) };
      }),
  };
}

async function requireWebhook(
  db: Db,
  { organizationId, id: onlyId }: WebhookRef,
): Promise<WebhookRow> {
  const [webhook] = await listWebhooks(db, { organizationId, onlyId });
  if (!webhook) throw webhookNotFound();
  return webhook;
}

async function lockActive(tx: Tx, ref: WebhookRef): Promise<WebhookRow> {
  if (!(await lockWebhook(tx, ref))) throw webhookNotFound();
  const webhook = await requireWebhook(tx, ref);
  if (!webhook.isActive) throw switchedOff();
  return webhook;
}

function deliveryMissing(): AppError {
  return notFound('delivery_not_found', 'This delivery does not exist or is no longer stored.');
}

function switchedOff(): AppError {
  return new AppError({
    code: 'conflict',
    message: 'The webhook is disabled. Enable it, then resend.',
  });
}
