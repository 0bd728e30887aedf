import { Check, CircleHelp } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { formatCredits, transactionId } from '../../lib/format.ts';
import { checkoutMessages as words } from '../../lib/messages/checkout.ts';
import { pageMessages } from '../../lib/messages/shell.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useSubscription } from './billing.api.ts';
import { useConfirmation, type Confirmation } from './checkout.api.ts';
import { OutcomePage } from './outcome-page.tsx';
import { useUsage } from './usage.api.ts';

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
    <OutcomePage
      Icon={isDoubtful ? CircleHelp : Check}
      tone={isDoubtful ? 'amber' : 'green'}
      {...pageMessages.checkoutSuccess}
      actions={
        <>
          <ButtonLink to="/dashboard/billing">{words.viewBilling}</ButtonLink>
          <ButtonLink to="/dashboard" variant="outline">
            {words.goToDashboard}
          </ButtonLink>
        </>
      }
    >
      <div className="grid gap-4">
        {sessionId !== '' && (
          <>
            <Confirmed {...confirmed} />
            <p className="text-table text-muted">
              {words.transaction}{' '}
              <code className="font-mono text-ink">{transactionId(sessionId)}</code>
            </p>
          </>
        )}
        <p className="text-table text-muted">{words.mailFollows}</p>
      </div>
    </OutcomePage>
  );
}

/** States in which the success text must be qualified because the payment is not confirmed. */
const doubtful: ReadonlySet<Confirmation> = new Set(['expired', 'unconfirmed']);

const looks: Readonly<Record<Confirmation, { tone: Tone; label: string; text: string }>> = {
  activating: { tone: 'blue', label: words.activating, text: words.activatingText },
  active: { tone: 'green', label: words.active, text: '' },
  processing: { tone: 'amber', label: words.processing, text: words.processingText },
  expired: { tone: 'amber', label: words.expired, text: words.expiredText },
  unconfirmed: { tone: 'red', label: words.unconfirmed, text: words.unconfirmedText },
};

function Confirmed({ confirmation, again, isAsking }: ReturnType<typeof useConfirmation>) {
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
          {words.seePlans}
        </ButtonLink>
      )}
      {(confirmation === 'processing' || confirmation === 'unconfirmed') && (
        <Button
          variant="outline"
          size="sm"
          className="w-fit"
          disabled={isAsking}
          onClick={() => void again()}
        >
          {words.checkAgain}
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
  return words.activeText(plan.name, formatCredits(usage.creditsAvailable));
}
