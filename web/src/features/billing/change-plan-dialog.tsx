import type { PlanChange } from '@shotwright/contract';
import { useRef, type RefObject } from 'react';
import { formatCount, formatDate } from '../../lib/format/format.ts';
import { planChangeMessages as messages } from '../../lib/messages/billing.ts';
import { Button, LoadingButton } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { LoadError } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useChangePlan, usePlanPreview } from './billing.api.ts';
import { formatMoney, type CurrentPlan } from './billing.rules.ts';
import { offerName } from './offers.rules.ts';

/** Dialog that shows the cost and start date of a plan change before it is made. */
export function ChangePlanDialog(props: {
  current: CurrentPlan;
  newPlanId: number;
  open: boolean;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
}) {
  const change = useChangePlan();
  const keep = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={props.open}
      onOpenChange={props.onClose}
      title={messages.title(offerName(props.newPlanId))}
      isBusy={change.isPending}
      initialFocus={keep}
      finalFocus={props.finalFocus}
    >
      {props.open && (
        <Body
          current={props.current}
          newPlanId={props.newPlanId}
          onClose={props.onClose}
          change={change}
          keep={keep}
        />
      )}
    </Dialog>
  );
}

function Body({
  change,
  keep,
  ...props
}: {
  current: CurrentPlan;
  newPlanId: number;
  onClose: () => void;
  change: ReturnType<typeof useChangePlan>;
  keep: RefObject<HTMLButtonElement | null>;
}) {
  const preview = usePlanPreview(props.newPlanId);
  const due = preview.data?.dueNowCents ?? 0;
  return (
    <>
      {preview.data ? (
        <Facts preview={preview.data} current={props.current} />
      ) : preview.isError ? (
        <LoadError
          title={messages.previewFailed}
          error={preview.error}
          onRetry={() => void preview.refetch()}
        />
      ) : (
        <Waiting />
      )}
      <DialogActions>
        <Button ref={keep} variant="outline" disabled={change.isPending} onClick={props.onClose}>
          {messages.keep}
        </Button>
        <LoadingButton
          isLoading={change.isPending}
          loadingText={messages.changing}
          disabled={preview.data === undefined}
          onClick={() => change.mutate(props.newPlanId, { onSuccess: props.onClose })}
        >
          {due > 0 ? messages.pay(formatMoney(due, preview.data?.currency)) : messages.change}
        </LoadingButton>
      </DialogActions>
    </>
  );
}

function Facts({ preview, current }: { preview: PlanChange; current: CurrentPlan }) {
  const isNow = preview.takesEffect === 'now';
  const money = (cents: number) => formatMoney(cents, preview.currency);
  const next = money(preview.nextPaymentCents);
  const facts = [
    [messages.dueNow, dueText(preview.dueNowCents, money)],
    [messages.begins, isNow ? messages.beginsNow : formatDate(preview.effectiveAt)],
    [
      messages.after,
      preview.billingCycle === 'YEARLY' ? messages.thenYearly(next) : messages.thenMonthly(next),
    ],
    [messages.credits, messages.creditsMonthly(formatCount(preview.creditsPerCycle))],
  ] as const;
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 rounded-control border border-line">
        {facts.map(([name, value]) => (
          <div
            key={name}
            className="col-span-2 grid grid-cols-subgrid items-baseline border-b border-line px-4 py-2.5 last:border-b-0"
          >
            <dt className="text-table text-muted">{name}</dt>
            <dd className="figures text-right font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-table text-muted">
        {isNow
          ? messages.proration
          : messages.atPeriodEnd(current.name, formatDate(preview.effectiveAt))}
      </p>
    </div>
  );
}

function Waiting() {
  return (
    <output className="grid gap-0 rounded-control border border-line">
      <span className="sr-only">{messages.working}</span>
      {[0, 1, 2, 3].map((line) => (
        <span
          key={line}
          className="flex h-10 items-center justify-between border-b border-line px-4 last:border-b-0"
        >
          <Skeleton className="w-24" />
          <Skeleton className="w-16" />
        </span>
      ))}
    </output>
  );
}

function dueText(cents: number, money: (cents: number) => string): string {
  if (cents === 0) return messages.nothing;
  return cents > 0 ? money(cents) : messages.credit(money(-cents));
}
