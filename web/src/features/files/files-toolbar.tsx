import type { Project } from '@shotwright/contract';
import { captureLimits, textLimits } from '@shotwright/contract/paths';
import { Download, Tag, Trash2 } from 'lucide-react';
import { memo, type Ref } from 'react';
import { cn } from '../../lib/cn.ts';
import { fileFilterMessages } from '../../lib/messages/captures/file-filters.ts';
import { fileMessages as messages } from '../../lib/messages/files.ts';
import { verdictMessages } from '../../lib/messages/verdicts.ts';
import { useEventCallback } from '../../lib/use-event-callback.ts';
import { Button, buttonRowClasses, LoadingButton } from '../../ui/button.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Select } from '../../ui/select.tsx';
import type { FileView } from './file-search-params.ts';
import { useFilesCsv } from './files.api.ts';
import { isFiltered, readVerdictFilter, type FileFilter } from './files.rules.ts';
import { filesLayouts, type FilesLayout } from './grid/files-layout.ts';
import { MoreFiltersButton, MoreFiltersPanel, useMoreFilters } from './filters/more-filters.tsx';
import { SavedViews } from './views/saved-views.tsx';

const layouts = filesLayouts.map((value) => ({
  value,
  label: fileFilterMessages.layouts[value],
}));

const types = Object.entries(messages.types).map(([value, label]) => ({ value, label }));

const modes = Object.entries(messages.modes).map(([value, label]) => ({ value, label }));

const verdicts = Object.entries({
  ...verdictMessages.filters,
  ...verdictMessages.kinds,
}).map(([value, label]) => ({ value, label }));

interface FilesToolbarProps {
  view: FileView;
  projects: readonly Project[] | undefined;
  searchRef: Ref<HTMLInputElement>;
  layout: FilesLayout;
  onLayout: (layout: FilesLayout) => void;
  selectedCount: number;
  onBulkDelete: () => void;
}

/** Search and filters, export of the files that match, and deletion of the selected ones. */
export function FilesToolbar(props: FilesToolbarProps) {
  const { view } = props;
  const { filter } = view;
  const panel = useMoreFilters();
  return (
    <div className="grid gap-2">
      <FirstRow {...props} />
      <div className="flex flex-wrap items-center gap-2">
        <Choices
          type={filter.type}
          projectId={filter.projectId}
          projects={props.projects}
          setType={useEventCallback(view.setType)}
          setProject={useEventCallback(view.setProject)}
          verdict={filter.verdict}
          setVerdict={useEventCallback(view.setVerdict)}
          isTest={filter.isTest}
          setTest={useEventCallback(view.setTest)}
        />
        <SearchInput
          label={messages.tagFilter}
          Icon={Tag}
          value={view.typedTag}
          onChange={view.setTag}
          maxLength={captureLimits.tagBytes}
          className="w-30 max-sm:w-auto max-sm:flex-1 max-sm:basis-40"
        />
        <MoreFiltersButton
          panel={panel}
          filters={filter}
          className="max-sm:flex-1 max-sm:basis-40"
        />
      </div>
      {panel.isOpen && (
        <MoreFiltersPanel id={panel.id} filters={filter} onChange={view.setMore}>
          <SavedViews view={view} layout={props.layout} onLayout={props.onLayout} />
        </MoreFiltersPanel>
      )}
    </div>
  );
}

/** Search, and what is done with the files that are found. */
function FirstRow(props: FilesToolbarProps) {
  const { view, searchRef } = props;
  const { filter } = view;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchInput
        label={messages.search}
        inputRef={searchRef}
        value={filter.text}
        onChange={view.setText}
        maxLength={textLimits.searchText}
        className="w-80 max-lg:flex-1 max-sm:w-full max-sm:flex-none"
      />
      {isFiltered(filter) && (
        <Button variant="link" className="text-table" onClick={view.clearFilters}>
          {fileFilterMessages.clearAll}
        </Button>
      )}
      <div className={cn(buttonRowClasses, 'items-center sm:ml-auto max-sm:w-full')}>
        <SegmentedControl
          label={fileFilterMessages.layout}
          isLabelHidden
          value={props.layout}
          options={layouts}
          onValueChange={props.onLayout}
        />
        <CsvButton filter={filter} />
        <Button
          variant="outline"
          onClick={props.onBulkDelete}
          className={props.selectedCount === 0 ? 'text-muted' : 'text-red'}
        >
          <Trash2 aria-hidden="true" />
          <span className="figures">{messages.bulkDelete(props.selectedCount)}</span>
        </Button>
      </div>
    </div>
  );
}

function CsvButton({ filter }: { filter: FileFilter }) {
  const csv = useFilesCsv(filter);
  return (
    <LoadingButton
      variant="outline"
      isLoading={csv.isPending}
      loadingText={fileFilterMessages.csvPreparing}
      onClick={csv.start}
    >
      <Download aria-hidden="true" />
      {fileFilterMessages.csv}
    </LoadingButton>
  );
}

/** Type, project, verdict and mode filters; not rendered again on each keystroke of a search. */
const Choices = memo(function Choices(
  props: Pick<FileView, 'setType' | 'setProject' | 'setVerdict' | 'setTest'> &
    Pick<FileView['filter'], 'type' | 'projectId' | 'verdict' | 'isTest'> & {
      projects: readonly Project[] | undefined;
    },
) {
  const { type, projectId, verdict, projects = [], setType, setProject, setVerdict } = props;
  const { isTest, setTest } = props;
  const className = 'h-9 w-38 max-sm:w-auto max-sm:flex-1 max-sm:basis-40';
  return (
    <>
      <Select
        aria-label={messages.typeFilter}
        options={types}
        value={type}
        onValueChange={(value) => setType(value === 'url' || value === 'html' ? value : 'all')}
        className={className}
      />
      <Select
        aria-label={messages.projectFilter}
        options={[
          { value: 'all', label: messages.allProjects },
          ...projects.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={projectId === null ? 'all' : String(projectId)}
        onValueChange={(value) => setProject(value === 'all' ? null : Number(value))}
        className={className}
      />
      <Select
        aria-label={verdictMessages.filter}
        options={verdicts}
        value={verdict}
        onValueChange={(value) => setVerdict(readVerdictFilter(value))}
        className={className}
      />
      <Select
        aria-label={messages.modeFilter}
        options={modes}
        value={isTest ? 'test' : 'live'}
        onValueChange={(value) => setTest(value === 'test')}
        className={className}
      />
    </>
  );
});
