import { sampleWebhookBody, webhookLimits, type SampleEventType } from '@shotwright/contract';
import type { OutboundSender } from '../../../adapters/outbound/outbound-sender.ts';
import { inTransaction, type Database } from '../../../db/transaction.ts';
import { AppError } from '../../../shared/app-error.ts';
import { urlNotAllowed, type CheckUrl } from '../../../shared/public-url.ts';
import type { Clock } from '../../../lib/clock.ts';
import { newId } from '../../../lib/ids.ts';
import { truncatedResponse, type TruncatedResponse } from '../deliveries/response.rules.ts';
import { webhookHeaders } from '../events/signature.rules.ts';
import type { WebhookSecretsService } from './webhook-secrets.service.ts';
import { readWebhookUrl, webhookUrlField } from './webhook-url.rules.ts';
import { countSample, findWebhookIdByUrl } from './webhooks.store.ts';

/** A sent sample and its response. */
export interface SentSample {
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string;
  readonly answer: TruncatedResponse;
  /** Secret that signed it, if no webhook has this URL yet. */
  readonly sampleSecret: string | null;
}

/** Sample deliveries, to test an endpoint before it is needed. */
export interface SamplesService {
  /**
   * Sends one and waits, at most 15 s. Throws `rate_limited` after five in a minute, and rejects
   * URLs as a webhook does, including those whose host resolves to a private IP.
   */
  send(input: {
    readonly organizationId: string;
    readonly webhookUrl: string;
    readonly type: SampleEventType;
    readonly signal: AbortSignal;
  }): Promise<SentSample>;
}

interface SamplesDependencies {
  readonly db: Database;
  readonly secrets: Pick<WebhookSecretsService, 'decryptSecrets' | 'sampleSecret'>;
  readonly sender: Pick<OutboundSender, 'post'>;
  readonly checkUrl: CheckUrl;
  readonly clock: Clock;
}

/** Creates a {@link SamplesService} that sends through the same client as deliveries. */
export function createSamplesService(deps: SamplesDependencies): SamplesService {
  const { db, secrets, sender, clock } = deps;
  return {
    send: async ({ organizationId, webhookUrl, type, signal }) => {
      const url = readWebhookUrl(webhookUrl, deps.checkUrl);
      const limit = webhookLimits.samplesPerMinute;
      const waitSeconds = await inTransaction(db, (tx) =>
        countSample(tx, { organizationId, limit }),
      );
      if (waitSeconds > 0) throw tooManySamples(waitSeconds);
      const known = await findWebhookIdByUrl(db, { organizationId, url });
      const own =
        known === undefined ? [] : await secrets.decryptSecrets({ organizationId, id: known });
      const sampleSecret = own.length === 0 ? secrets.sampleSecret(organizationId) : null;
      const body = sampleWebhookBody(type);
      const requestHeaders = webhookHeaders({
        id: newId(),
        at: clock.now(),
        body,
        secrets: sampleSecret === null ? own : [sampleSecret],
      });
      const outcome = await sender.post({ url, headers: requestHeaders, body }, signal);
      if (outcome.kind === 'failed' && outcome.code === 'url_not_allowed')
        throw urlNotAllowed(outcome.message, webhookUrlField);
      return {
        requestHeaders,
        requestBody: body,
        answer: truncatedResponse(outcome),
        sampleSecret,
      };
    },
  };
}

function tooManySamples(seconds: number): AppError {
  return new AppError({
    code: 'rate_limited',
    message: `At most ${webhookLimits.samplesPerMinute} samples can be sent per minute. Try again in ${seconds} seconds.`,
    retryAfterSeconds: seconds,
  });
}
