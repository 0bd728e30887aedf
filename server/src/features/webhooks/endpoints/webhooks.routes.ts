import { webhookEndpoints } from '@shotwright/contract';
import { ownerOf, route, type Route } from '../../../http/route.ts';
import { describeResponse, isDelivered } from '../deliveries/response.rules.ts';
import type { SamplesService } from './samples.service.ts';
import { requireFilled, requireSampleUrl } from './webhook-fields.rules.ts';
import type { WebhookSecretsService } from './webhook-secrets.service.ts';
import { presentResponse, presentSecrets, presentWebhook } from './webhooks.present.ts';
import type { WebhooksService } from './webhooks.service.ts';

interface WebhookServices {
  readonly webhooks: WebhooksService;
  readonly secrets: WebhookSecretsService;
  readonly samples: SamplesService;
}

/** Routes for webhooks, their secrets and samples. */
export function webhooksRoutes({ webhooks, secrets, samples }: WebhookServices): Route[] {
  return [
    ...listRoutes(webhooks),
    route(webhookEndpoints.sendWebhookSample, async ({ caller, body, signal }) => {
      const organizationId = ownerOf(caller, 'webhooks');
      requireSampleUrl(body.webhookUrl);
      const sample = await samples.send({
        organizationId,
        ...body,
        signal,
      });
      const { answer, requestHeaders, requestBody, sampleSecret } = sample;
      const wasDelivered = isDelivered(answer);
      return {
        data: {
          isDelivered: wasDelivered,
          requestHeaders: { ...requestHeaders },
          requestBody,
          answer: presentResponse(answer),
          sampleSecret,
        },
        message: wasDelivered ? 'Sample webhook sent successfully' : describeResponse(answer),
      };
    }),
    route(webhookEndpoints.getWebhookSecret, async ({ caller, params }) => {
      const { organizationId } = caller;
      return { data: presentSecrets(await secrets.readSecret({ organizationId, id: params.id })) };
    }),
    route(webhookEndpoints.rotateWebhookSecret, async ({ caller, params, body }) => {
      const { organizationId } = caller;
      const { overlapHours } = body;
      const rotated = await secrets.rotate({ organizationId, id: params.id, overlapHours });
      return { data: presentSecrets(rotated), message: 'The signing secret was rotated.' };
    }),
  ];
}

function listRoutes(webhooks: WebhooksService): Route[] {
  return [
    route(webhookEndpoints.listWebhooks, async ({ caller }) => ({
      data: (await webhooks.list(caller.organizationId)).map(presentWebhook),
    })),
    route(webhookEndpoints.createWebhook, async ({ caller, body }) => {
      requireFilled({ name: body.name, webhookUrl: body.webhookUrl });
      const { webhook, secret } = await webhooks.create({
        organizationId: caller.organizationId,
        name: body.name,
        url: body.webhookUrl,
        eventTypes: body.eventIds,
        projectIds: body.projectIds,
      });
      const data = { webhook: presentWebhook(webhook), secret };
      return { data, message: 'Webhook created successfully' };
    }),
    route(webhookEndpoints.setWebhookStatus, async ({ caller, body }) => {
      const webhook = await webhooks.setStatus({
        organizationId: caller.organizationId,
        id: body.webhookId,
        isActive: body.status,
      });
      const data = { webhook: presentWebhook(webhook) };
      return { data, message: 'Webhook status updated successfully' };
    }),
    route(webhookEndpoints.updateWebhook, async ({ caller, params, body }) => {
      const webhook = await webhooks.change({
        organizationId: caller.organizationId,
        id: params.id,
        name: body.name,
        url: body.webhookUrl,
        eventTypes: body.eventIds,
        projectIds: body.projectIds,
      });
      const data = { webhook: presentWebhook(webhook) };
      return { data, message: 'Webhook updated successfully' };
    }),
    route(webhookEndpoints.deleteWebhook, async ({ caller, params }) => {
      await webhooks.remove({ organizationId: caller.organizationId, id: params.id });
      return { data: {}, message: 'Webhook deleted successfully' };
    }),
  ];
}
