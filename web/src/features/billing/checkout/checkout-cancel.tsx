import { X } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { checkoutMessages as messages } from '../../../lib/messages/checkout.ts';
import { pageMessages } from '../../../lib/messages/shell.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { offerOf } from '../billing.rules.ts';
import { CheckoutResult } from './checkout-result.tsx';

/**
 * Page after an abandoned payment. `Try Again` restores the chosen plan. Source: specification §2,
 * CC-4.
 */
export function CheckoutCancel() {
  const [search] = useSearchParams();
  const wanted = offerOf(Number(search.get('plan') ?? Number.NaN));
  const again = wanted === undefined ? '' : `?plan=${String(wanted.planId)}`;
  return (
    <CheckoutResult
      Icon={X}
      tone="amber"
      {...pageMessages.checkoutCancel}
      actions={
        <>
          <ButtonLink to={`/dashboard/billing${again}`}>{messages.tryAgain}</ButtonLink>
          <ButtonLink to="/dashboard" variant="outline">
            {messages.backToDashboard}
          </ButtonLink>
        </>
      }
    >
      <section className="grid gap-2">
        <h2 className="font-semibold">{messages.whatHappened}</h2>
        <ul className="grid list-disc gap-1 pl-5 text-muted marker:text-faint">
          {messages.causes.map((cause) => (
            <li key={cause}>{cause}</li>
          ))}
        </ul>
      </section>
    </CheckoutResult>
  );
}
