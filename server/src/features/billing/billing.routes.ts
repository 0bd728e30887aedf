import { billingEndpoints, paymentEventEndpoint } from '@shotwright/contract';
import { route, type Route } from '../../http/route.ts';
import { presentInvoice, presentSubscription } from './billing.present.ts';
import type { CheckoutService } from './checkout.service.ts';
import type { PaymentEventsService } from './payment-events.service.ts';
import type { SubscriptionService } from './subscription.service.ts';

/** Routes for buying, changing and cancelling a plan, and for the payment provider's webhooks. */
export function billingRoutes(input: {
  readonly checkout: CheckoutService;
  readonly subscriptions: SubscriptionService;
  readonly events: PaymentEventsService;
}): Route[] {
  const { checkout, subscriptions, events } = input;
  const present = async (organizationId: string) =>
    presentSubscription(await subscriptions.read(organizationId));
  return [
    route(billingEndpoints.getSubscription, async ({ caller }) => ({
      data: await present(caller.organizationId),
    })),
    route(billingEndpoints.createCheckoutSession, async ({ caller, body }) => {
      const { organizationId, userId } = caller;
      const { newPlanId: planId, successUrl, cancelUrl } = body;
      return {
        data: await checkout.open({ organizationId, userId, planId, successUrl, cancelUrl }),
      };
    }),
    route(billingEndpoints.confirmCheckout, async ({ caller, body }) => {
      const { organizationId } = caller;
      const checkoutStatus = await checkout.confirm({ organizationId, sessionId: body.sessionId });
      return { data: { checkoutStatus } };
    }),
    route(billingEndpoints.previewPlanChange, async ({ caller, body }) => {
      const { organizationId } = caller;
      return { data: await subscriptions.preview({ organizationId, planId: body.newPlanId }) };
    }),
    route(billingEndpoints.changePlan, async ({ caller, body }) => {
      const { organizationId } = caller;
      await subscriptions.change({ organizationId, planId: body.newPlanId });
      return { data: await present(organizationId), message: 'Plan changed' };
    }),
    route(billingEndpoints.cancelSubscription, async ({ caller, body }) => {
      const { organizationId } = caller;
      const reason = body.reason === undefined || body.reason === '' ? null : body.reason;
      await subscriptions.cancel({ organizationId, reason });
      return {
        data: await present(organizationId),
        message: 'The plan ends with the current period',
      };
    }),
    route(billingEndpoints.resumeSubscription, async ({ caller }) => {
      await subscriptions.resume(caller.organizationId);
      return { data: await present(caller.organizationId), message: 'The plan renews as usual' };
    }),
    route(billingEndpoints.openBillingPortal, async ({ caller }) => ({
      data: { url: await subscriptions.openPortal(caller.organizationId) },
    })),
    route(billingEndpoints.listInvoices, async ({ caller }) => ({
      data: {
        invoices: (await subscriptions.listInvoices(caller.organizationId)).map(presentInvoice),
      },
    })),
    route(paymentEventEndpoint, async ({ body, header }) => {
      await events.receive({ body, signature: header('stripe-signature') ?? '' });
      return { data: { received: true } };
    }),
  ];
}
