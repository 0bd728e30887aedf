import type { Screenshot } from '@shotwright/contract';
import { cleaningMessages as messages } from '../../../lib/messages/files.ts';
import { FactList } from './fact-list.tsx';

type Report = NonNullable<Screenshot['report']>;

/** Report about what a capture blocked, hid, removed and masked. Renders nothing without any. */
export function CleaningSection({ report }: { report: Report | null | undefined }) {
  const facts = report ? factsOf(report) : [];
  if (facts.length === 0) return null;
  return (
    <section aria-labelledby="file-cleaning">
      <h3 id="file-cleaning" className="mb-1 text-table font-semibold">
        {messages.title}
      </h3>
      <FactList facts={facts} />
    </section>
  );
}

function factsOf({
  consent,
  blocked = {},
  blockedHosts = [],
  hidden = 0,
  removed = [],
  masked = 0,
}: Report): (readonly [string, string])[] {
  const requests = Object.entries(blocked)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => messages.blocked(kind, count));
  const removedCount = removed.reduce((sum, { count }) => sum + count, 0);
  const elements: readonly (readonly [string, number])[] = [
    [messages.hidden, hidden],
    [messages.removed, removedCount],
    [messages.masked, masked],
  ];
  return [
    ...(consent ? [[messages.consent, messages.outcome(consent)] as const] : []),
    ...(requests.length > 0 ? [[messages.requests, requests.join(', ')] as const] : []),
    ...(blockedHosts.length > 0 ? [[messages.hosts, blockedHosts.join(', ')] as const] : []),
    ...elements
      .filter(([, count]) => count > 0)
      .map(([name, count]) => [name, messages.elements(count)] as const),
  ];
}
