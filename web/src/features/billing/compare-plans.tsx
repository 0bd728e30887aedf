import type { Plan } from '@shotwright/contract';
import type { ReactNode } from 'react';
import { formatCount, formatSize } from '../../lib/format/format.ts';
import { planFactMessages as messages } from '../../lib/messages/plan-facts.ts';
import { SectionHeading } from '../../ui/card.tsx';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx';
import { formatMoney } from './billing.rules.ts';
import { shownPlans } from './offers.rules.ts';

const rows: readonly [label: string, value: (plan: Plan) => ReactNode][] = [
  [messages.rows.price, (plan) => priceOf(plan, 'monthly')],
  [messages.rows.annual, (plan) => priceOf(plan, 'annual')],
  [messages.rows.credits, ({ creditsPerCycle: count }) => agreed(count, formatCount)],
  [messages.rows.unused, unusedOf],
  [messages.rows.storage, ({ storageBytes }) => agreed(storageBytes, formatSize)],
  [
    messages.rows.parallel,
    ({ tier, concurrency }) =>
      tier === 'enterprise' ? messages.agreed : messages.upTo(formatCount(concurrency)),
  ],
  [messages.rows.projects, () => messages.unlimited],
  [messages.rows.api, () => messages.yes],
];

/** Comparison table of the plans. */
export function ComparePlans() {
  return (
    <section aria-labelledby="compare" className="grid gap-3">
      <SectionHeading id="compare" title={messages.compare} />
      <Table label={messages.compare} className="table-fixed">
        <TableHead>
          <HeadCell>{messages.feature}</HeadCell>
          {shownPlans.map((plan) => (
            <HeadCell key={plan.tier}>{plan.name}</HeadCell>
          ))}
        </TableHead>
        <TableBody>
          {rows.map(([label, valueOf]) => (
            <Row key={label}>
              <Cell label="" className="font-medium @max-xl:[&>[aria-hidden]]:hidden">
                {label}
              </Cell>
              {shownPlans.map((plan) => (
                <Cell key={plan.tier} label={plan.name} className="figures">
                  {valueOf(plan)}
                </Cell>
              ))}
            </Row>
          ))}
        </TableBody>
      </Table>
    </section>
  );
}

function priceOf(plan: Plan, cycle: 'monthly' | 'annual'): ReactNode {
  if (plan.tier === 'enterprise') return messages.agreed;
  if (plan.tier === 'free' && cycle === 'monthly') return formatMoney(0);
  const price = plan[cycle];
  if (price !== null) return formatMoney(price.priceCents);
  return (
    <>
      <span aria-hidden="true">{messages.none}</span>
      <span className="sr-only">{messages.noneText}</span>
    </>
  );
}

function unusedOf({ tier, creditsPerCycle }: Plan): string {
  if (tier === 'free') return messages.expire;
  return agreed(creditsPerCycle, (credits) => messages.rollOver(formatCount(2 * credits)));
}

function agreed(value: number | null, format: (value: number) => string): string {
  return value === null ? messages.agreed : format(value);
}
