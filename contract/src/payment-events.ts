import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

/** Where the payment provider tells what has happened. Not described to callers: only the provider can sign for it. */
export const paymentEventEndpoint = defineEndpoint({
  operationId: 'receivePaymentEvent',
  summary: 'Take an event of the payment provider',
  tag: 'Billing',
  method: 'POST',
  path: '/payments/events',
  auth: 'public',
  bodyKind: 'raw',
  body: z.string(),
  answer: { kind: 'bare', schema: z.object({ received: z.boolean() }) },
});
