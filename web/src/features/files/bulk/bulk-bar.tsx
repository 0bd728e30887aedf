import type { Project, StoredFile } from '@shotwright/contract';
import { reportLimits } from '@shotwright/contract/paths';
import { useEffect, useEffectEvent, useState, type ComponentProps } from 'react';
import { useNavigate } from 'react-router';
import { announcements } from '../../../lib/announcements.ts';
import { formatCount, formatSize } from '../../../lib/format/format.ts';
import { ignoreErrors } from '../../../lib/ignore-errors.ts';
import { commonMessages } from '../../../lib/messages/common.ts';
import { fileMessages as messages } from '../../../lib/messages/files.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { BulkDialog, type BulkStep } from './bulk-dialogs.tsx';
import { useRecaptureFiles, useZipFiles } from './bulk.api.ts';
import {
  canCaptureAgain,
  comparisonUrl,
  hasImage,
  projectsToMoveTo,
  type FileFilter,
  type FoundCount,
} from '../files.rules.ts';
import { newReportUrl } from '../../reports/report.rules.ts';
import type { Selection } from '../selection.ts';
import { useRights } from '../../accounts/session/rights.tsx';
import { useCountMatches, useMatchesProgress } from './matches.api.ts';

/** Size after which the progress of a download is announced again. */
const zipMilestoneBytes = 50 * 2 ** 20;

interface BulkBarProps {
  selection: Selection;
  selected: readonly StoredFile[];
  /** Number of files on the page. */
  pageCount: number;
  matches: readonly StoredFile[] | undefined;
  /** Number of matches if `matches` is only the page that is shown. */
  found: FoundCount | undefined;
  filter: FileFilter;
  projects: readonly Project[] | undefined;
  /** Deletes the selected files. */
  onDelete: () => void;
}

/** Selection count and bulk actions; selecting all matches is a separate step. */
export function BulkBar(props: BulkBarProps) {
  const { selection, selected, filter } = props;
  const { matching } = selection;
  const zip = useZipFiles();
  const recapture = useRecaptureFiles();
  const isChanging = useMatchesProgress({ isEnabled: props.found !== undefined });
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const counted = matching && { filter, matching };
  const isWorking = zip.isPending || recapture.isPending;
  const isShown = selected.length > 0 || isWorking || isChanging;
  return (
    <>
      <div
        data-sticks={isShown ? 'top' : undefined}
        className={
          isShown
            ? // Below the header while the list scrolls, which is long on a phone.
              'sticky top-14 z-[5] flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 rounded-card border border-line bg-cobalt-wash px-4 py-1.5 shadow-raised'
            : 'sr-only'
        }
      >
        <output className="figures font-medium">
          {selected.length > 0 &&
            messages.selected(formatCount(matching?.total ?? selected.length))}
        </output>
        {selected.length > 0 && (
          <Choices
            {...props}
            isWorking={isWorking}
            onZip={() => zip.start(selected.map(({ id }) => id))}
            onAsk={(step) => setDialog({ step, files: selected, counted })}
          />
        )}
        {isChanging && <Work name={messages.changingMatches} />}
        <Progress zip={zip} recapture={recapture} />
        {selected.length > 0 && (
          <Button variant="ghost" size="sm" onClick={selection.clear} className="ml-auto">
            {messages.clearSelection}
          </Button>
        )}
      </div>
      {dialog && (
        <BulkDialog
          {...dialog}
          projects={props.projects ?? []}
          onClose={() => setDialog(null)}
          onMoved={selection.clear}
          onRecapture={recapture.start}
        />
      )}
    </>
  );
}

type OpenDialog = Pick<ComponentProps<typeof BulkDialog>, 'step' | 'files' | 'counted'>;

/** Bulk actions that the selected files allow; all matches can be moved and deleted only. */
function Choices(props: ChoicesProps) {
  const { selected, projects = [], isWorking, onAsk } = props;
  const selectAll = useSelectAll(props);
  const isAll = props.selection.matching !== null;
  const mayEdit = useRights()('edit');
  const choices = [
    ...selectAll,
    ...useCompare(selected),
    ...useReport(selected, isAll || !mayEdit),
    !isAll &&
      selected.some(hasImage) && {
        label: messages.downloadZip,
        onClick: props.onZip,
        isDisabled: isWorking,
      },
    mayEdit &&
      (isAll ? projects.length > 1 : projectsToMoveTo(selected, projects).length > 0) && {
        label: messages.move,
        onClick: () => onAsk('move'),
      },
    mayEdit &&
      !isAll &&
      selected.some(canCaptureAgain) && {
        label: messages.recapture,
        onClick: () => onAsk('recapture'),
        isDisabled: isWorking,
      },
    mayEdit && { label: messages.deleteSelected, onClick: props.onDelete },
  ];
  return choices
    .filter((choice) => choice !== false)
    .map((choice) => <Choice key={choice.label} {...choice} />);
}

/** Opens the page that compares two selected images. */
function useCompare(selected: readonly StoredFile[]) {
  const navigate = useNavigate();
  const url = comparisonUrl(selected);
  if (url === undefined) return [];
  return [{ label: messages.compare, onClick: () => ignoreErrors(navigate(url)) }];
}

/** Opens the page that makes a report of the selected captures. */
function useReport(selected: readonly StoredFile[], isHidden: boolean) {
  const navigate = useNavigate();
  if (isHidden || selected.length > reportLimits.items || !selected.some(hasImage)) return [];
  const url = newReportUrl(selected.filter(hasImage).map(({ id }) => id));
  return [{ label: messages.report, onClick: () => ignoreErrors(navigate(url)) }];
}

type ChoicesProps = BulkBarProps & {
  isWorking: boolean;
  onZip: () => void;
  onAsk: (step: BulkStep) => void;
};

/**
 * Selects all matches once the whole page is selected: those that the dashboard has, or those that
 * the server counts.
 */
function useSelectAll({
  selection,
  selected,
  pageCount,
  matches = [],
  found,
  filter,
}: ChoicesProps) {
  const count = useCountMatches();
  if (selected.length < pageCount || selection.matching !== null) return [];
  if (selected.length < matches.length) {
    const onClick = () => selection.selectAll(matches.map(({ id }) => id));
    return [{ label: messages.selectAllResults(formatCount(matches.length)), onClick }];
  }
  if (found === undefined || found.total <= selected.length) return [];
  const total = formatCount(found.total);
  return [
    {
      label: messages.selectAllResults(found.isTotalExact ? total : messages.atLeast(total)),
      onClick: () => count.mutate(filter, { onSuccess: selection.selectMatching }),
      isDisabled: count.isPending,
    },
  ];
}

function Choice(props: { label: string; onClick: () => void; isDisabled?: boolean }) {
  return (
    <Button
      variant="link"
      className="min-h-6"
      disabled={props.isDisabled === true}
      onClick={props.onClick}
    >
      {props.label}
    </Button>
  );
}

/** Progress of downloads and captures. */
function Progress({
  zip,
  recapture,
}: {
  zip: ReturnType<typeof useZipFiles>;
  recapture: ReturnType<typeof useRecaptureFiles>;
}) {
  return (
    <>
      {zip.isPending && (
        <Work
          name={messages.zipping}
          progress={formatSize(zip.bytes)}
          milestone={Math.floor(zip.bytes / zipMilestoneBytes)}
          onStop={zip.stop}
        />
      )}
      {recapture.isPending && (
        <Work
          name={messages.recapturing}
          progress={messages.progress(formatCount(recapture.done), formatCount(recapture.total))}
          milestone={Math.floor((4 * recapture.done) / recapture.total)}
          onStop={recapture.stop}
        />
      )}
    </>
  );
}

/**
 * Progress of a long operation. Its name is announced, and the progress whenever `milestone` rises; the end
 * shows a notification.
 */
function Work(props: { name: string; progress?: string; milestone?: number; onStop?: () => void }) {
  const { name, progress, milestone = 0 } = props;
  const announceProgress = useEffectEvent(() => {
    if (progress !== undefined) announcements.announce(commonMessages.subjects.files, progress);
  });
  useEffect(() => announcements.announce(commonMessages.subjects.files, name), [name]);
  useEffect(() => {
    if (milestone > 0) announceProgress();
  }, [milestone]);
  return (
    <span className="figures flex items-center gap-2 text-table text-muted">
      <Spinner />
      <span>{name}</span>
      {progress !== undefined && <span>{progress}</span>}
      {props.onStop && <Choice label={messages.stop} onClick={props.onStop} />}
    </span>
  );
}
