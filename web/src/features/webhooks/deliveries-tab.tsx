import type { Webhook, WebhookDelivery } from '@shotwright/contract';
import { useState } from 'react';
import { formatAge, formatCount } from '../../lib/format/format.ts';
import {
  webhookDeliveryMessages as messages,
  webhookMessages,
  webhookSampleMessages,
} from '../../lib/messages/webhooks.ts';
import { Badge } from '../../ui/badge.tsx';
import { LoadingButton } from '../../ui/button.tsx';
import { EmptyState, LoadError } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton, useSkeleton } from '../../ui/skeleton.tsx';
import { useDeliveries, useResendFailed } from './deliveries.api.ts';
import { stateText, stateTones, successRate, type DeliverySummary } from './deliveries.rules.ts';
import { DeliveryDetail } from './delivery-detail.tsx';

/** Live list of the deliveries of a webhook, or the details of one of them, `first` at first. */
export function DeliveriesTab({ webhook, first }: { webhook: Webhook; first: string | null }) {
  const deliveries = useDeliveries(webhook.id);
  const [openId, setOpenId] = useState(first);
  const [lastId, setLastId] = useState<string | null>(null);
  const { data } = deliveries;
  if (data === undefined)
    return deliveries.isError ? (
      <LoadError
        title={messages.loadFailed}
        help={webhookMessages.loadFailedHelp}
        error={deliveries.error}
        onRetry={() => void deliveries.refetch()}
      />
    ) : (
      <ListSkeleton />
    );
  if (openId !== null)
    return (
      <DeliveryDetail
        webhookId={webhook.id}
        deliveries={data.deliveries}
        deliveryId={openId}
        onGo={setOpenId}
        onBack={() => {
          setLastId(openId);
          setOpenId(null);
        }}
      />
    );
  if (data.deliveries.length === 0)
    return <EmptyState title={messages.emptyTitle} text={messages.emptyText} />;
  return (
    <div className="grid gap-4">
      <Summary webhook={webhook} summary={data.summary} />
      <ul aria-label={messages.list} className="rounded-card border border-line">
        {data.deliveries.map((delivery) => (
          <DeliveryLine
            key={delivery.id}
            delivery={delivery}
            hasFocus={delivery.id === lastId}
            onOpen={() => setOpenId(delivery.id)}
          />
        ))}
      </ul>
      <p className="text-label text-muted">{messages.kept}</p>
    </div>
  );
}

function Summary({ webhook, summary }: { webhook: Webhook; summary: DeliverySummary }) {
  const rate = successRate(summary);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="grid gap-0.5">
        <p className="figures text-lead font-semibold">
          {rate === undefined ? messages.noneEnded : messages.successRate(String(rate))}
        </p>
        <p className="figures text-table text-muted">
          {messages.counts(
            formatCount(summary.succeeded),
            formatCount(summary.failed),
            formatCount(summary.pending),
          )}
        </p>
      </div>
      {summary.failed > 0 && <ResendFailed webhook={webhook} />}
    </div>
  );
}

function ResendFailed({ webhook }: { webhook: Webhook }) {
  const [hours, setHours] = useState('24');
  const resend = useResendFailed(webhook.id);
  return (
    <div className="flex gap-2 max-sm:w-full">
      <Select
        aria-label={messages.since}
        className="h-8 flex-1 text-table sm:w-44 pointer-coarse:h-11"
        options={Object.entries(messages.periods).map(([value, label]) => ({ value, label }))}
        value={hours}
        onValueChange={setHours}
      />
      <LoadingButton
        variant="outline"
        size="sm"
        isLoading={resend.isPending}
        loadingText={messages.resending}
        onClick={() => resend.mutate(Number(hours))}
      >
        {messages.resendFailed}
      </LoadingButton>
    </div>
  );
}

function DeliveryLine(props: { delivery: WebhookDelivery; hasFocus: boolean; onOpen: () => void }) {
  const { delivery } = props;
  const type = webhookSampleMessages.types[delivery.eventType];
  // The list is sorted by it; an attempt of an old delivery can be newer.
  const age = formatAge(delivery.createdAt);
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- restores the focus after returning from a delivery
        autoFocus={props.hasFocus}
        onClick={props.onOpen}
        className="grid w-full grid-cols-[5.5rem_1fr_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2.5 text-left text-table outline-offset-[-2px] hover:bg-paper"
      >
        <Badge tone={stateTones[delivery.state]} className="justify-self-start">
          {stateText(delivery)}
        </Badge>
        <span className="min-w-0 truncate font-medium">{type}</span>
        <span className="figures text-muted max-sm:hidden">{age}</span>
        <span className="figures col-span-2 col-start-2 text-label text-muted">
          <span className="sm:hidden">{age} · </span>
          {factsOf(delivery).join(' · ')}
        </span>
      </button>
    </li>
  );
}

function factsOf(delivery: WebhookDelivery): string[] {
  const { attempts, maxAttempts, lastStatusCode, lastDurationMs, lastError, state } = delivery;
  const facts =
    attempts === 0
      ? [messages.noAttempt]
      : [messages.attempt(String(attempts), String(maxAttempts))];
  if (lastStatusCode !== null) facts.push(String(lastStatusCode));
  else if (lastError !== null) facts.push(lastError);
  if (lastDurationMs !== null) facts.push(messages.took(formatCount(lastDurationMs)));
  if (state === 'PENDING' && delivery.nextAttemptAt !== null)
    facts.push(nextAttempt(delivery.nextAttemptAt));
  return facts;
}

function nextAttempt(at: string): string {
  return Date.parse(at) - Date.now() < 10_000
    ? messages.nextSoon
    : messages.nextRetry(formatAge(at));
}

function ListSkeleton() {
  const isShown = useSkeleton(true);
  return (
    <div className="grid gap-3" aria-hidden="true">
      {isShown &&
        Array.from({ length: 5 }, (_, index) => <Skeleton key={index} className="h-14 w-full" />)}
    </div>
  );
}
