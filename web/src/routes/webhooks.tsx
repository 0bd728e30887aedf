import { pageMessages } from '../lib/messages/shell.ts';
import { Page } from '../ui/page.tsx';

/** `/dashboard/webhooks` */
export function WebhooksRoute() {
  return <Page title={pageMessages.webhooks.title} lead={pageMessages.webhooks.lead} />;
}
