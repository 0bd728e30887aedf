import type { StoredFile } from '@shotwright/contract';
import type { ReactNode } from 'react';
import { useIsBillingOn } from '../../../lib/api/runtime-config.ts';
import { verdictMessages as messages } from '../../../lib/messages/verdicts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { VerdictBadge } from '../../../ui/verdict-badge.tsx';
import { FactList } from './fact-list.tsx';
import { reasonSentence } from './verdict.rules.ts';

/**
 * Verdict about a file's image: kind, reasons in sentences, confidence and charge. `note`: message of
 * the server that replaces the description of the kind.
 */
export function VerdictSection({ file, note }: { file: StoredFile; note: string | null }) {
  const isBillingOn = useIsBillingOn();
  const { verdict, creditsCharged } = file;
  if (verdict === null) return null;
  const { kind, reasons, confidence } = verdict;
  const isOk = kind === 'ok';
  const charge = creditsCharged === 0 ? messages.notCharged : messages.charged(creditsCharged);
  const facts: [string, ReactNode][] = [
    ...(isOk
      ? []
      : [[messages.confidenceLabel, messages.confidence[confidence]] as [string, ReactNode]]),
    ...(isBillingOn && file.status === 'COMPLETE'
      ? [[messages.charge, charge] as [string, ReactNode]]
      : []),
  ];
  return (
    <section aria-labelledby="file-verdict">
      <div className="mb-1 flex items-center justify-between gap-4">
        <h3 id="file-verdict" className="text-table font-semibold">
          {messages.title}
        </h3>
        {isOk ? (
          <Badge tone="green">{messages.kinds.ok}</Badge>
        ) : (
          <VerdictBadge verdict={verdict} />
        )}
      </div>
      <p className="text-table">{note ?? (isOk ? messages.ok : messages.findings[kind])}</p>
      {reasons.length > 0 && (
        <ul aria-label={messages.reasons} className="mt-1 grid gap-1 text-table text-muted">
          {reasons.map((reason) => (
            <li key={reason}>{reasonSentence(reason)}</li>
          ))}
        </ul>
      )}
      <div className="mt-1">
        <FactList facts={facts} />
      </div>
    </section>
  );
}
