import { createSafeConnector, explainEgress } from '@shotwright/capture';
import { createOutboundSender } from '../src/adapters/outbound/undici-sender.ts';
import { openDatabase } from '../src/db/open.ts';
import { deliverWebhookHandlers } from '../src/features/webhooks/deliveries/deliver-webhook.handler.ts';
import { createDeliverWebhook } from '../src/features/webhooks/deliveries/deliver-webhook.service.ts';
import { createWebhookSecretsService } from '../src/features/webhooks/endpoints/webhook-secrets.service.ts';
import { createJobQueue } from '../src/jobs/queue.ts';
import { createJobWorkers } from '../src/jobs/worker.ts';
import { systemClock as clock } from '../src/lib/clock.ts';
import { createKeyRing } from '../src/lib/crypto.ts';
import { silentLogger as logger } from '../src/lib/logger.ts';

/**
 * A worker process for tests that kill it: delivers the webhooks of the database named on its
 * command line.
 */
const [url = '', secretKey = ''] = process.argv.slice(2);
const connection = { connectionString: url };
const { db } = openDatabase({ connection, maxConnections: 4, logger });
const secrets = createWebhookSecretsService({ db, keyRing: createKeyRing(secretKey) });
const service = createDeliverWebhook({
  db,
  queue: await createJobQueue({ db, logger }),
  sender: createOutboundSender({
    connect: createSafeConnector({ allowPrivateTargets: ['127.0.0.0/8'] }),
    explain: explainEgress,
  }),
  decryptSecrets: secrets.decryptSelected,
  enqueueMail: async () => undefined,
  clock,
  logger,
  random: Math.random,
});
const handlers = deliverWebhookHandlers(service);
await createJobWorkers({ connection, handlers, schedules: [], logger }).start();
