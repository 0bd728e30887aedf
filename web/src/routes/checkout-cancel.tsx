import { pageMessages } from '../lib/messages/shell.ts';
import { Page } from '../ui/page.tsx';

/** `/dashboard/checkout-cancel` */
export function CheckoutCancelRoute() {
  return <Page title={pageMessages.checkoutCancel.title} lead={pageMessages.checkoutCancel.lead} />;
}
