import type { SavedSetting } from '@shotwright/contract';
import { secretMask } from '@shotwright/contract/paths';
import {
  Aperture,
  CalendarClock,
  Copy,
  CopyPlus,
  Download,
  Eye,
  Hash,
  Layers,
  PenLine,
  Pencil,
  Trash2,
} from 'lucide-react';
import { useNavigate } from 'react-router';
import { copyText } from '../../lib/copy.ts';
import { captureRequest, curlCommand } from '../../lib/api/curl.ts';
import { rowAttributes } from '../../lib/keyboard/list-keys.ts';
import { storeHandoff, type HandoffAction } from '../../lib/storage/setting-handoff.ts';
import { settingsFileMessages as fileMessages } from '../../lib/messages/captures/settings-import.ts';
import { savedSettingMessages as messages } from '../../lib/messages/saved-settings.ts';
import { pageMessages } from '../../lib/messages/shell.ts';
import { toasts } from '../../lib/toasts.ts';
import { IconButton, RowMenu } from '../../ui/icon-button.tsx';
import { MiddleEllipsis } from '../../ui/middle-ellipsis.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Cell, Row } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { deviceOf, sourceOf } from './saved-settings.rules.ts';
import { useRights } from '../accounts/session/rights.tsx';
import { ignoreErrors } from '../../lib/ignore-errors.ts';

const { columns } = messages;
/** Length above which URLs are truncated in most windows and need a tooltip. Units: characters. */
const longUrl = 30;

/** Actions of a row that the list handles. */
interface RowActions {
  readonly onRename: (setting: SavedSetting) => void;
  readonly onDuplicate: (setting: SavedSetting) => void;
  readonly onExport: (setting: SavedSetting) => void;
  readonly onDelete: (setting: SavedSetting) => void;
}

/** Table of the settings, with skeleton rows while they load. */
export function SettingsTable(
  props: RowActions & {
    settings: readonly SavedSetting[] | undefined;
    deletingId: number | undefined;
  },
) {
  return (
    <DataTable
      label={pageMessages.savedSettings.title}
      isDense
      columns={columns}
      rows={props.settings}
      skeleton={{ count: 4, bars: { actions: 'h-8 w-40' }, bar: 'w-24' }}
    >
      {(setting) => (
        <SettingRow
          key={setting.id}
          {...props}
          setting={setting}
          isLeaving={setting.id === props.deletingId}
        />
      )}
    </DataTable>
  );
}

function SettingRow(props: RowActions & { setting: SavedSetting; isLeaving: boolean }) {
  const { setting } = props;
  const handOff = useHandoff();
  return (
    <Row
      {...rowAttributes}
      isLeaving={props.isLeaving}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) handOff('view', setting);
      }}
    >
      <Cell label={columns.name} className="font-medium @xl:min-w-32">
        <span className="@max-xl:text-right">
          {setting.name}
          <span className="block text-label font-normal text-muted tabular-nums">
            {fileMessages.id(setting.id)}
          </span>
        </span>
      </Cell>
      <Cell label={columns.description} className="@xl:min-w-36">
        {setting.description ? (
          <span className="line-clamp-2 @max-xl:text-right" title={setting.description}>
            {setting.description}
          </span>
        ) : (
          <span className="text-muted">{messages.noDescription}</span>
        )}
      </Cell>
      <Cell label={columns.url} className="@xl:w-1/2 @xl:max-w-0 @xl:min-w-44">
        <Source source={sourceOf(setting)} />
      </Cell>
      <Cell label={columns.project} className="@xl:min-w-24">
        {setting.project?.name ?? <span className="text-muted">{messages.noProject}</span>}
      </Cell>
      <Cell label={columns.device} className="@xl:whitespace-nowrap">
        {deviceOf(setting)}
      </Cell>
      <Cell label={columns.created} className="whitespace-nowrap">
        <Time value={setting.createdAt} />
      </Cell>
      <Cell label={columns.actions} className="@xl:w-px">
        <SettingActions {...props} handOff={handOff} />
      </Cell>
    </Row>
  );
}

function SettingActions({
  setting,
  handOff,
  ...actions
}: RowActions & {
  setting: SavedSetting;
  handOff: (action: HandoffAction, setting: SavedSetting) => void;
}) {
  const { name } = setting;
  const mayEdit = useRights()('edit');
  const shared = sharedItems(setting, actions);
  if (!mayEdit) return <RowMenu label={messages.more(name)} items={shared} />;
  return (
    <span className="flex justify-end gap-0.5 @max-xl:-mr-2">
      <IconButton label={messages.view(name)} onClick={() => handOff('view', setting)}>
        <Eye aria-hidden="true" />
      </IconButton>
      <IconButton label={messages.edit(name)} onClick={() => handOff('edit', setting)}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton label={messages.capture(name)} onClick={() => handOff('capture', setting)}>
        <Aperture aria-hidden="true" />
      </IconButton>
      <IconButton
        label={messages.delete(name)}
        isDestructive
        onClick={() => actions.onDelete(setting)}
      >
        <Trash2 aria-hidden="true" />
      </IconButton>
      <RowMenu label={messages.more(name)} items={[...editItems(setting, actions), ...shared]} />
    </span>
  );
}

function editItems(setting: SavedSetting, actions: RowActions) {
  return [
    { label: messages.rename, icon: <PenLine />, onSelect: () => actions.onRename(setting) },
    { label: messages.duplicate, icon: <CopyPlus />, onSelect: () => actions.onDuplicate(setting) },
    {
      label: messages.captureList,
      icon: <Layers />,
      to: `/dashboard/batches/new?setting=${String(setting.id)}`,
    },
    {
      label: messages.schedule,
      icon: <CalendarClock />,
      to: `/dashboard/schedules?setting=${String(setting.id)}`,
    },
  ];
}

/** Items that change nothing, so that every role has them. */
function sharedItems(setting: SavedSetting, { onExport }: Pick<RowActions, 'onExport'>) {
  return [
    { label: fileMessages.copyId, icon: <Hash />, onSelect: () => void copySettingId(setting) },
    { label: messages.copyAsCurl, icon: <Copy />, onSelect: () => void copyAsCurl(setting) },
    { label: fileMessages.exportOne, icon: <Download />, onSelect: () => onExport(setting) },
  ];
}

function Source({ source }: { source: string }) {
  if (source === '') return <span className="text-muted">{messages.noUrl}</span>;
  if (source === messages.html) return <span>{source}</span>;
  const text = <MiddleEllipsis text={source} className="font-mono text-label" />;
  if (source.length <= longUrl) return text;
  return (
    <Tooltip text={<span className="break-all">{source}</span>}>
      <button type="button" className="flex max-w-full min-w-0 rounded-[2px] text-left font-normal">
        {text}
      </button>
    </Tooltip>
  );
}

function useHandoff() {
  const navigate = useNavigate();
  return (action: HandoffAction, setting: SavedSetting): void => {
    if (storeHandoff({ action, setting })) ignoreErrors(navigate('/dashboard/playground'));
    else toasts.error({ title: 'Error', description: messages.tooLarge });
  };
}

function copySettingId({ id }: SavedSetting): Promise<void> {
  return copyText(String(id), {
    done: fileMessages.idCopied,
    detail: fileMessages.idCopiedText,
    failed: fileMessages.idCopyFailed,
  });
}

function copyAsCurl(setting: SavedSetting): Promise<void> {
  const command = curlCommand(captureRequest(setting.options));
  return copyText(command, {
    done: messages.curlCopied,
    detail: command.includes(secretMask) ? messages.curlMaskedText : messages.curlCopiedText,
    failed: messages.curlCopyFailed,
  });
}
