import { CreditCard } from 'lucide-react';
import { cn } from '../../lib/cn.ts';
import { formatCount, formatDate, formatDateRange, formatStatus } from '../../lib/format/format.ts';
import { billingMessages as messages } from '../../lib/messages/billing.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonRowClasses, LoadingButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { usePortal, useResumePlan } from './billing.api.ts';
import { statusTone, unusedCreditsText, type CurrentPlan as Plan } from './billing.rules.ts';
import { offerName } from './offers.rules.ts';
import { UsageMeters } from './usage/usage-meters.tsx';

/** Current plan on the left, its usage on the right. Source: specification §2, §4. */
export function CurrentPlan({ plan, onCancel }: { plan: Plan; onCancel: () => void }) {
  return (
    <Card className="grid md:max-xl:grid-cols-1 xl:grid-cols-[5fr_4fr]">
      <section aria-labelledby="current-plan" className="grid content-between gap-5 p-5 sm:p-6">
        <div className="grid gap-4">
          <PlanName plan={plan} />
          <PlanFacts plan={plan} />
        </div>
        <PlanActions plan={plan} onCancel={onCancel} />
      </section>
      <div className="border-line p-5 max-xl:border-t sm:p-6 xl:border-l">
        <UsageMeters />
      </div>
    </Card>
  );
}

function PlanName({ plan }: { plan: Plan }) {
  const note = noteOf(plan);
  return (
    <div className="grid gap-1.5">
      <h2 id="current-plan" className="text-table text-muted">
        {messages.currentPlan}
      </h2>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-figure font-semibold tracking-[-0.02em]">{plan.name}</span>
        <Badge tone={statusTone(plan.status)}>{formatStatus(plan.status)}</Badge>
      </p>
      {note !== undefined && (
        <p className={cn('text-table text-muted', plan.status === 'PAST_DUE' && 'text-amber')}>
          {note}
        </p>
      )}
    </div>
  );
}

function PlanFacts({ plan }: { plan: Plan }) {
  const unused = unusedCreditsText(plan.tier);
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-table">
      <Fact name={messages.fees}>{plan.fees}</Fact>
      {plan.period !== null && (
        <Fact name={messages.period}>{formatDateRange(plan.period.start, plan.period.end)}</Fact>
      )}
      {plan.credits !== null && (
        <Fact name={messages.creditsEachCycle}>
          {messages.creditsMonthly(formatCount(plan.credits))}
          {unused !== null && <span className="block text-label text-muted">{unused}.</span>}
        </Fact>
      )}
      {plan.codes.length > 0 && (
        <Fact name={messages.codes}>
          <span className="flex flex-wrap gap-1.5">
            {plan.codes.map((code) => (
              <code
                key={code}
                className="rounded-control border border-line bg-sunk px-1.5 py-px font-mono text-label"
              >
                {code}
              </code>
            ))}
          </span>
        </Fact>
      )}
    </dl>
  );
}

function Fact(props: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-muted">{props.name}</dt>
      <dd className="figures min-w-0">{props.children}</dd>
    </>
  );
}

function PlanActions({ plan, onCancel }: { plan: Plan; onCancel: () => void }) {
  const portal = usePortal();
  const resume = useResumePlan();
  if (!plan.isPaid || plan.isLifetime || plan.tier === 'enterprise') return null;
  return (
    <div className={cn(buttonRowClasses, 'items-center')}>
      {(plan.isEnding || followsOther(plan)) && (
        <LoadingButton isLoading={resume.isPending} onClick={() => resume.mutate()}>
          {plan.isEnding ? messages.resumePlan : messages.keep(plan.name)}
        </LoadingButton>
      )}
      <LoadingButton variant="outline" isLoading={portal.isLeaving} onClick={portal.open}>
        <CreditCard aria-hidden="true" />
        {messages.portal}
      </LoadingButton>
      {!plan.isEnding && plan.status !== 'CANCELLED' && (
        <Button variant="ghost" className="text-muted" onClick={onCancel}>
          {messages.cancelPlan}
        </Button>
      )}
    </div>
  );
}

/** Returns the most important note about the plan, or undefined if there is none. */
function noteOf(plan: Plan): string | undefined {
  const end = plan.period === null ? undefined : formatDate(plan.period.end);
  if (plan.tier === 'free') return messages.freePlanHelp;
  if (plan.isLifetime) return messages.lifetimeHelp;
  if (plan.status === 'PAST_DUE') return messages.pastDue;
  if (end === undefined) return undefined;
  if (plan.isEnding || plan.status === 'CANCELLED') return messages.ends(plan.name, end);
  if (followsOther(plan)) return messages.nextPlan(offerName(plan.nextPlanId ?? plan.planId), end);
  return plan.isPaid ? messages.renews(end) : undefined;
}

/** True if a different plan starts with the next period. */
function followsOther({ nextPlanId, planId }: Plan): boolean {
  return nextPlanId !== null && nextPlanId !== planId;
}
