import type { LoggedRequest } from '@shotwright/contract';
import { formatCount } from '../../lib/format/format.ts';
import { rowAttributes } from '../../lib/keyboard/list-keys.ts';
import { useIsBillingOn } from '../../lib/api/runtime-config.ts';
import {
  loggedRequestMessages,
  requestLogMessages as messages,
} from '../../lib/messages/api-keys.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { MiddleEllipsis } from '../../ui/middle-ellipsis.tsx';
import { Cell, Row } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { callLine, shortPath, statusTone } from './request-log.rules.ts';

const { columns } = messages;
const withoutCredits = Object.fromEntries(
  Object.entries(columns).filter(([name]) => name !== 'credits'),
);

/** Table of the calls, with skeleton rows while they load. */
export function RequestsTable(props: {
  requests: readonly LoggedRequest[] | undefined;
  keyName: (id: number) => string;
  isStale: boolean;
  onOpen: (id: string) => void;
}) {
  const isBillingOn = useIsBillingOn();
  return (
    <DataTable
      label={messages.title}
      isDense
      columns={isBillingOn ? columns : withoutCredits}
      numeric={['duration', 'credits']}
      rows={props.requests}
      isStale={props.isStale}
      skeleton={{ count: 8, bars: { call: 'my-2 w-64', id: 'w-40' } }}
    >
      {(request) => (
        <RequestRow
          key={request.id}
          request={request}
          keyName={props.keyName(request.apiKeyId)}
          hasCredits={isBillingOn}
          onOpen={() => props.onOpen(request.id)}
        />
      )}
    </DataTable>
  );
}

function RequestRow(props: {
  request: LoggedRequest;
  keyName: string;
  hasCredits: boolean;
  onOpen: () => void;
}) {
  const { request, onOpen } = props;
  return (
    <Row {...rowAttributes} className="relative">
      <Cell label={columns.time} className="whitespace-nowrap @xl:w-px">
        <span className="relative z-1">
          <Time value={request.createdAt} display="second" />
        </span>
      </Cell>
      <Cell label={columns.call} className="@xl:max-w-0 @xl:w-full">
        <CallCell request={request} onOpen={onOpen} />
      </Cell>
      <Cell label={columns.status}>
        <Badge tone={statusTone(request.status)} className="figures">
          {request.status}
        </Badge>
      </Cell>
      <Cell label={columns.duration} isNumber className="whitespace-nowrap">
        {loggedRequestMessages.duration(formatCount(request.durationMs))}
      </Cell>
      {props.hasCredits && (
        <Cell label={columns.credits} isNumber>
          {formatCount(request.credits)}
        </Cell>
      )}
      <Cell label={columns.key} className="@xl:max-w-32">
        <span className="block truncate">{props.keyName}</span>
      </Cell>
      <Cell label={columns.id}>
        <span className="relative z-1 flex min-w-0 items-center gap-1 font-mono text-label @xl:w-36">
          <MiddleEllipsis text={request.requestId} />
          <CopyButton text={request.requestId} label={messages.copyId} className="shrink-0" />
        </span>
      </Cell>
    </Row>
  );
}

/** The whole row opens the details by this button. */
function CallCell({ request, onOpen }: { request: LoggedRequest; onOpen: () => void }) {
  return (
    <button
      type="button"
      title={callLine(request)}
      data-row-open=""
      onClick={onOpen}
      className="grid min-w-0 gap-0.5 text-left after:absolute after:inset-0 @max-xl:justify-items-end @xl:w-full"
    >
      <span className="flex max-w-full min-w-0 gap-2 font-mono text-label">
        <span className="font-medium">{request.method}</span>{' '}
        <span className="truncate">{shortPath(request.path)}</span>
      </span>
      {request.target !== null && (
        <span className="max-w-full truncate text-label text-muted">{request.target}</span>
      )}
    </button>
  );
}
