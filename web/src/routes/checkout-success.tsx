import { pageMessages } from '../lib/messages/shell.ts';
import { Page } from '../ui/page.tsx';

/** `/dashboard/checkout-success` */
export function CheckoutSuccessRoute() {
  return (
    <Page title={pageMessages.checkoutSuccess.title} lead={pageMessages.checkoutSuccess.lead} />
  );
}
