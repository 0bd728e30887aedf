import { useState } from 'react';
import { billingMessages as messages } from '../../lib/messages/billing.ts';
import { pageMessages } from '../../lib/messages/shell.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton, useSkeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useBillingSearchParams } from './billing-search-params.ts';
import { useSubscription } from './billing.api.ts';
import type { CurrentPlan as Plan } from './billing.rules.ts';
import { BillingFaq } from './billing-faq.tsx';
import { CancelPlanDialog } from './cancel-plan-dialog.tsx';
import { ComparePlans } from './compare-plans.tsx';
import { CurrentPlan } from './current-plan.tsx';
import { InvoicesTab } from './invoices-tab.tsx';
import { PlanChooser } from './plan-chooser.tsx';
import { UsageTab } from './usage/usage-tab.tsx';

/** Billing page: current plan, available plans, usage and invoices. */
export function BillingPage() {
  const subscription = useSubscription();
  const { data, isError, error, refetch } = subscription;
  const isWaiting = useSkeleton(subscription.isPending);
  return (
    <Page title={pageMessages.billing.title} lead={pageMessages.billing.lead}>
      {data !== undefined ? (
        <Loaded plan={data} />
      ) : isError ? (
        <LoadError
          title={messages.loadFailed}
          help={messages.loadFailedHelp}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <Waiting isShown={isWaiting} />
      )}
    </Page>
  );
}

function Loaded({ plan }: { plan: Plan }) {
  const params = useBillingSearchParams();
  const [cancelling, setCancelling] = useState({ openCount: 0, isOpen: false });
  const returnFocus = useReturnFocus();
  const cancel = () => {
    returnFocus.remember();
    setCancelling(({ openCount }) => ({ openCount: openCount + 1, isOpen: true }));
  };
  const plans = (
    <div className="grid gap-10">
      <PlanChooser
        current={plan}
        cycle={params.cycleOf(plan)}
        onCycle={params.setCycle}
        wantedPlanId={params.wantedPlanId}
        onCancel={cancel}
      />
      <ComparePlans />
      <BillingFaq />
    </div>
  );
  return (
    <>
      <CurrentPlan plan={plan} onCancel={cancel} />
      <Tabs
        label={messages.tabs}
        value={params.tab}
        onValueChange={params.setTab}
        items={[
          { value: 'plans', label: messages.plansTab, content: plans },
          { value: 'usage', label: messages.usageTab, content: <UsageTab /> },
          { value: 'invoices', label: messages.invoicesTab, content: <InvoicesTab /> },
        ]}
      />
      <CancelPlanDialog
        key={cancelling.openCount}
        plan={plan}
        open={cancelling.isOpen}
        onClose={() => setCancelling({ ...cancelling, isOpen: false })}
        finalFocus={returnFocus.finalFocus}
      />
    </>
  );
}

function Waiting({ isShown }: { isShown: boolean }) {
  return (
    <div aria-hidden="true" className={isShown ? 'grid gap-6' : 'invisible grid gap-6'}>
      <Card className="grid h-72 content-start gap-4 p-6">
        <Skeleton className="w-24" />
        <Skeleton className="h-8 w-40" />
        <Skeleton className="w-72 max-w-full" />
        <Skeleton className="w-56 max-w-full" />
      </Card>
      <div className="flex h-10 items-center gap-6 border-b border-line">
        <Skeleton className="w-10" />
        <Skeleton className="w-12" />
        <Skeleton className="w-14" />
      </div>
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {[0, 1, 2, 3].map((card) => (
          <Card key={card} className="grid h-80 content-start gap-4 p-5">
            <Skeleton className="w-20" />
            <Skeleton className="h-8 w-28" />
            <Skeleton className="w-full" />
            <Skeleton className="w-3/4" />
          </Card>
        ))}
      </div>
    </div>
  );
}
