import { pageMessages } from '../lib/messages/shell.ts';
import { Page } from '../ui/page.tsx';

/** `/dashboard/billing` */
export function BillingRoute() {
  return <Page title={pageMessages.billing.title} lead={pageMessages.billing.lead} />;
}
