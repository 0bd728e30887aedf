import { maxLifetimeCodes, type Plan } from '@shotwright/contract/paths';
import { useId, useState } from 'react';
import { cn } from '../../lib/cn.ts';
import { formatCount, formatSize } from '../../lib/format/format.ts';
import { billingMessages as messages } from '../../lib/messages/billing.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { useRuntimeConfig } from '../../lib/api/runtime-config.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClasses, ButtonLink, LoadingButton } from '../../ui/button.tsx';
import { Card, SectionHeading } from '../../ui/card.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { useCheckout, useResumePlan } from './billing.api.ts';
import { factsOf, type CurrentPlan, type PaidCycle } from './billing.rules.ts';
import { ChangePlanDialog } from './change-plan-dialog.tsx';
import { actionOf, isCurrent, shownPlans, suggestedTier, type PlanAction } from './offers.rules.ts';
import { PlanCard } from './plan-card.tsx';

interface ChooserProps {
  current: CurrentPlan;
  cycle: PaidCycle;
  onCycle: (cycle: PaidCycle) => void;
  /** Plan of an abandoned checkout. */
  wantedPlanId: number | undefined;
  onCancel: () => void;
}

/** Plan cards with the billing cycle toggle. Source: specification §2, §9. */
export function PlanChooser(props: ChooserProps) {
  const { current, cycle } = props;
  const noteId = useId();
  const note = noteOf(current);
  const returnFocus = useReturnFocus();
  const [changing, setChanging] = useState<{ planId: number; isOpen: boolean } | null>(null);
  const change = (planId: number) => {
    returnFocus.remember();
    setChanging({ planId, isOpen: true });
  };
  return (
    <section aria-labelledby="plans" className="@container grid gap-4">
      <SectionHeading id="plans" title={messages.plans}>
        <CycleToggle cycle={cycle} onCycle={props.onCycle} />
      </SectionHeading>
      {note !== undefined && (
        <p id={noteId} className="rounded-control bg-amber-wash px-4 py-3 text-table">
          {note} {!current.isLifetime && <SupportLink />}
        </p>
      )}
      <PlanGrid {...props} noteId={note === undefined ? undefined : noteId} onChange={change} />
      <LifetimeCard />
      {changing && (
        <ChangePlanDialog
          key={changing.planId}
          current={current}
          newPlanId={changing.planId}
          open={changing.isOpen}
          onClose={() => setChanging({ ...changing, isOpen: false })}
          finalFocus={returnFocus.finalFocus}
        />
      )}
    </section>
  );
}

function PlanGrid(
  props: ChooserProps & { noteId: string | undefined; onChange: (planId: number) => void },
) {
  const { current, cycle } = props;
  const suggested = suggestedTier(current);
  const checkout = useCheckout();
  const resume = useResumePlan();
  const act = (action: PlanAction) => {
    if (action.kind === 'checkout') checkout.start(action.planId);
    if (action.kind === 'change') props.onChange(action.planId);
    if (action.kind === 'cancel') props.onCancel();
    if (action.kind === 'resume') resume.mutate();
  };
  const isBusyWith = (action: PlanAction) =>
    (action.kind === 'checkout' && action.planId === checkout.leavingFor) ||
    (action.kind === 'resume' && resume.isPending);
  return (
    <ul className="grid gap-3 @md:grid-cols-2 @4xl:grid-cols-4">
      {shownPlans.map((plan) => {
        const action = actionOf(current, plan, cycle);
        const isWanted = 'planId' in action && action.planId === props.wantedPlanId;
        return (
          <PlanCard
            key={plan.tier}
            plan={plan}
            cycle={cycle}
            isCurrent={isCurrent(current, plan, cycle)}
            isWanted={isWanted}
          >
            <PlanButton
              action={action}
              isMain={props.wantedPlanId === undefined ? plan.tier === suggested : isWanted}
              isBusy={isBusyWith(action)}
              describedBy={props.noteId}
              onClick={() => act(action)}
            />
          </PlanCard>
        );
      })}
    </ul>
  );
}

function CycleToggle(props: { cycle: PaidCycle; onCycle: (cycle: PaidCycle) => void }) {
  return (
    <SegmentedControl
      label={messages.cycle}
      isLabelHidden
      isFitted
      value={props.cycle}
      onValueChange={props.onCycle}
      options={[
        { value: 'monthly', label: messages.monthly },
        {
          value: 'annual',
          label: messages.annual,
          badge: <Badge tone="green">{messages.annualBadge}</Badge>,
        },
      ]}
    />
  );
}

function PlanButton(props: {
  action: PlanAction;
  isMain: boolean;
  isBusy: boolean;
  describedBy: string | undefined;
  onClick: () => void;
}) {
  const { action } = props;
  const { supportEmail, productName } = useRuntimeConfig();
  if (action.kind === 'contact') {
    const subject = encodeURIComponent(messages.contactSubject(productName));
    return (
      <a
        href={`mailto:${supportEmail}?subject=${subject}`}
        className={cn(buttonClasses({ variant: 'outline' }))}
      >
        {action.label}
      </a>
    );
  }
  if (action.kind === 'none') {
    return (
      <Button variant="outline" disabled aria-describedby={props.describedBy}>
        {action.label}
      </Button>
    );
  }
  return (
    <LoadingButton
      variant={props.isMain ? 'default' : 'outline'}
      isLoading={props.isBusy}
      {...(action.kind === 'checkout' && { loadingText: messages.openingCheckout })}
      onClick={props.onClick}
    >
      {action.label}
    </LoadingButton>
  );
}

/** Card for lifetime deals, which are not sold here but redeemed with a code. */
function LifetimeCard() {
  const plan: Plan | undefined = factsOf('lifetime');
  const { creditsPerCycle = 0, storageBytes = 0 } = plan ?? {};
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 px-5 py-4">
      <div className="grid max-w-3xl gap-0.5">
        <h3 className="flex items-center gap-2 font-semibold">
          {messages.lifetime} <Badge>{messages.once}</Badge>
        </h3>
        <p className="figures text-table text-muted">
          {messages.lifetimeText(
            formatCount(creditsPerCycle ?? 0),
            formatSize(storageBytes),
            maxLifetimeCodes,
          )}
        </p>
      </div>
      <ButtonLink to="/dashboard/settings?tab=coupon" variant="outline">
        {messages.redeem}
      </ButtonLink>
    </Card>
  );
}

function SupportLink() {
  const { supportEmail } = useRuntimeConfig();
  return (
    <>
      {messages.askSupport}{' '}
      <a
        href={`mailto:${supportEmail}`}
        className="font-medium text-cobalt underline underline-offset-4"
      >
        {supportEmail}
      </a>
    </>
  );
}

/** Returns the reason why no plan can be bought, or undefined if plans can be bought. */
function noteOf(current: CurrentPlan): string | undefined {
  if (current.isLifetime) return messages.lifetimeHolds;
  return current.canBuy ? undefined : messages.notForSale;
}
