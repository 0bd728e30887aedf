import type { Baseline } from '@shotwright/contract';
import { Eye, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { limitText } from '../../lib/format/percent.ts';
import { ignoreErrors } from '../../lib/ignore-errors.ts';
import { rowAttributes, rowOpenAttributes } from '../../lib/keyboard/list-keys.ts';
import { baselineMessages as messages } from '../../lib/messages/captures/baselines.ts';
import { commonMessages } from '../../lib/messages/common.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MiddleEllipsis } from '../../ui/middle-ellipsis.tsx';
import { Cell, Row } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { sizeText } from '../compare/compare.rules.ts';
import { Thumbnail } from '../files/thumbnail.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

const { columns } = messages;

/** Table of the baselines, with skeleton rows while they load. */
export function BaselinesTable(props: {
  baselines: readonly Baseline[] | undefined;
  isStale: boolean;
}) {
  const [removed, setRemoved] = useState<{ baseline: Baseline; isAsking: boolean } | null>(null);
  const returnFocus = useReturnFocus();
  const ask = (baseline: Baseline) => {
    returnFocus.remember();
    setRemoved({ baseline, isAsking: true });
  };
  return (
    <>
      <DataTable
        label={messages.list}
        columns={columns}
        numeric={['tolerance', 'actions']}
        rows={props.baselines}
        isStale={props.isStale}
        skeleton={{ count: 4, bars: { image: 'h-14 w-14', url: 'w-56' } }}
      >
        {(baseline) => <BaselineRow key={baseline.baselineId} baseline={baseline} onRemove={ask} />}
      </DataTable>
      {removed && (
        <RemoveDialog
          open={removed.isAsking}
          onOpenChange={(isAsking) => setRemoved({ ...removed, isAsking })}
          baselineId={removed.baseline.baselineId}
          url={removed.baseline.url}
          finalFocus={returnFocus.finalFocus}
        />
      )}
    </>
  );
}

function BaselineRow(props: { baseline: Baseline; onRemove: (baseline: Baseline) => void }) {
  const { baseline } = props;
  const { url, livemode, approvedBy } = baseline;
  const navigate = useNavigate();
  const to = detailsPath(baseline);
  return (
    <Row {...rowAttributes}>
      <Cell label={columns.image} className="@xl:w-px">
        <span className="block size-14 shrink-0 border border-line bg-sunk contain-strict">
          <Thumbnail url={baseline.thumbnailUrl} />
        </span>
      </Cell>
      <Cell label={columns.url} className="@xl:w-1/2 @xl:max-w-0 @xl:min-w-44">
        <span className="grid min-w-0 grid-cols-[minmax(0,1fr)] justify-items-start gap-0.5 @max-xl:justify-items-end">
          <Link
            {...rowOpenAttributes}
            to={to}
            aria-label={messages.open(url)}
            className="target-line flex w-fit max-w-full min-w-0 border-b border-cobalt/35 hover:border-current"
          >
            <MiddleEllipsis text={url} className="font-mono text-label" />
          </Link>
          {!livemode && <Badge tone="blue">{commonMessages.test}</Badge>}
        </span>
      </Cell>
      <Cell label={columns.size} className="figures whitespace-nowrap">
        {sizeText(baseline)}
      </Cell>
      <Cell label={columns.tolerance} isNumber className="whitespace-nowrap">
        {limitText(baseline.maxDiffRatio)}
      </Cell>
      <Cell label={columns.approved} className="@xl:w-px @xl:whitespace-nowrap">
        <span className="grid min-w-0 justify-items-start gap-0.5 @max-xl:justify-items-end">
          <Time value={baseline.approvedAt} />
          {approvedBy !== null && (
            <span title={approvedBy} className="max-w-44 truncate text-label text-muted">
              {messages.by(approvedBy)}
            </span>
          )}
        </span>
      </Cell>
      <Cell label={columns.actions} className="@xl:w-px">
        <span className="flex justify-end gap-0.5 @max-xl:-mr-2">
          <IconButton label={messages.open(url)} onClick={() => ignoreErrors(navigate(to))}>
            <Eye aria-hidden="true" />
          </IconButton>
          <IconButton
            label={messages.removeOf(url)}
            isDestructive
            onClick={() => props.onRemove(baseline)}
          >
            <Trash2 aria-hidden="true" />
          </IconButton>
        </span>
      </Cell>
    </Row>
  );
}

/** Returns the path of a baseline's file in the File Manager. */
function detailsPath({ screenshotId, livemode }: Baseline): string {
  const mode = livemode ? '' : 'mode=test&';
  return `/dashboard/files?${mode}file=${screenshotId}`;
}
