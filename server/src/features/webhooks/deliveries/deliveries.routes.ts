import { webhookDeliveryEndpoints } from '@shotwright/contract';
import { route, scopeOf, type Route } from '../../../http/route.ts';
import type { DeliveriesService } from './deliveries.service.ts';
import type { RecentEventsService } from '../events/recent-events.service.ts';
import { presentAttempt, presentDelivery } from '../endpoints/webhooks.present.ts';

/** Routes for the delivery log. */
export function deliveriesRoutes(
  service: DeliveriesService,
  recentEvents: RecentEventsService,
): Route[] {
  return [
    route(webhookDeliveryEndpoints.listWebhookEvents, async ({ caller, query }) => {
      const { events, cursor, secret } = await recentEvents.list({
        ...scopeOf(caller),
        after: query.after === undefined ? undefined : new Date(query.after),
      });
      const shown = events.map(({ id, headers, body }) => ({ id, headers: { ...headers }, body }));
      return { data: { events: shown, cursor: cursor.toISOString(), secret } };
    }),
    route(webhookDeliveryEndpoints.listWebhookDeliveries, async ({ caller, params, query }) => {
      const { organizationId } = caller;
      const { deliveries, summary } = await service.list({
        organizationId,
        id: params.id,
        ...query,
      });
      return { data: { deliveries: deliveries.map(presentDelivery), summary } };
    }),
    route(webhookDeliveryEndpoints.getWebhookDelivery, async ({ caller, params }) => {
      const { organizationId } = caller;
      const { delivery, attempts } = await service.get({ organizationId, ...params });
      return {
        data: {
          delivery: presentDelivery(delivery),
          body: delivery.body,
          attemptLog: attempts.map(presentAttempt),
        },
      };
    }),
    route(webhookDeliveryEndpoints.resendWebhookDelivery, async ({ caller, params }) => {
      const { organizationId } = caller;
      const delivery = await service.resend({ organizationId, ...params });
      return {
        data: { delivery: presentDelivery(delivery) },
        message: 'The delivery is being sent again.',
      };
    }),
    route(webhookDeliveryEndpoints.resendFailedDeliveries, async ({ caller, params, body }) => {
      const { organizationId } = caller;
      const since = new Date(body.since);
      const data = await service.resendFailed({ organizationId, id: params.id, since });
      const message =
        data.resent === 0
          ? 'Nothing has failed since then.'
          : `${data.resent} ${data.resent === 1 ? 'delivery is' : 'deliveries are'} being sent again.`;
      return { data, message };
    }),
  ];
}
