import type { BaselineCheck } from '@shotwright/contract';
import { Columns2, Diff, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { baselineMessages as messages } from '../../lib/messages/captures/baselines.ts';
import { Button, ButtonLink, LoadingButton } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ApproveButton } from './approve-button.tsx';
import { BaselineBadge } from './baseline-badge.tsx';
import { checkSentence, comparisonPath } from './baselines.rules.ts';
import {
  canBeBaseline,
  useBaselineChecks,
  useCheckNow,
  type CheckedCapture,
} from './checks.api.ts';
import { focusIfLost } from './lost-focus.ts';
import { useRights } from '../accounts/session/rights.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

const headingId = 'file-baseline';

/**
 * Result of comparing a file with its baseline, and its approval. Renders nothing for a file that
 * cannot have a baseline.
 */
export function BaselineSection({ file }: { file: CheckedCapture }) {
  const { url } = file;
  if (!canBeBaseline(file) || url === undefined) return null;
  return <Section key={file.id} file={file} url={url} />;
}

function Section({ file, url }: { file: CheckedCapture; url: string }) {
  const { checks, hasBaselines, isKnown } = useBaselineChecks([file]);
  const checkNow = useCheckNow();
  const [removed, setRemoved] = useState<{ id: string; isAsking: boolean } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // A result with a baseline is among the checks.
  const noBaseline = checkNow.data?.status === 'new' ? checkNow.data : undefined;
  const check = checks.get(file.id) ?? noBaseline;
  // Otherwise the badge would repeat the heading.
  const isCompared = check && check.status !== 'baseline' && check.status !== 'new';
  return (
    <section aria-labelledby={headingId} className="grid gap-1">
      <div className="flex min-h-6 items-center justify-between gap-4">
        <h3
          ref={heading}
          id={headingId}
          tabIndex={-1}
          className="text-table font-semibold outline-none"
        >
          {messages.section}
        </h3>
        {isKnown && isCompared && <BaselineBadge check={check} />}
      </div>
      {isKnown ? (
        <State
          id={file.id}
          check={check}
          hasBaselines={hasBaselines}
          checkNow={checkNow}
          onRemove={(id) => setRemoved({ id, isAsking: true })}
          nextFocus={() => heading.current}
        />
      ) : (
        <Skeleton className="reveal-late h-8 w-full" />
      )}
      {removed && (
        <RemoveDialog
          open={removed.isAsking}
          onOpenChange={(isAsking) => setRemoved({ ...removed, isAsking })}
          baselineId={removed.id}
          url={url}
          finalFocus={() => heading.current}
        />
      )}
    </section>
  );
}

/** Result of the check in a sentence, and the actions that follow from it. */
function State(props: {
  id: string;
  check: BaselineCheck | undefined;
  hasBaselines: boolean;
  checkNow: ReturnType<typeof useCheckNow>;
  /** Opens the confirmation of the removal of a baseline. */
  onRemove: (id: string) => void;
  /** Returns the element that receives the focus of a button that is gone. */
  nextFocus: () => HTMLElement | null;
}) {
  const { id, check, hasBaselines, checkNow, onRemove } = props;
  const mayEdit = useRights()('edit');
  const to = check && comparisonPath(check);
  const { baselineId = null, status } = check ?? {};
  const unchecked = hasBaselines ? messages.states.unchecked : messages.states.none;
  return (
    <>
      <p className="text-table">{check ? checkSentence(check) : unchecked}</p>
      <div className="mt-1 grid w-fit gap-2 [&>*]:justify-start">
        {status !== 'baseline' && <ApproveButton id={id} size="sm" nextFocus={props.nextFocus} />}
        {mayEdit && hasBaselines && !check && (
          <LoadingButton
            size="sm"
            variant="outline"
            isLoading={checkNow.isPending}
            loadingText={messages.checking}
            onClick={() => checkNow.mutate(id, { onSuccess: () => focusIfLost(props.nextFocus()) })}
          >
            <Diff aria-hidden="true" />
            {messages.check}
          </LoadingButton>
        )}
        {to !== undefined && (
          <ButtonLink to={to} size="sm" variant="outline">
            <Columns2 aria-hidden="true" />
            {messages.compare}
          </ButtonLink>
        )}
        {mayEdit && status === 'baseline' && baselineId !== null && (
          <Button
            size="sm"
            variant="outline"
            className="hover:text-red"
            onClick={() => onRemove(baselineId)}
          >
            <Trash2 aria-hidden="true" />
            {messages.remove}
          </Button>
        )}
      </div>
    </>
  );
}
