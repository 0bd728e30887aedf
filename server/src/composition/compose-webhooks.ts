import {
  createAddressPolicy,
  createSafeConnector,
  createOwnAddresses,
  explainEgress,
} from '@shotwright/capture';
import { createOutboundSender } from '../adapters/outbound/undici-sender.ts';
import type { FeatureModule, ModuleContext } from './compose-accounts.ts';
import { createFileLinks } from '../features/files/file-links.ts';
import type { MailService } from '../features/mail/mail.service.ts';
import { deliverWebhookHandlers } from '../features/webhooks/deliveries/deliver-webhook.handler.ts';
import { createDeliverWebhook } from '../features/webhooks/deliveries/deliver-webhook.service.ts';
import { deliveriesRoutes } from '../features/webhooks/deliveries/deliveries.routes.ts';
import { createDeliveriesService } from '../features/webhooks/deliveries/deliveries.service.ts';
import {
  createEnqueueBatchDeliveries,
  type EnqueueBatchDeliveries,
} from '../features/webhooks/deliveries/enqueue-batch-deliveries.service.ts';
import {
  createEnqueueChangeDeliveries,
  type EnqueueChangeDeliveries,
} from '../features/webhooks/deliveries/enqueue-change-deliveries.service.ts';
import {
  createEnqueueDeliveries,
  type EnqueueDeliveries,
} from '../features/webhooks/deliveries/enqueue-deliveries.service.ts';
import { createRecentEventsService } from '../features/webhooks/events/recent-events.service.ts';
import {
  createRequestWebhooks,
  type RequestWebhooks,
} from '../features/webhooks/endpoints/request-webhooks.service.ts';
import { createSamplesService } from '../features/webhooks/endpoints/samples.service.ts';
import { createSweepWebhooks } from '../features/webhooks/sweep.service.ts';
import { sweepWebhooksHandler, sweepWebhooksSchedule } from '../features/webhooks/webhooks.jobs.ts';
import { createWebhookSecretsService } from '../features/webhooks/endpoints/webhook-secrets.service.ts';
import { webhooksRoutes } from '../features/webhooks/endpoints/webhooks.routes.ts';
import {
  createWebhooksService,
  type WebhooksService,
} from '../features/webhooks/endpoints/webhooks.service.ts';
import { systemClock as clock } from '../lib/clock.ts';

/**
 * Lifetime of the signed image URL in a delivery: retries send the same body for more than three
 * days.
 */
const imageLinkSeconds = 7 * 86_400;

/** Builds webhooks, which notify customers' endpoints of finished captures. */
export function composeWebhooks(
  input: ModuleContext & Pick<MailService, 'enqueueMail'>,
): FeatureModule & {
  readonly enqueueDeliveries: EnqueueDeliveries;
  readonly enqueueBatchDeliveries: EnqueueBatchDeliveries;
  readonly enqueueChangeDeliveries: EnqueueChangeDeliveries;
  readonly requestWebhooks: RequestWebhooks;
  readonly webhooks: WebhooksService;
} {
  const { config, queue, logger, enqueueMail } = input;
  const { db, keyRing } = input.data;
  const { publicUrl, ownAddresses } = config;
  const allowPrivateTargets = [
    ...config.allowPrivateTargets,
    // The webhook catcher listens on the same host and port as this service.
    ...(config.devWebhooks ? [authorityOf(publicUrl)] : []),
  ];
  const own = createOwnAddresses({ configured: ownAddresses });
  const { checkUrl } = createAddressPolicy(allowPrivateTargets, own);
  const sender = createOutboundSender({
    connect: createSafeConnector({ allowPrivateTargets, ownAddresses }),
    explain: explainEgress,
  });
  const links = createFileLinks({ keyRing, clock, publicUrl, linkSeconds: imageLinkSeconds });
  const eventLinks = {
    linkFor: links.linkFor,
    statusUrlOf: (id: string) => `${publicUrl}/api/v1/screenshots/${id}`,
  };
  const secrets = createWebhookSecretsService({ db, keyRing });
  const decryptSecrets = secrets.decryptSelected;
  const webhooks = createWebhooksService({ db, secrets, checkUrl });
  const deliver = { db, queue, sender, decryptSecrets, enqueueMail, clock, logger };
  return {
    enqueueDeliveries: createEnqueueDeliveries({ queue, links: eventLinks }),
    enqueueBatchDeliveries: createEnqueueBatchDeliveries({ queue }),
    enqueueChangeDeliveries: createEnqueueChangeDeliveries({ queue, clock, publicUrl }),
    requestWebhooks: createRequestWebhooks({
      checkUrl,
      checkPublicUrl: createAddressPolicy([], own).checkUrl,
    }),
    webhooks,
    routes: [
      ...webhooksRoutes({
        webhooks,
        secrets,
        samples: createSamplesService({ db, secrets, sender, checkUrl, clock }),
      }),
      ...deliveriesRoutes(
        createDeliveriesService({ db, queue }),
        createRecentEventsService({ db, secrets, links: eventLinks, clock }),
      ),
    ],
    handlers: [
      ...deliverWebhookHandlers(createDeliverWebhook({ ...deliver, random: Math.random })),
      sweepWebhooksHandler(createSweepWebhooks({ db, queue, logger })),
    ],
    schedules: [sweepWebhooksSchedule],
  };
}

function authorityOf(address: string): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}
