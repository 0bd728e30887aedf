import type { Usage } from '@shotwright/contract';
import { formatCount } from '../../../lib/format/format.ts';
import { usageMessages as messages } from '../../../lib/messages/usage.ts';
import { Card, SectionHeading } from '../../../ui/card.tsx';
import { shareOf } from './usage.rules.ts';

type Part = Usage['projects'][number];

/** Usage of the cycle's credits by project and by key. */
export function UsageBreakdown({ usage }: { usage: Usage }) {
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <Parts id="by-project" title={messages.byProject} parts={usage.projects} />
      <Parts id="by-key" title={messages.byKey} parts={usage.apiKeys} />
    </div>
  );
}

function Parts(props: { id: string; title: string; parts: readonly Part[] }) {
  const parts = props.parts.toSorted((one, other) => other.credits - one.credits);
  const total = parts.reduce((all, part) => all + part.credits, 0);
  return (
    <section aria-labelledby={props.id} className="grid min-w-0 gap-3">
      <SectionHeading id={props.id} title={props.title} />
      <Card className="px-5 py-2">
        {parts.length === 0 ? (
          <p className="py-2 text-table text-muted">{messages.nothingUsed}</p>
        ) : (
          <ul className="divide-y divide-line">
            {parts.map((part) => (
              <PartLine
                key={`${String(part.id)} ${part.name}`}
                part={part}
                share={total === 0 ? 0 : shareOf(part.credits, total)}
              />
            ))}
          </ul>
        )}
      </Card>
    </section>
  );
}

function PartLine({ part, share }: { part: Part; share: number }) {
  const percent = Math.round(share * 100);
  return (
    <li className="grid gap-2 py-3 text-table">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{part.name}</span>
        <span className="figures text-muted">
          {messages.amounts(formatCount(part.credits), formatCount(part.captures))}
        </span>
      </div>
      <div className="flex items-center gap-3">
        <span aria-hidden="true" className="h-1.5 flex-1 overflow-hidden rounded-full bg-line">
          <span className="block h-full bg-ink" style={{ width: `${String(percent)}%` }} />
        </span>
        <span className="figures w-9 text-right text-label text-muted">{percent}%</span>
      </div>
    </li>
  );
}
