import type { ApiKey, Screenshot } from '@shotwright/contract';
import { isTerminal } from '@shotwright/contract/paths';
import { Check, Download, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { cn } from '../../lib/cn.ts';
import { curlCommand, keyVariable } from '../../lib/api/curl.ts';
import { formatDuration } from '../../lib/format/format.ts';
import { apiKeyMessages, firstRequestMessages as messages } from '../../lib/messages/api-keys.ts';
import { sameOriginUrl } from '../../lib/api/same-origin-url.ts';
import { useIsBillingOn } from '../../lib/api/runtime-config.ts';
import { saveFile } from '../../lib/save-file.ts';
import { toasts } from '../../lib/toasts.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button, LoadingButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Viewfinder } from '../../ui/viewfinder.tsx';
import { sampleBody } from './api-keys.rules.ts';
import { CommandBlock } from './command-block.tsx';
import { useFirstRequest, useRunSample } from './first-request.api.ts';

/** Panel for a new key: copy it, try it, and see the first request arrive (acceptance AK-9). */
export function FirstRequestPanel(props: {
  apiKey: ApiKey;
  title: string;
  open: boolean;
  onClose: () => void;
}) {
  const { apiKey } = props;
  const [isCopied, setCopied] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const close = () => (isCopied ? props.onClose() : setConfirming(true));
  const copied = () => setCopied(true);
  return (
    <Dialog
      open={props.open}
      onOpenChange={close}
      title={props.title}
      description={messages.lead}
      size="wide"
    >
      <div className="grid min-w-0 gap-5">
        <KeyLine apiKey={apiKey} onCopied={copied} />
        <TryIt apiKey={apiKey} onCopied={copied} />
      </div>
      <DialogActions>
        <Button variant="outline" onClick={close}>
          {messages.finish}
        </Button>
      </DialogActions>
      <AlertDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={messages.leaveTitle}
        text={messages.leaveText}
        cancelLabel={messages.keepOpen}
        confirm={{
          label: messages.leave,
          onClick: () => {
            setConfirming(false);
            props.onClose();
          },
        }}
      />
    </Dialog>
  );
}

function KeyLine({ apiKey, onCopied }: { apiKey: ApiKey; onCopied: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="flex min-w-0 flex-1 basis-80 items-center gap-2 rounded-control border border-control bg-card py-1 pr-1 pl-3">
        <code
          aria-label={messages.key}
          className="min-w-0 flex-1 py-1 font-mono text-table break-all"
        >
          {apiKey.key}
        </code>
        <CopyButton
          text={apiKey.key}
          label={messages.copyKey}
          className="size-8 shrink-0"
          onCopied={() => {
            toasts.success({ title: apiKeyMessages.copied });
            onCopied();
          }}
        />
      </div>
      <Button
        variant="outline"
        onClick={() => {
          const line = `${keyVariable}=${apiKey.key}\n`;
          saveFile({ blob: new Blob([line], { type: 'text/plain' }), name: messages.envName });
          onCopied();
        }}
      >
        <Download aria-hidden="true" />
        {messages.downloadEnv}
      </Button>
    </div>
  );
}

function TryIt({ apiKey, onCopied }: { apiKey: ApiKey; onCopied: () => void }) {
  const run = useRunSample();
  const [since] = useState(() => Date.now() - clockLeewayMs);
  const request = useFirstRequest(apiKey, since);
  const command = curlCommand({
    path: '/screenshots',
    key: apiKey.key,
    body: sampleBody,
    output: 'shot.png',
  });
  return (
    <section aria-labelledby="try-it" className="grid min-w-0 gap-2">
      <div className="flex items-center justify-between gap-4">
        <h3 id="try-it" className="font-semibold">
          {messages.try}
        </h3>
        <LoadingButton
          size="sm"
          isLoading={run.isPending}
          loadingText={messages.running}
          disabled={request.hasArrived && request.screenshot?.status !== 'FAILED'}
          onClick={() => run.mutate(apiKey.key)}
        >
          {messages.runIt}
        </LoadingButton>
      </div>
      <CommandBlock shown={command} copied={command} onCopied={onCopied} />
      <output className="mt-1 block">
        {request.hasArrived ? (
          <Arrived screenshot={request.screenshot} />
        ) : (
          <span className="flex items-center gap-3 py-2 text-muted">
            <Viewfinder className="breathe size-6" cornerClassName="size-2 border-muted" />
            {messages.waiting}
          </span>
        )}
      </output>
    </section>
  );
}

/** Tolerance for a server clock that is behind this device's clock. Units: ms. */
const clockLeewayMs = 10_000;

function Arrived({ screenshot }: { screenshot: Screenshot | undefined }) {
  const isBillingOn = useIsBillingOn();
  const status = screenshot?.status;
  const isFinished = status !== undefined && isTerminal(status);
  const sentence = !isFinished
    ? messages.capturing
    : status === 'COMPLETE'
      ? messages.done
      : (screenshot?.error ?? messages.failed);
  const Icon = status === 'FAILED' ? TriangleAlert : Check;
  return (
    <span className="flex flex-wrap items-start gap-4 rounded-card border border-line bg-paper p-4">
      <span className="grid aspect-[4/3] w-40 shrink-0 place-items-center overflow-hidden border border-line bg-card max-sm:w-full">
        {screenshot?.thumbnailUrl ? (
          <img
            src={sameOriginUrl(screenshot.thumbnailUrl)}
            alt={messages.alt(screenshot.url ?? '')}
            className="block h-auto w-full self-start"
          />
        ) : (
          <Viewfinder className={cn('size-8', !isFinished && 'breathe')} />
        )}
      </span>
      <span className="grid min-w-0 flex-1 content-start gap-1">
        <span className="flex items-center gap-1.5 font-medium">
          <Icon
            aria-hidden="true"
            className={cn('size-4', status === 'FAILED' ? 'text-red' : 'text-green')}
          />
          {sentence}
        </span>
        {screenshot !== undefined && isFinished && (
          <span className="figures text-table text-muted">
            {isBillingOn
              ? messages.facts(
                  formatDuration(screenshot.duration),
                  messages.credits(screenshot.creditsCharged),
                )
              : formatDuration(screenshot.duration)}
          </span>
        )}
        <NextSteps />
      </span>
    </span>
  );
}

function NextSteps() {
  const steps = [
    { to: '/dashboard/files', label: messages.nextFiles },
    { to: '/dashboard/webhooks', label: messages.nextWebhook },
    { to: '/dashboard/playground', label: messages.nextPlayground },
  ];
  return (
    <span className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-table">
      {steps.map((step) => (
        <Link
          key={step.to}
          to={step.to}
          className="rounded-[2px] font-medium text-cobalt underline-offset-4 hover:underline"
        >
          {step.label}
        </Link>
      ))}
    </span>
  );
}
