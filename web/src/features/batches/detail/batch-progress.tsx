import type { Batch } from '@shotwright/contract';
import { CircleStop, Download, FileChartColumn, Pause, Play, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useIsBillingOn } from '../../../lib/api/runtime-config.ts';
import { useZipDownload } from '../../../lib/api/zip-download.ts';
import { formatCount, formatSize } from '../../../lib/format/format.ts';
import { batchMessages as messages } from '../../../lib/messages/captures/batches.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button, ButtonLink, buttonRowClasses, LoadingButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { BatchBadge } from '../batch-status.tsx';
import { useRights } from '../../accounts/session/rights.tsx';
import { isRunning, useCancelBatch, useChangePause, useRetryBatch } from '../batches.api.ts';

/** Progress of a batch, and its actions. */
export function BatchProgress({ batch }: { batch: Batch }) {
  const { counts, creditsCharged } = batch;
  const isBillingOn = useIsBillingOn();
  const ended = counts.complete + counts.failed + counts.deleted;
  const hasFailures = counts.failed > 0;
  return (
    <Card className="grid gap-4 p-5">
      <Meter
        label={messages.progress}
        share={counts.items === 0 ? 1 : ended / counts.items}
        tone={isRunning(batch) ? 'ink' : hasFailures ? 'amber' : 'green'}
        figure={
          <span className="inline-flex items-center gap-2">
            <BatchBadge {...batch} />
            {messages.ended(formatCount(ended), formatCount(counts.items))}
          </span>
        }
        value={messages.counts(counts)}
      >
        {isBillingOn && creditsCharged > 0 && (
          <> · {messages.charged(formatCount(creditsCharged))}</>
        )}
      </Meter>
      <BatchActions batch={batch} />
    </Card>
  );
}

function BatchActions({ batch }: { batch: Batch }) {
  const { batchId, counts } = batch;
  const retry = useRetryBatch();
  const mayEdit = useRights()('edit');
  return (
    <div className={buttonRowClasses}>
      {counts.complete > 0 && (
        <>
          <ZipButton batchId={batchId} />
          {mayEdit && (
            <ButtonLink to={`/dashboard/reports/new?batch=${batchId}`} variant="outline">
              <FileChartColumn aria-hidden="true" />
              {messages.report}
            </ButtonLink>
          )}
        </>
      )}
      {mayEdit && counts.failed > 0 && !batch.paused && (
        <LoadingButton
          variant="outline"
          isLoading={retry.isPending}
          loadingText={messages.retrying}
          onClick={() => retry.mutate(batchId)}
        >
          <RotateCw aria-hidden="true" />
          {messages.retryFailed(counts.failed)}
        </LoadingButton>
      )}
      {mayEdit && isRunning(batch) && (batch.paused || counts.pending > 0) && (
        <PauseButton batch={batch} />
      )}
      {mayEdit && isRunning(batch) && <CancelButton batchId={batchId} />}
    </div>
  );
}

function ZipButton({ batchId }: { batchId: string }) {
  const zip = useZipDownload({
    name: 'batch.zip',
    done: messages.zipped,
    failed: messages.zipFailed,
  });
  return (
    <>
      <LoadingButton
        variant="outline"
        isLoading={zip.isPending}
        loadingText={`${messages.zipping} (${formatSize(zip.bytes)})`}
        onClick={() => zip.start({ method: 'GET', path: `/batches/${batchId}/zip` })}
      >
        <Download aria-hidden="true" />
        {messages.downloadZip}
      </LoadingButton>
      {zip.isPending && (
        <Button variant="ghost" onClick={zip.stop}>
          {messages.stop}
        </Button>
      )}
    </>
  );
}

function PauseButton({ batch: { batchId, paused } }: { batch: Batch }) {
  const change = useChangePause(paused);
  return (
    <LoadingButton
      variant="outline"
      isLoading={change.isPending}
      loadingText={paused ? messages.resuming : messages.pausing}
      onClick={() => change.mutate(batchId)}
    >
      {paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
      {paused ? messages.resume : messages.pause}
    </LoadingButton>
  );
}

function CancelButton({ batchId }: { batchId: string }) {
  const [isAsking, setAsking] = useState(false);
  const cancel = useCancelBatch();
  const close = () => setAsking(false);
  return (
    <>
      <Button variant="outline" onClick={() => setAsking(true)}>
        <CircleStop aria-hidden="true" />
        {messages.cancel}
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={messages.cancelTitle}
        text={messages.cancelText}
        cancelLabel={messages.keep}
        confirm={{
          label: messages.cancel,
          isBusy: cancel.isPending,
          busyLabel: messages.cancelling,
          onClick: () => cancel.mutate(batchId, { onSettled: close }),
        }}
      />
    </>
  );
}
