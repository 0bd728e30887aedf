import type { OperationData, WebhookDelivery } from '@shotwright/contract';
import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { formatAge, formatTicketDate } from '../../lib/format/format.ts';
import {
  webhookDeliveryMessages as messages,
  webhookMessages,
  webhookSampleMessages,
} from '../../lib/messages/webhooks.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LoadingButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { LoadError } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CodeBlock } from './code-block.tsx';
import { useDelivery, useResendDelivery } from './deliveries.api.ts';
import { neighbours, readable, stateText, stateTones } from './deliveries.rules.ts';
import { DeliveryAttempts } from './delivery-attempts.tsx';

/** Details of one delivery: timing, request and response; arrow keys move to its neighbours. */
export function DeliveryDetail(props: {
  webhookId: number;
  deliveries: readonly WebhookDelivery[];
  deliveryId: string;
  onGo: (id: string) => void;
  onBack: () => void;
}) {
  const { deliveryId, onGo } = props;
  const delivery = useDelivery(props.webhookId, deliveryId);
  const { newer, older } = neighbours(props.deliveries, deliveryId);
  const back = useRef<HTMLButtonElement>(null);
  useArrowKeys({
    ArrowLeft: () => newer !== undefined && onGo(newer),
    ArrowRight: () => older !== undefined && onGo(older),
  });
  useEffect(() => back.current?.focus(), []);
  return (
    <div className="grid min-w-0 gap-5">
      <div className="flex items-center justify-between gap-2">
        <Button ref={back} variant="ghost" size="sm" className="-ml-3" onClick={props.onBack}>
          <ArrowLeft aria-hidden="true" />
          {messages.back}
        </Button>
        <span className="flex">
          <IconButton
            label={messages.newer}
            aria-disabled={newer === undefined}
            onClick={() => newer !== undefined && onGo(newer)}
          >
            <ChevronLeft aria-hidden="true" />
          </IconButton>
          <IconButton
            label={messages.older}
            aria-disabled={older === undefined}
            onClick={() => older !== undefined && onGo(older)}
          >
            <ChevronRight aria-hidden="true" />
          </IconButton>
        </span>
      </div>
      {delivery.data !== undefined ? (
        <Detail key={deliveryId} webhookId={props.webhookId} data={delivery.data} />
      ) : delivery.isError ? (
        <LoadError
          title={messages.detailFailed}
          help={webhookMessages.loadFailedHelp}
          error={delivery.error}
          onRetry={() => void delivery.refetch()}
        />
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
      <p className="text-label text-muted max-sm:hidden">{messages.arrowKeys}</p>
    </div>
  );
}

function Detail({
  webhookId,
  data,
}: {
  webhookId: number;
  data: OperationData<'getWebhookDelivery'>;
}) {
  const { delivery, body, attemptLog } = data;
  const resend = useResendDelivery(webhookId);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="flex flex-wrap items-center gap-2.5 font-semibold">
          {webhookSampleMessages.types[delivery.eventType]}
          <Badge tone={stateTones[delivery.state]}>{stateText(delivery)}</Badge>
        </h3>
        <LoadingButton
          variant="outline"
          size="sm"
          isLoading={resend.isPending}
          loadingText={messages.resending}
          onClick={() => resend.mutate(delivery.id)}
        >
          {messages.resend}
        </LoadingButton>
      </div>
      <DeliveryFacts delivery={delivery} />
      <DeliveryAttempts attempts={attemptLog} />
      <section aria-labelledby="delivery-body" className="grid min-w-0 gap-2">
        <h4 id="delivery-body" className="text-table font-medium">
          {messages.body}
        </h4>
        <CodeBlock
          label={messages.body}
          copyLabel={messages.copyPart(messages.body)}
          text={body}
          shown={readable(body)}
          className="max-h-80"
        />
      </section>
    </>
  );
}

function DeliveryFacts({ delivery }: { delivery: WebhookDelivery }) {
  const { facts } = messages;
  const lines = [
    [facts.id, <Id key="id" text={delivery.id} label={messages.copyId} />],
    [
      facts.screenshot,
      delivery.screenshotId && (
        <Id key="s" text={delivery.screenshotId} label={messages.copyScreenshotId} />
      ),
    ],
    [
      facts.batch,
      delivery.batchId && <Id key="b" text={delivery.batchId} label={messages.copyBatchId} />,
    ],
    [facts.attempts, `${String(delivery.attempts)} / ${String(delivery.maxAttempts)}`],
    [facts.created, moment(delivery.createdAt)],
    [facts.finished, moment(delivery.finishedAt)],
    [facts.next, moment(delivery.nextAttemptAt)],
  ] as const;
  return (
    <dl className="grid divide-y divide-line border-y border-line text-table">
      {lines.map(
        ([name, value]) =>
          value !== null && (
            <div key={name} className="flex min-h-9 items-center justify-between gap-4 py-1">
              <dt className="shrink-0 text-muted">{name}</dt>
              <dd className="figures min-w-0 text-right">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Id({ text, label }: { text: string; label: string }) {
  return (
    <span className="inline-flex items-center gap-1 font-mono text-label break-all">
      {text}
      <CopyButton text={text} label={label} className="shrink-0" />
    </span>
  );
}

function moment(at: string | null): string | null {
  return at === null ? null : `${formatTicketDate(at)} (${formatAge(at)})`;
}

/** Handles arrow keys, except in text fields, lists and tabs, which use them. */
function useArrowKeys(keys: Readonly<Record<string, () => void>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = keys[event.key];
    if (act === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const { target } = event;
    if (target instanceof Element && target.closest('pre, input, [role="tab"], [role="listbox"]'))
      return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    // Capture phase, because the sheet stops arrow keys from reaching elements behind it.
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, []);
}
