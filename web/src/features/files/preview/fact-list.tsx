import type { ReactNode } from 'react';

/** Names and values, one pair per line. */
export function FactList(props: {
  facts: readonly (readonly [string, ReactNode])[];
  isMono?: boolean;
}) {
  return (
    <dl className="grid divide-y divide-line text-table">
      {props.facts.map(([name, value]) => (
        <div key={name} className="flex min-h-8 items-center justify-between gap-4 py-1">
          <dt
            className={
              props.isMono === true ? 'font-mono text-label text-muted' : 'shrink-0 text-muted'
            }
          >
            {name}
          </dt>
          <dd className="figures max-h-24 min-w-0 overflow-y-auto text-right break-words">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
