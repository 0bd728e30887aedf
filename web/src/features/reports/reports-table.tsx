import type { ReportLink, ReportSummary } from '@shotwright/contract';
import { PenLine, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { formatCount, formatDate } from '../../lib/format/format.ts';
import { rowAttributes, rowOpenAttributes } from '../../lib/keyboard/list-keys.ts';
import { reportMessages as messages } from '../../lib/messages/captures/reports.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { RowMenu } from '../../ui/icon-button.tsx';
import { Cell, Row } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { Thumbnail } from '../files/thumbnail.tsx';
import { isExpired } from './report.rules.ts';

const { columns } = messages;

interface ReportsTableProps {
  reports: readonly ReportSummary[] | undefined;
  onDelete: (report: ReportSummary) => void;
}

/** Table of the reports, with skeleton rows while they load. */
export function ReportsTable({ reports, onDelete }: ReportsTableProps) {
  return (
    <DataTable
      label={messages.list}
      columns={columns}
      numeric={['captures', 'actions']}
      rows={reports}
      skeleton={{
        count: 4,
        bars: { title: 'my-3 w-48', captures: 'float-right w-6', actions: 'float-right size-8' },
        bar: 'w-20',
      }}
    >
      {(report) => <ReportRow key={report.reportId} report={report} onDelete={onDelete} />}
    </DataTable>
  );
}

function ReportRow({
  report,
  onDelete,
}: Pick<ReportsTableProps, 'onDelete'> & { report: ReportSummary }) {
  const { reportId, title, itemCount, thumbnailUrl, link, updatedAt } = report;
  const path = `/dashboard/reports/${reportId}`;
  return (
    <Row {...rowAttributes}>
      <Cell label={columns.title} className="font-medium @xl:w-1/2 @xl:min-w-48">
        <span className="flex min-w-0 items-center gap-3 @max-xl:flex-row-reverse">
          <span className="h-10 w-14 shrink-0 overflow-hidden rounded-[4px] border border-line bg-sunk">
            {thumbnailUrl !== null && <Thumbnail url={thumbnailUrl} />}
          </span>
          <Link
            {...rowOpenAttributes}
            to={path}
            className="target-line min-w-0 [overflow-wrap:anywhere] underline decoration-ink/25 underline-offset-4 hover:decoration-current"
          >
            {title}
          </Link>
        </span>
      </Cell>
      <Cell label={columns.captures} isNumber>
        {formatCount(itemCount)}
      </Cell>
      <Cell label={columns.shared}>
        <Sharing link={link} />
      </Cell>
      <Cell label={columns.changed} className="@xl:whitespace-nowrap">
        <Time value={updatedAt} display="age" />
      </Cell>
      <Cell label={columns.actions} className="@xl:w-px">
        <span className="flex justify-end @max-xl:-mr-2">
          <RowMenu
            label={messages.more(title)}
            subject={reportId}
            items={[
              { label: messages.open, icon: <PenLine />, to: path },
              { label: messages.delete, icon: <Trash2 />, onSelect: () => onDelete(report) },
            ]}
          />
        </span>
      </Cell>
    </Row>
  );
}

function Sharing({ link }: { link: ReportLink | null }) {
  if (link === null) return <span className="text-muted">{messages.notShared}</span>;
  if (isExpired(link)) return <Badge>{messages.expired}</Badge>;
  return <Badge tone="green">{messages.sharedUntil(formatDate(link.expiresAt))}</Badge>;
}
