import type { Screenshot } from '@shotwright/contract';
import { TriangleAlert } from 'lucide-react';
import { verdictMessages as messages } from '../../../lib/messages/verdicts.ts';

/** Warning that the image shows something else than the page; nothing for the verdict `ok`. */
export function VerdictNotice({ screenshot }: { screenshot: Screenshot }) {
  const kind = screenshot.verdict?.kind ?? 'ok';
  if (kind === 'ok') return null;
  return (
    <div
      role="note"
      className="flex items-start gap-2.5 border-b border-line bg-amber-wash px-4 py-2.5 text-table"
    >
      <TriangleAlert aria-hidden="true" className="mt-px size-4 shrink-0 text-amber" />
      <div className="grid gap-0.5">
        <p>
          <strong className="font-medium text-amber">{messages.kinds[kind]}.</strong>{' '}
          {screenshot.message ?? messages.findings[kind]}
        </p>
        <p>{messages.advice[kind]}</p>
      </div>
    </div>
  );
}
