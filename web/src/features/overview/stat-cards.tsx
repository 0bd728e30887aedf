import type { Overview } from '@shotwright/contract';
import { cn } from '../../lib/cn.ts';
import { formatCount, formatCredits, formatSize } from '../../lib/format/format.ts';
import { commonMessages } from '../../lib/messages/common.ts';
import { overviewMessages as messages } from '../../lib/messages/overview.ts';
import { useIsBillingOn } from '../../lib/api/runtime-config.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { useRecentlyCompleted } from './overview.api.ts';

/** Sample figures shown while there is no data. Source: specification §2. */
export const sampleFigures = {
  totalProjects: 4,
  totalScreenshots: 140,
  totalSize: 176_897_229,
  credits: 237,
} as const;

/**
 * Four figures. Without data they are samples: dimmed, blurred and hidden from assistive technology
 * (ruling RL-5).
 */
export function StatCards(props: { overview: Overview | undefined; isError: boolean }) {
  const { overview, isError } = props;
  const shown = overview ?? sampleFigures;
  const isBillingOn = useIsBillingOn();
  const lately = useRecentlyCompleted({ isWanted: !isBillingOn });
  const cards = [
    { label: messages.totalProjects, value: formatCount(shown.totalProjects) },
    { label: messages.totalScreenshots, value: formatCount(shown.totalScreenshots) },
    { label: messages.storageUsed, value: formatSize(shown.totalSize, '0 Bytes') },
    isBillingOn
      ? {
          label: messages.creditsRemaining,
          value: formatCredits(shown.credits),
          detail: overview && messages.creditsOf(formatCount(overview.creditsTotal)),
        }
      : {
          label: messages.recentCaptures,
          value: lately === undefined ? '–' : formatCount(lately),
          detail: overview && messages.recentCapturesDetail(lately === 1),
        },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      {cards.map((card) => (
        <Card key={card.label} className="relative grid content-start gap-2 p-4 sm:px-5 sm:py-4.5">
          <dt className="text-table text-muted">{card.label}</dt>
          <dd className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
            <span
              data-sample={overview === undefined || undefined}
              aria-hidden={overview === undefined || undefined}
              className={cn(
                'figures text-figure font-semibold tracking-[-0.02em] max-sm:text-title',
                overview === undefined && 'opacity-50 blur-[4px] select-none',
              )}
            >
              {card.value}
            </span>
            {card.detail && <span className="figures text-label text-muted">{card.detail}</span>}
            {overview === undefined && (
              <span className="sr-only">
                {isError ? commonMessages.notAvailable : commonMessages.loading}
              </span>
            )}
            {overview === undefined && isError && (
              <Badge className="absolute top-3 right-3">{messages.sample}</Badge>
            )}
          </dd>
        </Card>
      ))}
    </dl>
  );
}
