import type { Plan } from '@shotwright/contract';
import { Check } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { formatCount, formatSize } from '../../lib/format/format.ts';
import { billingMessages as messages } from '../../lib/messages/billing.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatMoney, savingOf, unusedCreditsText, type PaidCycle } from './billing.rules.ts';

/** Card of one plan: price, contents and action. */
export function PlanCard(props: {
  plan: Plan;
  cycle: PaidCycle;
  isCurrent: boolean;
  /** True if this plan was chosen in the abandoned checkout. */
  isWanted: boolean;
  children: ReactNode;
}) {
  const { plan, isCurrent } = props;
  const nameId = useId();
  return (
    <li
      aria-labelledby={nameId}
      aria-current={isCurrent || undefined}
      className={cn(
        'flex flex-col gap-5 rounded-card border border-line bg-card p-5 shadow-sheet',
        isCurrent && 'border-ink ring-1 ring-ink',
        props.isWanted && !isCurrent && 'border-cobalt ring-1 ring-cobalt',
      )}
    >
      <div className="grid gap-2">
        <div className="flex min-h-6 items-center justify-between gap-2">
          <h3 id={nameId} className="text-lead font-semibold">
            {plan.name}
          </h3>
          <SavingBadge plan={plan} cycle={props.cycle} />
        </div>
        <Price plan={plan} cycle={props.cycle} />
      </div>
      <ul className="grid flex-1 content-start gap-2 text-table">
        {linesOf(plan).map((line) => (
          <li key={line} className="flex items-start gap-2">
            <Check aria-hidden="true" className="mt-0.5 size-3.5 shrink-0 text-muted" />
            <span className="figures">{line}</span>
          </li>
        ))}
      </ul>
      <div className="grid">{props.children}</div>
    </li>
  );
}

function Price({ plan, cycle }: { plan: Plan; cycle: PaidCycle }) {
  const price = priceOf(plan, cycle);
  return (
    <div className="grid gap-0.5">
      <p className="flex flex-wrap items-baseline gap-x-1.5">
        <span className="figures text-figure font-semibold tracking-[-0.02em]">{price.amount}</span>
        {price.unit !== undefined && <span className="text-table text-muted">{price.unit}</span>}
      </p>
      <p className="figures text-label text-muted">{price.note}</p>
    </div>
  );
}

function SavingBadge({ plan, cycle }: { plan: Plan; cycle: PaidCycle }) {
  const saving = cycle === 'annual' && plan.tier !== 'enterprise' ? savingOf(plan) : null;
  if (saving === null) return null;
  return (
    <Badge tone="green">
      {saving.months > 0
        ? messages.monthsFree(saving.months)
        : messages.saves(formatMoney(saving.cents))}
    </Badge>
  );
}

function priceOf(plan: Plan, cycle: PaidCycle): { amount: string; unit?: string; note: string } {
  if (plan.tier === 'enterprise') return { amount: messages.custom, note: messages.customBilled };
  if (plan.monthly === null || plan.annual === null) {
    return { amount: formatMoney(0), unit: messages.perMonth, note: messages.freeBilled };
  }
  if (cycle === 'monthly') {
    const amount = formatMoney(plan.monthly.priceCents);
    return { amount, unit: messages.perMonth, note: messages.monthlyBilled };
  }
  const monthly = formatMoney(Math.round(plan.annual.priceCents / 12));
  return {
    amount: formatMoney(plan.annual.priceCents),
    unit: messages.perYear,
    note: messages.annualBilled(monthly),
  };
}

function linesOf(plan: Plan): string[] {
  const { creditsPerCycle, storageBytes } = plan;
  if (creditsPerCycle === null || storageBytes === null)
    return [messages.customLine, messages.everyPlan];
  return [
    messages.creditsLine(formatCount(creditsPerCycle)),
    messages.storageLine(formatSize(storageBytes)),
    unusedCreditsText(plan.tier) ?? '',
    messages.everyPlan,
  ].filter((line) => line !== '');
}
