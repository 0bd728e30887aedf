import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

/**
 * Webhook endpoint of the payment provider. Omitted from the documentation, because only the
 * provider can sign its requests.
 */
export const paymentEventEndpoint = defineEndpoint({
  operationId: 'receivePaymentEvent',
  summary: 'Take an event of the payment provider',
  tag: 'Billing',
  method: 'POST',
  path: '/payments/events',
  auth: 'public',
  bodyKind: 'raw',
  body: z.string(),
  response: { kind: 'bare', schema: z.object({ received: z.boolean() }) },
});
