import type { ApiKey } from '@shotwright/contract';
import {
  Gauge,
  Info,
  Link2,
  PenLine,
  Power,
  RefreshCw,
  ScrollText,
  ShieldCheck,
  Trash2,
} from 'lucide-react';
import { formatCount, formatTicketDate } from '../../lib/format/format.ts';
import { rowAttributes } from '../../lib/keyboard/list-keys.ts';
import { useIsBillingOn } from '../../lib/api/runtime-config.ts';
import { apiKeyMessages as messages } from '../../lib/messages/api-keys.ts';
import { commonMessages } from '../../lib/messages/common.ts';
import { pageMessages } from '../../lib/messages/shell.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton, RowMenu } from '../../ui/icon-button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Cell, Row } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { RestrictionBadges } from './restrictions/restriction-badges.tsx';
import { KeyUsage } from './key-usage.tsx';
import { useKeyUsageMessages } from './key-usage-messages.ts';
import { SecretKey } from './secret-key.tsx';

/** Dialogs that a row can open. */
export type KeyDialogKind =
  | 'details'
  | 'rename'
  | 'limit'
  | 'restrict'
  | 'rotate'
  | 'linkSecret'
  | 'delete';

interface KeyRowActions {
  readonly onDialog: (kind: KeyDialogKind, key: ApiKey) => void;
  readonly onSwitch: (key: ApiKey) => void;
}

/** Table of the keys, with skeleton rows while they load. */
export function KeysTable(
  props: KeyRowActions & {
    keys: readonly ApiKey[] | undefined;
    projectName: (id: number) => string;
    newId: number | null;
    /** ID of the key that is being deleted. */
    leavingId: number | null;
  },
) {
  const { columns } = useKeyUsageMessages();
  return (
    <DataTable
      label={pageMessages.apiKeys.title}
      isDense
      columns={columns}
      rows={props.keys}
      skeleton={{ count: 3, bars: { key: 'my-3 w-44' } }}
    >
      {(apiKey) => (
        <KeyRow
          key={apiKey.id}
          apiKey={apiKey}
          project={
            apiKey.projectId === null ? messages.allProjects : props.projectName(apiKey.projectId)
          }
          isNew={apiKey.id === props.newId}
          isLeaving={apiKey.id === props.leavingId}
          onDialog={props.onDialog}
          onSwitch={props.onSwitch}
        />
      )}
    </DataTable>
  );
}

function KeyRow(
  props: KeyRowActions & { apiKey: ApiKey; project: string; isNew: boolean; isLeaving: boolean },
) {
  const { apiKey } = props;
  const { columns } = useKeyUsageMessages();
  return (
    <Row
      {...rowAttributes}
      isMarked={props.isNew}
      isLeaving={props.isLeaving}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget)
          props.onDialog('details', apiKey);
      }}
    >
      <Cell label={columns.name} className="font-medium @xl:min-w-28">
        <span className="inline-flex flex-wrap items-center gap-2">
          {apiKey.name}
          {!apiKey.livemode && <Badge tone="blue">{commonMessages.test}</Badge>}
        </span>
      </Cell>
      <Cell label={columns.key} className="@max-xl:flex-wrap @max-xl:gap-y-0">
        <span className="grid gap-0.5">
          <SecretKey name={apiKey.name} text={apiKey.key} />
          <RestrictionBadges apiKey={apiKey} />
          {apiKey.previousKeyValidUntil !== null && (
            <span className="text-label text-amber">
              {messages.oldKeyUntil} {formatTicketDate(apiKey.previousKeyValidUntil)}
            </span>
          )}
        </span>
      </Cell>
      <Cell label={columns.project}>{props.project}</Cell>
      <Cell label={columns.usage} className="@max-xl:items-start">
        <KeyUsage apiKey={apiKey} />
      </Cell>
      <Cell label={columns.limit} className="figures">
        {apiKey.monthlyLimit ? formatCount(apiKey.monthlyLimit) : messages.unlimited}
      </Cell>
      <Cell label={columns.status}>
        <Badge tone={apiKey.isActive ? 'green' : 'grey'}>
          {apiKey.isActive ? messages.active : messages.inactive}
        </Badge>
      </Cell>
      <Cell label={columns.created} className="whitespace-nowrap">
        <Time value={apiKey.createdAt} />
      </Cell>
      <Cell label={columns.actions} className="@xl:w-px">
        <KeyActions apiKey={apiKey} onDialog={props.onDialog} onSwitch={props.onSwitch} />
      </Cell>
    </Row>
  );
}

function KeyActions({ apiKey, onDialog, onSwitch }: KeyRowActions & { apiKey: ApiKey }) {
  const isBillingOn = useIsBillingOn();
  return (
    <span className="flex justify-end gap-0.5 @max-xl:-mr-2">
      <IconButton
        label={messages.delete(apiKey.name)}
        isDestructive
        onClick={() => onDialog('delete', apiKey)}
      >
        <Trash2 aria-hidden="true" />
      </IconButton>
      <RowMenu
        label={messages.more(apiKey.name)}
        items={[
          { label: messages.details, icon: <Info />, onSelect: () => onDialog('details', apiKey) },
          { label: messages.rename, icon: <PenLine />, onSelect: () => onDialog('rename', apiKey) },
          {
            label: isBillingOn ? messages.limitAndAlerts : messages.changeLimit,
            icon: <Gauge />,
            onSelect: () => onDialog('limit', apiKey),
          },
          {
            label: messages.restrictions,
            icon: <ShieldCheck />,
            onSelect: () => onDialog('restrict', apiKey),
          },
          {
            label: apiKey.isActive ? messages.deactivate : messages.activate,
            icon: <Power />,
            onSelect: () => onSwitch(apiKey),
          },
          {
            label: messages.rotate,
            icon: <RefreshCw />,
            onSelect: () => onDialog('rotate', apiKey),
          },
          {
            label: messages.linkSecret,
            icon: <Link2 />,
            onSelect: () => onDialog('linkSecret', apiKey),
          },
          {
            label: messages.viewRequests,
            icon: <ScrollText />,
            to: `/dashboard/requests?key=${String(apiKey.id)}`,
          },
        ]}
      />
    </span>
  );
}
