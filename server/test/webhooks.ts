import { createAddressPolicy, createSafeConnector, explainEgress } from '@shotwright/capture';
import type { OutboundSender } from '../src/adapters/outbound/outbound-sender.ts';
import { createOutboundSender } from '../src/adapters/outbound/undici-sender.ts';
import { inTransaction, type Tx } from '../src/db/transaction.ts';
import { deliverWebhookHandlers } from '../src/features/webhooks/deliveries/deliver-webhook.handler.ts';
import {
  createDeliverWebhook,
  type WebhookDisabledMail,
} from '../src/features/webhooks/deliveries/deliver-webhook.service.ts';
import { createDeliveriesService } from '../src/features/webhooks/deliveries/deliveries.service.ts';
import { createEnqueueDeliveries } from '../src/features/webhooks/deliveries/enqueue-deliveries.service.ts';
import { createRecentEventsService } from '../src/features/webhooks/events/recent-events.service.ts';
import type { EventLinks } from '../src/features/webhooks/events/webhook-event.present.ts';
import { createSweepWebhooks } from '../src/features/webhooks/sweep.service.ts';
import {
  deliverSlowWebhookJob,
  deliverWebhookJob,
} from '../src/features/webhooks/webhooks.jobs.ts';
import type { Lane } from '../src/features/webhooks/deliveries/lane.rules.ts';
import { createWebhookSecretsService } from '../src/features/webhooks/endpoints/webhook-secrets.service.ts';
import { createWebhooksService } from '../src/features/webhooks/endpoints/webhooks.service.ts';
import { prepareJobQueues } from '../src/jobs/queue.ts';
import { systemClock as clock } from '../src/lib/clock.ts';
import { createKeyRing } from '../src/lib/crypto.ts';
import { newId } from '../src/lib/ids.ts';
import { silentLogger as logger } from '../src/lib/logger.ts';
import { insertOrganization, insertProject, insertUser } from './factories.ts';
import { openTestJobs } from './jobs.ts';

/** Secret of test databases and of the worker process. */
export const webhookTestSecret = 'a master secret of thirty-two bytes or more';

/**
 * The webhooks feature over a real database, queue and network; only the captures are simulated.
 */
export async function openTestWebhooks(settings: { readonly sendTimeoutMs?: number } = {}) {
  const jobs = await openTestJobs();
  const { db, connection } = jobs.database;
  const { queue } = jobs;
  await prepareJobQueues({ connection, kinds: [deliverWebhookJob, deliverSlowWebhookJob], logger });
  const allowPrivateTargets = ['127.0.0.0/8'];
  const network = createOutboundSender({
    connect: createSafeConnector({ allowPrivateTargets }),
    explain: explainEgress,
    timeoutMs: settings.sendTimeoutMs ?? 1_000,
  });
  const sender: { post: OutboundSender['post'] } = { post: network.post };
  const secrets = createWebhookSecretsService({ db, keyRing: createKeyRing(webhookTestSecret) });
  const { checkUrl } = createAddressPolicy(allowPrivateTargets);
  const mails: WebhookDisabledMail[] = [];
  const links: EventLinks = {
    linkFor: ({ id, name }) => `http://localhost/files/${id}/${name}`,
    statusUrlOf: (id) => `http://localhost/screenshots/${id}`,
  };
  const enqueueDeliveries = createEnqueueDeliveries({ queue, links });
  const service = createDeliverWebhook({
    db,
    queue,
    sender: { post: (message, signal) => sender.post(message, signal) },
    decryptSecrets: secrets.decryptSelected,
    enqueueMail: async (_tx, mail) => {
      mails.push(mail);
    },
    clock,
    logger,
    random: () => 0.5,
  });
  const deliveryOf = (id: string) =>
    db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst();
  return {
    db,
    jobs,
    /** Replace `post` to simulate network failures. */
    sender,
    network,
    mails,
    secrets,
    enqueueDeliveries,
    service,
    webhooks: createWebhooksService({ db, secrets, checkUrl }),
    deliveries: createDeliveriesService({ db, queue }),
    recentEvents: createRecentEventsService({ db, secrets, links, clock }),
    sweep: createSweepWebhooks({ db, queue, logger }).sweep,
    work: () => jobs.work(deliverWebhookHandlers(service)),
    customer: async () => {
      const { id: organizationId } = await insertOrganization(db);
      const { id: projectId } = await insertProject(db, { organization_id: organizationId });
      const { email } = await insertUser(db, { organization_id: organizationId });
      return { organizationId, projectId, email };
    },
    deliveryOf,
    deliveriesOf: (organizationId: string) =>
      db
        .selectFrom('webhook_deliveries')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .orderBy('id')
        .execute(),
    /** Runs the next attempt, even if it is not due yet. */
    attempt: async (deliveryId: string, lane: Lane = 'slow') => {
      const row = await deliveryOf(deliveryId);
      if (!row) throw new Error('the delivery has gone');
      const { organization_id: organizationId, job_id: jobId } = row;
      const { signal } = new AbortController();
      await service.deliver({ organizationId, deliveryId, jobId, signal, lane });
      return deliveryOf(deliveryId);
    },
    endCapture: (input: CaptureEnd, beforeCommit?: () => Promise<void>) =>
      inTransaction(db, async (tx) => {
        const id = await insertEnded(tx, input);
        await enqueueDeliveries(tx, { organizationId: input.organizationId, id });
        await beforeCommit?.();
        return id;
      }),
    close: () => jobs.close(),
  };
}

interface CaptureEnd {
  readonly organizationId: string;
  readonly projectId: number;
  readonly status?: 'COMPLETE' | 'FAILED';
  /** True: the verdict returned the credits. */
  readonly isBlank?: boolean;
}

async function insertEnded(tx: Tx, input: CaptureEnd): Promise<string> {
  const { organizationId, projectId, status = 'COMPLETE', isBlank = false } = input;
  const id = newId();
  const hasFailed = status === 'FAILED';
  await tx
    .insertInto('screenshots')
    .values({
      id,
      organization_id: organizationId,
      project_id: projectId,
      api_key_id: null,
      user_id: null,
      source: 'URL',
      url: 'https://example.com/',
      html: null,
      options: '{}',
      secrets_sealed: null,
      status,
      credits: 3,
      failure_code: hasFailed ? 'dns_error' : null,
      failure_message: hasFailed ? 'There is no such server.' : null,
      report: JSON.stringify({ targetStatus: 200, requestCount: 4, receivedBytes: 10.5 }),
      verdict: isBlank ? JSON.stringify({ kind: 'blank', reasons: [], confidence: 'high' }) : null,
      is_refunded: isBlank,
      started_at: new Date(Date.now() - 1_500),
      finished_at: new Date(),
    })
    .execute();
  if (hasFailed) return id;
  await tx
    .insertInto('files')
    .values({
      id: newId(),
      organization_id: organizationId,
      screenshot_id: id,
      kind: 'image',
      storage_key: id,
      name: 'example.png',
      content_type: 'image/png',
      size_bytes: 1_234,
      sha256: 'x',
      width_px: 1_280,
      height_px: 720,
    })
    .execute();
  return id;
}
