import { WebhooksList } from '../features/webhooks/webhooks-list.tsx';

/** Route `/dashboard/webhooks`. */
export function WebhooksRoute() {
  return <WebhooksList />;
}
