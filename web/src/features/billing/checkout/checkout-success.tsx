import { Check, CircleHelp } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { formatCredits, transactionId } from '../../../lib/format/format.ts';
import { checkoutMessages as messages } from '../../../lib/messages/checkout.ts';
import { pageMessages } from '../../../lib/messages/shell.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useSubscription } from '../billing.api.ts';
import { useConfirmation, type Confirmation } from './checkout.api.ts';
import { CheckoutResult } from './checkout-result.tsx';
import { useUsage } from '../usage/usage.api.ts';

/**
 * Page after a payment: shows the confirmation text at once, then the status from the server.
 * Source: specification §2, ruling RL-19.
 */
export function CheckoutSuccess() {
  const [search] = useSearchParams();
  const sessionId = search.get('session_id') ?? '';
  const confirmed = useConfirmation(sessionId);
  const isDoubtful = doubtful.has(confirmed.confirmation);
  return (
    <CheckoutResult
      Icon={isDoubtful ? CircleHelp : Check}
      tone={isDoubtful ? 'amber' : 'green'}
      {...pageMessages.checkoutSuccess}
      actions={
        <>
          <ButtonLink to="/dashboard/billing">{messages.viewBilling}</ButtonLink>
          <ButtonLink to="/dashboard" variant="outline">
            {messages.goToDashboard}
          </ButtonLink>
        </>
      }
    >
      <div className="grid gap-4">
        {sessionId !== '' && (
          <>
            <Confirmed {...confirmed} />
            <p className="text-table text-muted">
              {messages.transaction}{' '}
              <code className="font-mono text-ink">{transactionId(sessionId)}</code>
            </p>
          </>
        )}
        <p className="text-table text-muted">{messages.mailFollows}</p>
      </div>
    </CheckoutResult>
  );
}

/** States in which the success text must be qualified because the payment is not confirmed. */
const doubtful: ReadonlySet<Confirmation> = new Set(['expired', 'unconfirmed']);

const looks: Readonly<Record<Confirmation, { tone: Tone; label: string; text: string }>> = {
  activating: { tone: 'blue', label: messages.activating, text: messages.activatingText },
  active: { tone: 'green', label: messages.active, text: '' },
  processing: { tone: 'amber', label: messages.processing, text: messages.processingText },
  expired: { tone: 'amber', label: messages.expired, text: messages.expiredText },
  unconfirmed: { tone: 'red', label: messages.unconfirmed, text: messages.unconfirmedText },
};

function Confirmed({ confirmation, again, isChecking }: ReturnType<typeof useConfirmation>) {
  const { tone, label, text } = looks[confirmation];
  return (
    <div className="grid gap-3 rounded-control bg-sunk px-4 py-3">
      <output className="grid gap-1.5">
        <span>
          <Badge tone={tone}>
            {confirmation === 'activating' && <Spinner className="size-3" />}
            {label}
          </Badge>
        </span>
        <span className="text-table">{confirmation === 'active' ? <ActivePlan /> : text}</span>
      </output>
      {confirmation === 'expired' && (
        <ButtonLink to="/dashboard/billing" variant="outline" size="sm" className="w-fit">
          {messages.seePlans}
        </ButtonLink>
      )}
      {(confirmation === 'processing' || confirmation === 'unconfirmed') && (
        <Button
          variant="outline"
          size="sm"
          className="w-fit"
          disabled={isChecking}
          onClick={() => void again()}
        >
          {messages.checkAgain}
        </Button>
      )}
    </div>
  );
}

/** Current plan as read from the server. */
function ActivePlan() {
  const plan = useSubscription().data;
  const usage = useUsage().data;
  if (plan === undefined || usage === undefined) return null;
  return messages.activeText(plan.name, formatCredits(usage.creditsAvailable));
}
