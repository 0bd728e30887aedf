import type { FileDelivery, Screenshot } from '@shotwright/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDate } from '../../../lib/format/format.ts';
import { previewMessages as messages } from '../../../lib/messages/files.ts';
import { Badge } from '../../../ui/badge.tsx';
import { LoadingButton } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { useRetryDelivery } from '../files.api.ts';
import { FactList } from './fact-list.tsx';

/** Options of a capture that this section shows. */
export const deliveryOptionNames: readonly string[] = ['external_id', 'tags', 'retention_days'];

/**
 * Names that the client gave a capture, and the date of its deletion. Renders nothing without any.
 * `isShared`: a public link retains it.
 */
export function DeliverySection({
  screenshot,
  isShared,
}: {
  screenshot: Screenshot;
  isShared: boolean;
}) {
  const { delivery } = messages;
  const { externalId, tags, retainedUntil } = screenshot;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ...(externalId === null ? [] : [[delivery.externalId, externalId] as const]),
    ...(tags.length === 0 ? [] : [[delivery.tags, <Tags key="tags" tags={tags} />] as const]),
    ...(screenshot.options['store'] === 'false'
      ? [[delivery.image, delivery.notStored] as const]
      : []),
    ...deliveryFacts(screenshot.delivery),
    ...(retainedUntil === null ? [] : [[delivery.deletedOn, formatDate(retainedUntil)] as const]),
  ];
  if (facts.length === 0) return null;
  return (
    <section aria-labelledby="file-delivery">
      <h3 id="file-delivery" className="mb-1 text-table font-semibold">
        {delivery.title}
      </h3>
      <FactList facts={facts} />
      {screenshot.delivery && <DeliveryError screenshot={screenshot} />}
      {retainedUntil !== null && isShared && (
        <p className="text-label text-muted">{delivery.retainedByLink}</p>
      )}
    </section>
  );
}

/** Tags as links to the files that have them. */
function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <span className="flex flex-wrap justify-end gap-1">
      {tags.map((tag) => (
        <Link
          key={tag}
          to={`/dashboard/files?${new URLSearchParams({ tag }).toString()}`}
          className="rounded-control border border-line px-1.5 text-label break-all text-cobalt hover:underline"
        >
          {tag}
        </Link>
      ))}
    </span>
  );
}

type Fact = readonly [string, ReactNode];

function deliveryFacts(delivery: FileDelivery | undefined): readonly Fact[] {
  if (!delivery) return [];
  const { delivery: texts } = messages;
  const { state, path, url, attempts, maxAttempts } = delivery;
  const badge = <Badge tone={tones[state]}>{texts.states[state]}</Badge>;
  return [
    [texts.state, badge],
    [texts.destination, delivery.destination ?? texts.uploadUrl],
    ...(path === null ? [] : [[texts.path, <Path key="path" path={path} url={url} />] as const]),
    ...(state === 'DELIVERED' || attempts === 0
      ? []
      : [[texts.tried, texts.attempts(attempts, maxAttempts)] as const]),
  ];
}

const tones = { PENDING: 'blue', DELIVERED: 'green', FAILED: 'red' } as const;

function Path({ path, url }: { path: string; url: string | null }) {
  return (
    <span className="inline-flex items-center gap-1">
      <span className="font-mono text-label break-all">
        {url === null ? (
          path
        ) : (
          <a href={url} className="text-cobalt underline underline-offset-4">
            {path}
          </a>
        )}
      </span>
      <CopyButton text={path} label={messages.delivery.copyPath} />
    </span>
  );
}

/** Last error of a delivery, with a button that starts it again. */
function DeliveryError({ screenshot: { id, delivery } }: { screenshot: Screenshot }) {
  const retry = useRetryDelivery();
  if (!delivery || delivery.state === 'DELIVERED' || delivery.error === null) return null;
  return (
    <div className="mt-2 grid justify-items-start gap-2">
      <p className="text-table text-red">{delivery.error}</p>
      <LoadingButton
        size="sm"
        variant="outline"
        isLoading={retry.isPending}
        onClick={() => retry.mutate(id)}
      >
        {messages.delivery.retry}
      </LoadingButton>
    </div>
  );
}
