import type { OutboundSender } from '../../../adapters/outbound/outbound-sender.ts';
import { inTransaction, type Database, type Tx } from '../../../db/transaction.ts';
import type { JobQueue } from '../../../jobs/job.ts';
import type { Clock } from '../../../lib/clock.ts';
import { newId } from '../../../lib/ids.ts';
import type { Logger } from '../../../lib/logger.ts';
import {
  describeResponse,
  isDelivered,
  truncatedResponse,
  type TruncatedResponse,
} from './response.rules.ts';
import {
  endDelivery,
  endPendingDeliveries,
  findDueDelivery,
  lockWebhookForDelivery,
  recordHealth,
  recordSpeed,
  recordAttempt,
  replaceJob,
  type DeliveryStep,
  type DueDelivery,
  type WebhookHealth,
} from './delivery-attempts.store.ts';
import { enqueueAttempt } from './enqueue-attempt.ts';
import {
  isSlowResponse,
  noCapacityDelaySeconds,
  perOrganization,
  slowForMinutes,
  type Lane,
} from './lane.rules.ts';
import { createOrganizationLimit } from './organization-limit.ts';
import { readRetryAfter, retryDelaySeconds } from './retry.rules.ts';
import { webhookHeaders } from '../events/signature.rules.ts';
import { inactiveMessage, disableReason, type DisableReason } from './auto-disable.rules.ts';
import { findOwner, setActive } from '../endpoints/webhooks.store.ts';

/** Email about a webhook that was disabled automatically. */
export interface WebhookDisabledMail {
  readonly template: 'webhook_switched_off';
  readonly to: string;
  readonly firstName: string;
  readonly webhookName: string;
  readonly reason: DisableReason;
}

interface DeliverDependencies {
  readonly db: Database;
  readonly queue: Pick<JobQueue, 'enqueue'>;
  readonly sender: Pick<OutboundSender, 'post'>;
  /** Decrypts the signing secrets of a delivery. */
  decryptSecrets(delivery: Pick<DueDelivery, 'organizationId' | 'secrets'>): readonly string[];
  enqueueMail(tx: Tx, mail: WebhookDisabledMail): Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Returns a number from 0 to 1. */
  random(): number;
}

/** Sends deliveries and logs them. */
export interface DeliverWebhook {
  /**
   * Makes one attempt, then records it and its consequences in one transaction. Throws if the
   * attempt could not be made or recorded; the delivery is then sent again, with the same id. A
   * delivery that is in the main queue and to a slow webhook, or one beyond its organisation's
   * limit, is moved to the slow queue instead.
   */
  deliver(job: {
    readonly organizationId: string;
    readonly deliveryId: string;
    readonly jobId: string;
    readonly lane: Lane;
    readonly signal: AbortSignal;
  }): Promise<void>;
}

/** Creates a {@link DeliverWebhook} with per-organisation limits for both queues. */
export function createDeliverWebhook(deps: DeliverDependencies): DeliverWebhook {
  const { db } = deps;
  const limits = {
    main: createOrganizationLimit(perOrganization.main),
    slow: createOrganizationLimit(perOrganization.slow),
  };
  return {
    deliver: async ({ signal, lane, ...job }) => {
      const delivery = await findDueDelivery(db, job);
      if (!delivery) return;
      const { organizationId, id } = delivery;
      const { jobId } = job;
      if (!delivery.isActive) {
        const lastErrorText = inactiveMessage('switched_off');
        await endDelivery(db, { organizationId, id, jobId, lastErrorText });
        return;
      }
      const mayDeliver = lane === 'slow' || !delivery.isSlow;
      if (!mayDeliver || !limits[lane].acquire(organizationId)) {
        const delaySeconds = lane === 'slow' ? noCapacityDelaySeconds : 0;
        await moveToSlowLane(deps, { delivery, oldJobId: jobId, delaySeconds });
        return;
      }
      try {
        await attemptDelivery(deps, { delivery, jobId, signal });
      } finally {
        limits[lane].release(organizationId);
      }
    },
  };
}

async function moveToSlowLane(
  { db, queue }: DeliverDependencies,
  input: {
    readonly delivery: DueDelivery;
    readonly oldJobId: string;
    readonly delaySeconds: number;
  },
): Promise<void> {
  const { delivery, oldJobId, delaySeconds } = input;
  const { organizationId, id, url } = delivery;
  const jobId = newId();
  await inTransaction(db, async (tx) => {
    if (!(await replaceJob(tx, { organizationId, id, oldJobId, jobId, delaySeconds }))) return;
    const next = { organizationId, deliveryId: id, webhookUrl: url, jobId };
    await enqueueAttempt(tx, queue, { ...next, lane: 'slow', delaySeconds });
  });
}

async function attemptDelivery(
  deps: DeliverDependencies,
  input: {
    readonly delivery: DueDelivery;
    readonly jobId: string;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const { db, sender, clock, logger } = deps;
  const { delivery, jobId, signal } = input;
  const { id, webhookId } = delivery;
  const startedAt = clock.now();
  const requestHeaders = webhookHeaders({
    id,
    at: startedAt,
    body: delivery.body,
    secrets: deps.decryptSecrets(delivery),
  });
  const message = { url: delivery.url, headers: requestHeaders, body: delivery.body };
  const outcome = await sender.post(message, signal);
  // A worker that is stopping has no response: the next one sends the delivery again.
  signal.throwIfAborted();
  const response = truncatedResponse(outcome);
  const isSlow = isSlowResponse(response);
  const attempt = { delivery, jobId, startedAt, requestHeaders, response, isSlow };
  const changesNothing = !delivery.isFailing && !delivery.isSlow && !isSlow;
  const state =
    isDelivered(response) && changesNothing
      ? await recordSuccess(db, attempt)
      : await inTransaction(db, (tx) => settle(deps, tx, attempt));
  const { statusCode, durationMs } = response;
  logger.info(
    { deliveryId: id, webhookId, statusCode, durationMs, state },
    'webhook delivery attempted',
  );
}

type AttemptOutcome = DeliveryStep['state'] | 'superseded';

interface CompletedAttempt {
  readonly delivery: DueDelivery;
  readonly jobId: string;
  readonly startedAt: Date;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly response: TruncatedResponse;
  readonly isSlow: boolean;
}

/** Records a success, the usual case, in one statement, because it has no further consequences. */
async function recordSuccess(db: Database, attempt: CompletedAttempt): Promise<AttemptOutcome> {
  const step = { state: 'SUCCEEDED' } as const;
  return (await recordAttempt(db, { ...attempt, lastError: null, step }))
    ? step.state
    : 'superseded';
}

async function settle(
  deps: DeliverDependencies,
  tx: Tx,
  attempt: CompletedAttempt,
): Promise<AttemptOutcome> {
  const { delivery, response, isSlow } = attempt;
  const { organizationId, webhookId } = delivery;
  const health = await lockWebhookForDelivery(tx, { organizationId, webhookId });
  if (!health) return 'superseded';
  const wasDelivered = isDelivered(response);
  const reason = health.isActive ? disableReason(response, health) : undefined;
  const step = nextStep(deps, attempt, health.isActive && reason === undefined);
  const lastError = wasDelivered ? null : describeResponse(response);
  if (!(await recordAttempt(tx, { ...attempt, lastError, step }))) return 'superseded';
  await recordHealth(tx, { organizationId, webhookId, isDelivered: wasDelivered });
  if (isSlow || delivery.isSlow) {
    const minutes = isSlow ? slowForMinutes : 0;
    await recordSpeed(tx, { organizationId, webhookId, slowForMinutes: minutes });
  }
  if (step.state === 'PENDING') {
    const { jobId, delaySeconds } = step;
    const next = { organizationId, deliveryId: delivery.id, webhookUrl: delivery.url };
    const lane = isSlow ? 'slow' : 'main';
    await enqueueAttempt(tx, deps.queue, { ...next, lane, jobId, delaySeconds });
  }
  if (reason) await disableWebhook(deps, tx, { ...delivery, health, reason });
  return step.state;
}

function nextStep(
  { clock, random }: DeliverDependencies,
  { delivery, response }: CompletedAttempt,
  mayRetry: boolean,
): DeliveryStep {
  if (isDelivered(response)) return { state: 'SUCCEEDED' };
  const delaySeconds = retryDelaySeconds({
    attempts: delivery.attempts + 1,
    maxAttempts: delivery.maxAttempts,
    retryAfterSeconds: readRetryAfter(response.headers['retry-after'], clock.now()),
    random: random(),
  });
  if (!mayRetry || delaySeconds === undefined) return { state: 'FAILED' };
  return { state: 'PENDING', jobId: newId(), delaySeconds };
}

async function disableWebhook(
  { enqueueMail }: DeliverDependencies,
  tx: Tx,
  input: {
    readonly organizationId: string;
    readonly webhookId: number;
    readonly health: WebhookHealth;
    readonly reason: DisableReason;
  },
): Promise<void> {
  const { organizationId, webhookId, health, reason } = input;
  if (!(await setActive(tx, { organizationId, id: webhookId, inactiveReason: reason }))) return;
  const lastErrorText = inactiveMessage(reason);
  await endPendingDeliveries(tx, { organizationId, webhookId, lastErrorText });
  if (health.isOfRequests) return;
  const owner = await findOwner(tx, organizationId);
  if (!owner) return;
  await enqueueMail(tx, {
    template: 'webhook_switched_off',
    to: owner.email,
    firstName: owner.firstName,
    webhookName: health.name,
    reason,
  });
}
