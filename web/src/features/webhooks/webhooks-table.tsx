import type { Webhook } from '@shotwright/contract';
import type { ReactNode } from 'react';
import { Activity, KeyRound, PenLine, Send, Trash2 } from 'lucide-react';
import { truncate } from '../../lib/format/format.ts';
import { rowAttributes } from '../../lib/keyboard/list-keys.ts';
import { pageMessages } from '../../lib/messages/shell.ts';
import { webhookMessages as messages, webhookDrawerMessages } from '../../lib/messages/webhooks.ts';
import { toasts } from '../../lib/toasts.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IconButton, RowMenu } from '../../ui/icon-button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Cell, Row } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import type { DrawerTab } from './webhook-drawer.tsx';
import { projectNames } from './webhooks.rules.ts';

const { columns } = messages;

/** Maximum length of a URL in the table. Units: characters. Source: specification §9. */
const urlLength = 40;

interface RowActions {
  readonly onOpen: (webhook: Webhook, tab: DrawerTab) => void;
  readonly onSwitch: (webhook: Webhook) => void;
  readonly onDelete: (webhook: Webhook) => void;
}

/**
 * Table of the webhooks, with skeleton rows while they load. `leavingId`: being deleted; `newId`:
 * just created.
 */
export function WebhooksTable(
  props: RowActions & {
    webhooks: readonly Webhook[] | undefined;
    newId: number | null;
    leavingId: number | null;
  },
) {
  return (
    <DataTable
      label={pageMessages.webhooks.title}
      columns={columns}
      rows={props.webhooks}
      skeleton={{ count: 3, bars: { url: 'my-2 w-56' } }}
    >
      {(webhook) => (
        <WebhookRow
          key={webhook.id}
          webhook={webhook}
          isNew={webhook.id === props.newId}
          isLeaving={webhook.id === props.leavingId}
          onOpen={props.onOpen}
          onSwitch={props.onSwitch}
          onDelete={props.onDelete}
        />
      )}
    </DataTable>
  );
}

function WebhookRow(props: RowActions & { webhook: Webhook; isNew: boolean; isLeaving: boolean }) {
  const { webhook } = props;
  return (
    <Row
      {...rowAttributes}
      isMarked={props.isNew}
      isLeaving={props.isLeaving}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget)
          props.onOpen(webhook, 'deliveries');
      }}
    >
      <Cell label={columns.name} className="sm:min-w-28">
        <button
          type="button"
          aria-label={messages.open(webhook.name)}
          className="target-line text-left font-medium break-words underline @max-xl:text-right decoration-control underline-offset-4 hover:decoration-current"
          onClick={() => props.onOpen(webhook, 'deliveries')}
        >
          {webhook.name}
        </button>
      </Cell>
      <Cell label={columns.url}>
        <WebhookUrl webhook={webhook} />
      </Cell>
      <Cell label={columns.projects} className="@xl:max-w-60">
        <ProjectNames names={projectNames(webhook)} />
      </Cell>
      <Cell label={columns.status}>
        <WebhookStatus webhook={webhook} onSwitch={props.onSwitch} />
      </Cell>
      <Cell label={columns.created} className="whitespace-nowrap">
        <Time value={webhook.createdAt} />
      </Cell>
      <Cell label={columns.actions} className="sm:w-px">
        <WebhookActions webhook={webhook} onOpen={props.onOpen} onDelete={props.onDelete} />
      </Cell>
    </Row>
  );
}

function WebhookUrl({ webhook }: { webhook: Webhook }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <Tooltip text={<span className="break-all">{webhook.webhookUrl}</span>}>
        <code
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tooltip must also open without a mouse
          tabIndex={0}
          className="rounded-[2px] font-mono text-label break-all @xl:min-w-40 @4xl:whitespace-nowrap"
        >
          {truncate(webhook.webhookUrl, urlLength)}
        </code>
      </Tooltip>
      <CopyButton
        text={webhook.webhookUrl}
        label={messages.copyUrl(webhook.name)}
        className="shrink-0"
        failedText={messages.urlRefused}
        onCopied={() => toasts.success({ title: messages.urlCopied })}
      />
    </span>
  );
}

function ProjectNames({ names }: { names: string }) {
  return (
    <Tooltip text={names} isDisabled={names.length < 48}>
      <span className="line-clamp-2 break-words @max-xl:text-right">{names}</span>
    </Tooltip>
  );
}

function WebhookStatus({ webhook, onSwitch }: Pick<RowActions, 'onSwitch'> & { webhook: Webhook }) {
  const { isActive, inactiveReason, failingSince } = webhook;
  const reason = isActive
    ? failingSince !== null && messages.failing
    : inactiveReason !== null && messages.reasons[inactiveReason];
  return (
    <span className="flex items-center gap-2.5">
      <Switch
        label={messages.switch(webhook.name)}
        isLabelHidden
        isOn={isActive}
        onChange={() => onSwitch(webhook)}
      />
      <span className="grid justify-items-start gap-0.5">
        <Badge tone={isActive ? 'green' : 'grey'}>
          {isActive ? messages.active : messages.inactive}
        </Badge>
        {reason && <span className="text-label text-amber">{reason}</span>}
      </span>
    </span>
  );
}

function WebhookActions(props: Pick<RowActions, 'onOpen' | 'onDelete'> & { webhook: Webhook }) {
  const { webhook, onOpen } = props;
  const { tabs } = webhookDrawerMessages;
  const item = (tab: DrawerTab, icon: ReactNode) => ({
    label: tabs[tab],
    icon,
    onSelect: () => onOpen(webhook, tab),
  });
  return (
    <span className="flex justify-end gap-0.5 max-sm:-mr-2">
      <IconButton
        label={messages.delete(webhook.name)}
        isDestructive
        onClick={() => props.onDelete(webhook)}
      >
        <Trash2 aria-hidden="true" />
      </IconButton>
      <RowMenu
        label={messages.more(webhook.name)}
        items={[
          item('deliveries', <Activity />),
          item('signing', <KeyRound />),
          item('sample', <Send />),
          item('edit', <PenLine />),
        ]}
      />
    </span>
  );
}
