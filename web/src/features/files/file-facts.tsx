import type { BaselineCheck, StoredFile } from '@shotwright/contract';
import { cn } from '../../lib/cn.ts';
import { annotatedCopyMessages } from '../../lib/messages/captures/annotations.ts';
import { commonMessages } from '../../lib/messages/common.ts';
import { fileMessages as messages } from '../../lib/messages/files.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { VerdictBadge } from '../../ui/verdict-badge.tsx';
import { IfRight } from '../accounts/session/rights.tsx';
import { BaselineRowBadge } from '../baselines/baseline-badge.tsx';
import type { FileRowActions } from './file-actions.tsx';
import { sourceOf } from './files.rules.ts';

/** Badges of a file: test mode, annotated copy, verdict, and its comparison with a baseline. */
export function FileBadges({
  file,
  check,
  className,
}: {
  file: StoredFile;
  check: BaselineCheck | undefined;
  className?: string;
}) {
  return (
    <span className={cn('flex flex-wrap items-center gap-1 empty:hidden', className)}>
      {!file.livemode && <Badge tone="blue">{commonMessages.test}</Badge>}
      {file.annotatedFrom !== undefined && <Badge tone="grey">{annotatedCopyMessages.badge}</Badge>}
      <VerdictBadge verdict={file.verdict} />
      {check && <BaselineRowBadge check={check} source={sourceOf(file)} />}
    </span>
  );
}

/** Reason why a capture failed, with the ways to go on; nothing for other files. */
export function FailureReason({
  file,
  onPreview,
  onCaptureAgain,
  className,
}: Pick<FileRowActions, 'onPreview' | 'onCaptureAgain'> & {
  file: StoredFile;
  className?: string;
}) {
  if (file.status !== 'FAILED') return null;
  return (
    <span className={cn('flex flex-wrap items-center gap-x-2 text-label text-red', className)}>
      {file.error}
      <IfRight right="edit">
        <Button variant="link" className="min-h-6 text-label" onClick={() => onCaptureAgain(file)}>
          {messages.retry}
        </Button>
      </IfRight>
      <Button
        variant="link"
        className="min-h-6 text-label"
        aria-label={messages.detailsOf(sourceOf(file))}
        onClick={() => onPreview(file)}
      >
        {messages.details}
      </Button>
    </span>
  );
}
