import { WebhooksList } from '../features/webhooks/webhooks-list.tsx';

/** `/dashboard/webhooks` */
export function WebhooksRoute() {
  return <WebhooksList />;
}
