import type { ProgressPhase } from '@shotwright/contract';
import { ApiError, errorMessage } from '../../../lib/api/error.ts';
import {
  captureAdvice,
  playgroundMessages as messages,
  previewMessages,
} from '../../../lib/messages/playground.ts';
import type { CaptureRun } from './use-capture.ts';

type Pending = Extract<CaptureRun, { kind: 'sending' | 'running' }>;

/** Tone of the frame in each phase; 1 is the finished image. */
const phaseTones: Record<ProgressPhase | 'sending', number> = {
  sending: 0.06,
  queued: 0.12,
  loading: 0.34,
  waiting: 0.55,
  capturing: 0.74,
  saving: 0.9,
  done: 1,
};

/** Returns the text and the tone (0 to 1) of a running capture. */
export function phaseOf(run: Pending): { text: string; tone: number } {
  if (run.kind === 'sending')
    return { text: previewMessages.phases.sending, tone: phaseTones.sending };
  const phase = run.progress?.phase ?? 'queued';
  const position = run.progress?.position;
  const tone = phaseTones[phase] ?? phaseTones.loading;
  if (phase === 'queued' && position !== undefined && position > 0) {
    return { text: previewMessages.position(position), tone };
  }
  if (phase === 'waiting' && Number(run.form.delay) > 0) {
    return { text: previewMessages.waitingFor(run.form.delay), tone };
  }
  return { text: previewMessages.phases[phase] ?? previewMessages.phases.loading, tone };
}

/** Error of a capture, advice, and the details to quote to support. */
export interface FailureMessages {
  readonly title: string;
  /** Error message. */
  readonly text: string;
  readonly advice: string | undefined;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  readonly isCancelled: boolean;
  readonly needsCredits: boolean;
}

/** Returns the error of a run that ended without an image; undefined for every other run. */
export function failureOf(
  run: CaptureRun,
  { isBillingOn }: { readonly isBillingOn: boolean },
): FailureMessages | undefined {
  if (run.kind === 'rejected') return { ...rejectionOf(run), ...(!isBillingOn && notForSale) };
  if (run.kind !== 'finished' || run.screenshot.status !== 'FAILED') return undefined;
  const { code, message, error, id } = run.screenshot;
  const isCancelled = code === 'cancelled';
  return {
    title: isCancelled ? previewMessages.cancelled : previewMessages.failed,
    text: isCancelled ? cancelledText(isBillingOn) : (message ?? error ?? messages.captureFailed),
    advice: captureAdvice[code ?? ''],
    code: code ?? undefined,
    requestId: id,
    isCancelled,
    needsCredits: false,
  };
}

const notForSale = { needsCredits: false } as const;

function cancelledText(isBillingOn: boolean): string {
  return isBillingOn ? previewMessages.cancelledText : previewMessages.cancelledTextWithoutBilling;
}

function rejectionOf({ error, form }: Extract<CaptureRun, { kind: 'rejected' }>): FailureMessages {
  const data = error instanceof ApiError ? error.data : undefined;
  const fallback = form.mode === 'url' ? messages.captureFailed : messages.captureHtmlFailed;
  return {
    title: previewMessages.rejected,
    text: errorMessage(error, fallback),
    advice: captureAdvice[data?.code ?? ''],
    code: data?.code,
    requestId: data?.requestId,
    isCancelled: false,
    needsCredits:
      error instanceof ApiError &&
      error.statusCode === 402 &&
      data?.code !== 'project_monthly_limit_reached',
  };
}
