import type { Usage } from '@shotwright/contract';
import { formatCount } from '../../lib/format.ts';
import { usageMessages as words } from '../../lib/messages/usage.ts';
import { SectionHeading } from '../../ui/card.tsx';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx';
import { shareOf } from './usage.rules.ts';

type Part = Usage['projects'][number];

/** Which projects and which keys used the credits of the cycle. */
export function UsageBreakdown({ usage }: { usage: Usage }) {
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <Parts id="by-project" title={words.byProject} parts={usage.projects} />
      <Parts id="by-key" title={words.byKey} parts={usage.apiKeys} />
    </div>
  );
}

function Parts(props: { id: string; title: string; parts: readonly Part[] }) {
  const parts = props.parts.toSorted((one, other) => other.credits - one.credits);
  const total = parts.reduce((all, part) => all + part.credits, 0);
  return (
    <section aria-labelledby={props.id} className="grid min-w-0 gap-3">
      <SectionHeading id={props.id} title={props.title} />
      {parts.length === 0 ? (
        <p className="rounded-card border border-line bg-card px-5 py-4 text-table text-muted shadow-sheet">
          {words.nothingUsed}
        </p>
      ) : (
        <Table label={props.title}>
          <TableHead>
            <HeadCell>{words.name}</HeadCell>
            <HeadCell isNumber>{words.captures}</HeadCell>
            <HeadCell isNumber>{words.credits}</HeadCell>
            <HeadCell>{words.share}</HeadCell>
          </TableHead>
          <TableBody>
            {parts.map((part) => (
              <PartRow key={`${String(part.id)} ${part.name}`} part={part} total={total} />
            ))}
          </TableBody>
        </Table>
      )}
    </section>
  );
}

function PartRow({ part, total }: { part: Part; total: number }) {
  const share = total === 0 ? 0 : shareOf(part.credits, total);
  return (
    <Row>
      <Cell label={words.name} className="w-full max-w-0 @max-xl:max-w-none">
        <span className="block min-w-0 truncate" title={part.name}>
          {part.name}
        </span>
      </Cell>
      <Cell label={words.captures} isNumber>
        {formatCount(part.captures)}
      </Cell>
      <Cell label={words.credits} isNumber>
        {formatCount(part.credits)}
      </Cell>
      <Cell label={words.share}>
        <span className="flex items-center justify-end gap-2">
          <span aria-hidden="true" className="h-1.5 w-16 overflow-hidden rounded-full bg-line">
            <span
              className="block h-full bg-ink"
              style={{ width: `${String(Math.round(share * 100))}%` }}
            />
          </span>
          <span className="figures w-9 text-right text-muted">{Math.round(share * 100)}%</span>
        </span>
      </Cell>
    </Row>
  );
}
