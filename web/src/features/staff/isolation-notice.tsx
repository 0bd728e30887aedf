import { TriangleAlert } from 'lucide-react';
import { isolationMessages as messages } from '../../lib/messages/staff.ts';
import { useWorkerIsolation } from './staff.api.ts';

/**
 * Warning that workers run browsers without isolation, and why; nothing if all are isolated.
 * Source: acceptance IS-7.
 */
export function IsolationNotice() {
  const { data } = useWorkerIsolation();
  if (data === undefined) return null;
  const { isolated, off, unavailable } = data;
  const count = off + unavailable;
  if (count === 0) return null;
  return (
    <div role="note" className="border-b border-line bg-amber-wash text-table">
      <div className="mx-auto flex w-full max-w-[80rem] items-start gap-2.5 px-4 py-2.5 sm:px-6 lg:px-8">
        <TriangleAlert aria-hidden="true" className="mt-px size-4 shrink-0 text-amber" />
        <div className="grid min-w-0 max-w-[60rem] gap-0.5">
          <p>
            <strong className="font-medium text-amber">
              {messages.count(count, isolated + count)}
            </strong>{' '}
            {messages.risk}
          </p>
          {off > 0 && <p>{messages.off}</p>}
          {unavailable > 0 && <p>{messages.unavailable}</p>}
        </div>
      </div>
    </div>
  );
}
