import { useEffect, useEffectEvent } from 'react';
import { announcements } from '../../../lib/announcements.ts';
import { formatDuration } from '../../../lib/format/format.ts';
import { commonMessages } from '../../../lib/messages/common.ts';
import { previewMessages as messages } from '../../../lib/messages/playground.ts';
import { phaseOf } from './run-messages.rules.ts';
import type { CaptureRun } from './use-capture.ts';

const { subjects } = commonMessages;

/** Time after which a phase is worth reading. Unit: ms. */
const longPhaseMs = 1_000;

/**
 * Announces the start of a capture, each phase that takes longer, and the end; the failure announces
 * itself as an alert.
 */
export function useRunAnnouncements(run: CaptureRun): void {
  const phase = run.kind === 'running' ? (run.progress?.phase ?? 'queued') : null;
  const announcePhase = useEffectEvent(() => {
    if (run.kind === 'sending' || run.kind === 'running')
      announcements.announce(subjects.capture, phaseOf(run).text);
  });
  const announceKind = useEffectEvent((kind: CaptureRun['kind']) => {
    if (kind === 'sending') announcePhase();
    if (kind === 'timed-out') announcements.announce(subjects.capture, messages.timedOut);
    if (run.kind === 'finished' && run.screenshot.status === 'COMPLETE')
      announcements.announce(subjects.capture, messages.ready(formatDuration(run.tookMs / 1_000)));
  });
  useEffect(() => announceKind(run.kind), [run.kind]);
  useEffect(() => {
    if (phase === null) return undefined;
    const timer = setTimeout(() => announcePhase(), longPhaseMs);
    return () => clearTimeout(timer);
  }, [phase]);
}
