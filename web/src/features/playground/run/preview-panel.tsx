import type { Screenshot } from '@shotwright/contract';
import { X } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { formatDuration } from '../../../lib/format/format.ts';
import { previewMessages as messages } from '../../../lib/messages/playground.ts';
import { useIsBillingOn } from '../../../lib/api/runtime-config.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Viewfinder } from '../../../ui/viewfinder.tsx';
import type { CaptureForm } from '../form/capture-form.rules.ts';
import { CaptureFailure } from './capture-failure.tsx';
import { CapturedImage, ImageFooter } from './captured-image.tsx';
import { failureOf, phaseOf } from './run-messages.rules.ts';
import type { CaptureRun } from './use-capture.ts';
import { VerdictNotice } from './verdict-notice.tsx';

type Pending = Extract<CaptureRun, { kind: 'sending' | 'running' }>;

interface PreviewPanelProps {
  run: CaptureRun;
  form: CaptureForm;
  isCancelling: boolean;
  canRetry: boolean;
  onCancel: () => void;
  onRetry: () => void;
  onHide: () => void;
}

/** Live preview of the capture: an empty frame, the phases, then the image or the error. */
export function PreviewPanel(props: PreviewPanelProps) {
  const { run } = props;
  const [isReal, setReal] = useState(false);
  const image = imageOf(run);
  return (
    <section
      aria-label={messages.preview}
      className="rounded-card border border-line bg-card shadow-sheet flex max-h-[calc(100dvh-6rem)] min-h-0 flex-col overflow-hidden"
    >
      <Header {...props} isReal={isReal} onZoom={() => setReal(!isReal)} />
      {image && <VerdictNotice screenshot={image} />}
      {/* The image may be larger than its frame; without a mouse the frame must be focusable to
          scroll. */}
      <div
        className="grid min-h-0 flex-1 overflow-auto overscroll-contain bg-sunk p-4 sm:p-6"
        {...(image && { tabIndex: 0, role: 'group', 'aria-label': messages.preview })}
      >
        <Stage {...props} isReal={isReal} />
      </div>
      {image && <ImageFooter screenshot={image} />}
    </section>
  );
}

function imageOf(run: CaptureRun): Screenshot | undefined {
  return run.kind === 'finished' && run.screenshot.status === 'COMPLETE'
    ? run.screenshot
    : undefined;
}

function Header(props: PreviewPanelProps & { isReal: boolean; onZoom: () => void }) {
  const { run, isReal } = props;
  const hasImage = imageOf(run) !== undefined;
  return (
    <header className="flex min-h-12 items-center gap-2 border-b border-line py-1.5 pr-2 pl-4">
      <h2 className="font-semibold">{messages.preview}</h2>
      {hasImage && run.kind === 'finished' && (
        <Badge tone="green">{messages.ready(formatDuration(run.tookMs / 1_000))}</Badge>
      )}
      <span className="flex-1" />
      {hasImage && (
        <Button size="sm" variant="ghost" onClick={props.onZoom}>
          <span className="sr-only">{messages.zoom}: </span>
          {isReal ? messages.zoomFit : messages.zoomReal}
        </Button>
      )}
      {(run.kind === 'sending' || run.kind === 'running') && (
        <Button
          size="sm"
          variant="outline"
          disabled={run.kind === 'sending' || props.isCancelling}
          onClick={props.onCancel}
        >
          {props.isCancelling ? messages.cancelling : messages.cancel}
        </Button>
      )}
      <Button
        size="icon"
        variant="ghost"
        aria-label={messages.hide}
        className="size-8 text-muted"
        onClick={props.onHide}
      >
        <X aria-hidden="true" />
      </Button>
    </header>
  );
}

function Stage(props: PreviewPanelProps & { isReal: boolean }): ReactNode {
  const { run, form } = props;
  const failure = failureOf(run, { isBillingOn: useIsBillingOn() });
  if (failure) {
    return (
      <CaptureFailure
        failure={failure}
        screenshot={run.kind === 'finished' ? run.screenshot : undefined}
        canRetry={props.canRetry}
        onRetry={props.onRetry}
      />
    );
  }
  if (run.kind === 'finished')
    return <CapturedImage screenshot={run.screenshot} isReal={props.isReal} />;
  if (run.kind === 'sending' || run.kind === 'running') return <Developing run={run} />;
  return (
    <Frame form={form}>
      <p className="max-w-64 text-center text-muted">
        {run.kind === 'timed-out' ? messages.timedOut : messages.empty}
      </p>
    </Frame>
  );
}

/** Frame of a running capture, darker with every phase, with the phase's name in it. */
function Developing({ run }: { run: Pending }) {
  const { text, tone } = phaseOf(run);
  return (
    <Frame form={run.form} tone={tone}>
      <div className="relative grid justify-items-center gap-1 text-center">
        <p className="font-medium">{text}</p>
        <Elapsed since={run.startedAt} />
      </div>
    </Frame>
  );
}

function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 100);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, now - since) / 1_000;
  return (
    <span aria-hidden="true" className="figures text-table text-muted">
      {messages.elapsed(seconds.toFixed(1))}
    </span>
  );
}

/** Frame with the viewport's aspect ratio between viewfinder corners. */
function Frame(props: { form: CaptureForm; tone?: number; children: ReactNode }) {
  const { form, tone } = props;
  const width = Number(form.width) || 16;
  const height = Number(form.height) || 9;
  // A phone is tall; its full aspect ratio would push the text out of view.
  const ratio = form.emulate_device === '' ? Math.min(3, Math.max(0.75, width / height)) : 0.75;
  return (
    <div
      className="m-auto w-full"
      style={{ maxWidth: `min(100%, calc(${String(ratio)} * min(34rem, 60dvh)))` }}
    >
      <Viewfinder className="p-2.5">
        <div
          className="relative grid place-items-center overflow-hidden bg-card px-4"
          style={{ aspectRatio: String(ratio) }}
        >
          {tone !== undefined && (
            <span
              aria-hidden="true"
              className="pg-tone absolute inset-0 bg-cobalt-wash"
              style={{ transform: `scaleY(${String(tone)})` }}
            />
          )}
          {props.children}
        </div>
      </Viewfinder>
    </div>
  );
}
