import type { CaptureProgress, OperationData, Screenshot } from '@shotwright/contract';
import { withoutCharges } from '@shotwright/contract/capture-options';
import { useEffect, useRef, useState } from 'react';
import { playgroundMessages as messages } from '../../../lib/messages/playground.ts';
import { useIsBillingOn } from '../../../lib/api/runtime-config.ts';
import { toasts } from '../../../lib/toasts.ts';
import type { CaptureForm } from '../form/capture-form.rules.ts';
import { buildDashboardPayload } from '../form/capture-request.ts';
import { followCapture } from './follow-capture.ts';
import {
  useCancelCapture,
  useCaptureHtml,
  useCaptureUrl,
  useRefreshAfterCapture,
} from '../playground.api.ts';

/** State of one capture, from the click to the image. `startedAt`: ms since 1970; `tookMs`: ms. */
export type CaptureRun =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending'; readonly form: CaptureForm; readonly startedAt: number }
  | {
      readonly kind: 'running';
      readonly form: CaptureForm;
      readonly startedAt: number;
      readonly id: string;
      readonly progress: CaptureProgress | undefined;
    }
  | {
      readonly kind: 'finished';
      readonly form: CaptureForm;
      readonly screenshot: Screenshot;
      readonly tookMs: number;
    }
  | { readonly kind: 'rejected'; readonly form: CaptureForm; readonly error: unknown }
  | { readonly kind: 'timed-out'; readonly form: CaptureForm; readonly id: string };

/** Starts captures and follows the latest one; `onFinished` is called for each that ended. */
export function useCapture(onFinished: (screenshot: Screenshot, form: CaptureForm) => void) {
  const [run, setRun] = useState<CaptureRun>({ kind: 'idle' });
  const following = useRef<AbortController>(undefined);
  const isPending = useRef(false);
  const captureUrl = useCaptureUrl();
  const captureHtml = useCaptureHtml();
  const cancel = useCancelCapture();
  const refresh = useRefreshAfterCapture();
  const isBillingOn = useIsBillingOn();

  useEffect(() => () => following.current?.abort(), []);

  const follow = async (id: string, form: CaptureForm, startedAt: number) => {
    const controller = new AbortController();
    following.current = controller;
    const { signal } = controller;
    const onProgress = (progress: CaptureProgress) => {
      if (!signal.aborted) setRun({ kind: 'running', form, startedAt, id, progress });
    };
    try {
      const screenshot = await followCapture({ id, onProgress, signal });
      setRun({ kind: 'finished', form, screenshot, tookMs: Date.now() - startedAt });
      onFinished(screenshot, form);
    } catch {
      // The capture continues on the server; the File Manager will list it.
      if (!signal.aborted) setRun({ kind: 'timed-out', form, id });
    }
    refresh();
  };

  const capture = async (form: CaptureForm) => {
    // State is updated one render later; two clicks must not start two captures.
    if (isPending.current) return;
    isPending.current = true;
    const startedAt = Date.now();
    setRun({ kind: 'sending', form, startedAt });
    try {
      const ask = form.mode === 'url' ? captureUrl : captureHtml;
      const accepted = await ask.mutateAsync(buildDashboardPayload(form));
      const id = accepted.requestId;
      toasts.success({
        title: titleOf(accepted, isBillingOn),
        action: { label: messages.viewFiles, to: '/dashboard/files' },
      });
      setRun({ kind: 'running', form, startedAt, id, progress: undefined });
      refresh();
      await follow(id, form, startedAt);
    } catch (error) {
      setRun({ kind: 'rejected', form, error });
    } finally {
      isPending.current = false;
    }
  };

  return {
    run,
    isPending: run.kind === 'sending' || run.kind === 'running',
    capture: (form: CaptureForm) => void capture(form),
    cancel: () => run.kind === 'running' && cancel.mutate(run.id),
    isCancelling: cancel.isPending,
  };
}

function titleOf(accepted: OperationData<'captureUrlFromDashboard'>, isBillingOn: boolean): string {
  const { requestId: id, creditRequired, cache } = accepted;
  if (cache === 'hit') return isBillingOn ? messages.cached : withoutCharges(messages.cached);
  return isBillingOn ? messages.captured(id, creditRequired) : messages.capturedFree(id);
}
