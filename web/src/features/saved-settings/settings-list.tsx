import type { SavedSetting } from '@shotwright/contract';
import { useDeferredValue, useRef, useState } from 'react';
import { formatCount } from '../../lib/format/format.ts';
import { useListKeys } from '../../lib/keyboard/list-keys.ts';
import { savedSettingMessages as messages } from '../../lib/messages/saved-settings.ts';
import { useRuntimeConfig } from '../../lib/api/runtime-config.ts';
import { overviewMessages } from '../../lib/messages/overview.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { EmptyState, LoadError } from '../../ui/empty-state.tsx';
import { DocsLink, NoMatch } from '../../ui/list-states.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Select } from '../../ui/select.tsx';
import { EditNameDialog } from '../../ui/edit-name-dialog.tsx';
import { useExportSettings } from './import/import-settings.api.ts';
import {
  useDeleteSetting,
  useDuplicateSetting,
  useRenameSetting,
  useSavedSettings,
} from './saved-settings.api.ts';
import { settingOrders, shownSettings, type SettingFilter } from './saved-settings.rules.ts';
import { SettingsTable } from './settings-table.tsx';

const everything: SettingFilter = { text: '', projectId: null, order: 'newest' };

/** Saved Settings page: search, project filter, sort order, and the actions of each setting. */
export function SettingsList() {
  const settings = useSavedSettings();
  const [filter, setFilter] = useState(everything);
  const deferred = useDeferredValue(filter);
  if (settings.isError && settings.data === undefined) {
    return (
      <LoadError
        title={messages.loadFailed}
        error={settings.error}
        onRetry={() => void settings.refetch()}
      />
    );
  }
  if (settings.data?.length === 0) return <NoSettings />;
  const shown = settings.data && shownSettings(settings.data, deferred);
  return (
    <section aria-label={messages.search} className="grid gap-3">
      <Toolbar
        settings={settings.data}
        shownCount={shown?.length}
        filter={filter}
        onChange={setFilter}
      />
      {shown?.length === 0 ? (
        <NoMatch
          title={messages.noMatchTitle}
          text={messages.noMatchText}
          clear={messages.clearFilters}
          onClear={() => setFilter({ ...everything, order: filter.order })}
        />
      ) : (
        <TableWithDialogs settings={shown} />
      )}
    </section>
  );
}

function Toolbar(props: {
  settings: readonly SavedSetting[] | undefined;
  shownCount: number | undefined;
  filter: SettingFilter;
  onChange: (filter: SettingFilter) => void;
}) {
  const { filter, onChange } = props;
  const search = useRef<HTMLInputElement>(null);
  useListKeys({ '/': () => search.current?.focus(), Escape: () => onChange(everything) });
  const projects = new Map(
    props.settings?.flatMap(({ projectId, project }) =>
      projectId === null || project === null ? [] : [[projectId, project.name] as const],
    ),
  );
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchInput
        label={messages.search}
        inputRef={search}
        value={filter.text}
        onChange={(text) => onChange({ ...filter, text })}
        className="w-72 max-sm:w-full"
      />
      <Select
        aria-label={messages.projectFilter}
        options={[
          { value: 'all', label: messages.allProjects },
          ...[...projects].map(([id, name]) => ({ value: String(id), label: name })),
        ]}
        value={filter.projectId === null ? 'all' : String(filter.projectId)}
        onValueChange={(value) =>
          onChange({ ...filter, projectId: value === 'all' ? null : Number(value) })
        }
        className="h-9 w-48 max-sm:w-auto max-sm:flex-1"
      />
      <Select
        aria-label={messages.sort}
        options={settingOrders.map((value) => ({ value, label: messages.orders[value] }))}
        value={filter.order}
        onValueChange={(value) =>
          onChange({
            ...filter,
            order: settingOrders.find((order) => order === value) ?? everything.order,
          })
        }
        className="h-9 w-40 max-sm:w-auto max-sm:flex-1"
      />
      <output className="figures ml-auto text-table text-muted">
        {props.shownCount !== undefined &&
          messages.count(formatCount(props.shownCount), props.shownCount === 1)}
      </output>
    </div>
  );
}

/** One dialog at a time serves the whole table; it retains its setting while it closes. */
function TableWithDialogs({ settings }: { settings: readonly SavedSetting[] | undefined }) {
  const [dialog, setDialog] = useState<{
    kind: 'delete' | 'rename';
    setting: SavedSetting;
    isOpen: boolean;
    /** Unique per opening, so that earlier input does not reappear. */
    openCount: number;
  } | null>(null);
  const open = (kind: 'delete' | 'rename', setting: SavedSetting) =>
    setDialog((last) => ({ kind, setting, isOpen: true, openCount: (last?.openCount ?? 0) + 1 }));
  const returnFocus = useReturnFocus();
  const remove = useDeleteSetting();
  const rename = useRenameSetting();
  const duplicate = useDuplicateSetting();
  const exporting = useExportSettings();
  const close = () => setDialog(dialog && { ...dialog, isOpen: false });
  return (
    <>
      <SettingsTable
        settings={settings}
        deletingId={remove.isPending ? remove.variables : undefined}
        onDelete={(setting) => {
          returnFocus.remember();
          open('delete', setting);
        }}
        onRename={(setting) => open('rename', setting)}
        onDuplicate={(setting) => duplicate.mutate(setting)}
        onExport={({ id }) => exporting.start(id)}
      />
      {dialog?.kind === 'delete' && (
        <DeleteDialog
          open={dialog.isOpen}
          onOpenChange={close}
          type="setting"
          name={dialog.setting.name}
          isDeleting={remove.isPending}
          onDelete={() => remove.mutate(dialog.setting.id, { onSuccess: close })}
          finalFocus={returnFocus.finalFocus}
        />
      )}
      {dialog?.kind === 'rename' && (
        <EditNameDialog
          title={messages.editName}
          key={dialog.openCount}
          name={dialog.setting.name}
          open={dialog.isOpen}
          onClose={close}
          onSave={(name) => rename.mutate({ setting: dialog.setting, name })}
        />
      )}
    </>
  );
}

function NoSettings() {
  const { docsUrl } = useRuntimeConfig();
  return (
    <Card>
      <EmptyState title={messages.emptyTitle} text={messages.emptyText}>
        <ButtonLink to="/dashboard/playground">{messages.goToPlayground}</ButtonLink>
        <DocsLink href={docsUrl}>{overviewMessages.readDocs}</DocsLink>
      </EmptyState>
    </Card>
  );
}
