import { ChevronRight } from 'lucide-react';
import { formatCount } from '../../lib/format/format.ts';
import { planFactMessages as messages } from '../../lib/messages/plan-facts.ts';
import { useRuntimeConfig } from '../../lib/api/runtime-config.ts';
import { Card, SectionHeading } from '../../ui/card.tsx';
import { factsOf } from './billing.rules.ts';

/** Frequently asked questions about billing. */
export function BillingFaq() {
  const { creditPrices } = useRuntimeConfig();
  const freeCredits = formatCount(factsOf('free')?.creditsPerCycle ?? 0);
  return (
    <section aria-labelledby="questions" className="grid gap-3">
      <SectionHeading id="questions" title={messages.questions} />
      <Card>
        {messages.faq({ ...creditPrices, freeCredits }).map(({ question, answer }) => (
          <details key={question} className="group border-b border-line last:border-b-0">
            <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2.5 px-5 py-2 font-medium outline-offset-[-2px] hover:bg-paper [&::-webkit-details-marker]:hidden">
              <ChevronRight
                aria-hidden="true"
                className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
              />
              {question}
            </summary>
            <p className="max-w-3xl pr-5 pb-4 pl-11.5 text-muted">{answer}</p>
          </details>
        ))}
      </Card>
    </section>
  );
}
