import { cn } from '../../../lib/cn.ts';
import { formatDuration } from '../../../lib/format/format.ts';
import {
  playgroundMessages,
  previewMessages as messages,
} from '../../../lib/messages/playground.ts';
import { useIsBillingOn } from '../../../lib/api/runtime-config.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { failureOf, phaseOf } from './run-messages.rules.ts';
import type { CaptureRun } from './use-capture.ts';

/**
 * Status below the capture button while the preview is hidden: the phase, the result, and a button
 * that shows the preview.
 */
export function RunStatus(props: { run: CaptureRun; onShow: () => void }) {
  const { run } = props;
  const failure = failureOf(run, { isBillingOn: useIsBillingOn() });
  const text = failure?.text ?? textOf(run);
  if (text === '') return null;
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line pt-2 text-table">
      {failure ? (
        <p role="alert" className={cn('flex-1', !failure.isCancelled && 'text-red')}>
          {text}
        </p>
      ) : (
        <p className="flex-1">{text}</p>
      )}
      {failure?.needsCredits === true && (
        <>
          <ButtonLink variant="link" className="text-table" to="/dashboard/billing">
            {playgroundMessages.upgrade}
          </ButtonLink>
          <ButtonLink variant="link" className="text-table" to="/dashboard/settings?tab=coupon">
            {playgroundMessages.redeem}
          </ButtonLink>
        </>
      )}
      <Button variant="link" className="text-table" onClick={props.onShow}>
        {messages.show}
      </Button>
    </div>
  );
}

function textOf(run: CaptureRun): string {
  if (run.kind === 'sending' || run.kind === 'running') return phaseOf(run).text;
  if (run.kind === 'finished') return messages.ready(formatDuration(run.tookMs / 1_000));
  return run.kind === 'timed-out' ? messages.timedOut : '';
}
