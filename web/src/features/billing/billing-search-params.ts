import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { offerOf, type CurrentPlan, type PaidCycle } from './billing.rules.ts';

const tabs = ['plans', 'usage', 'invoices'] as const;

/** Page state in the URL: tab, billing cycle, and the plan of an abandoned checkout. */
export function useBillingSearchParams() {
  const [search, setSearch] = useSearchParams();
  const put = (name: string, value: string | null) =>
    setSearch(
      (last) => {
        const next = new URLSearchParams(last);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  // The URL is updated asynchronously; the toggle must not wait for it.
  const [chosen, setChosen] = useState<PaidCycle | null>(null);
  const requested = chosen ?? search.get('cycle');
  const wanted = offerOf(Number(search.get('plan') ?? Number.NaN));
  return {
    tab: tabs.find((tab) => tab === search.get('tab')) ?? 'plans',
    setTab: (tab: string) => put('tab', tab === 'plans' ? null : tab),
    /** Plan of an abandoned checkout. */
    wantedPlanId: wanted?.planId,
    cycleOf: (plan: CurrentPlan): PaidCycle => {
      if (requested === 'monthly' || requested === 'annual') return requested;
      return (wanted ?? plan).billingCycle === 'YEARLY' ? 'annual' : 'monthly';
    },
    setCycle: (cycle: PaidCycle) => {
      setChosen(cycle);
      put('cycle', cycle);
    },
  };
}
