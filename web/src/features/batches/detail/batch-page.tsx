import type { Batch } from '@shotwright/contract';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { batchMessages as messages } from '../../../lib/messages/captures/batches.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState, LoadError } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Time } from '../../../ui/time.tsx';
import { nameOf } from '../batch-status.tsx';
import { isMissing, useBatch } from '../batches.api.ts';
import { BatchItems } from './batch-items.tsx';
import { BatchProgress } from './batch-progress.tsx';

const listPath = '/dashboard/batches';

/** Page of one batch: its progress, its actions and its captures. */
export function BatchPage({ id }: { id: string }) {
  const { data, isError, error, refetch } = useBatch(id);
  const isFailed = isError && data === undefined;
  return (
    <Page title={data === undefined ? messages.title : nameOf(data)} lead={<Lead batch={data} />}>
      {isFailed &&
        (isMissing(error) ? (
          <NotFound />
        ) : (
          <LoadError
            title={messages.oneFailed}
            help={messages.loadFailedHelp}
            error={error}
            onRetry={() => void refetch()}
          />
        ))}
      {data === undefined ? (
        !isFailed && <Skeleton className="h-36 w-full" />
      ) : (
        <div className="grid min-w-0 gap-6">
          <BatchProgress batch={data} />
          <BatchItems batch={data} />
        </div>
      )}
    </Page>
  );
}

function Lead({ batch }: { batch: Batch | undefined }) {
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Link
        to={listPath}
        className="target-line inline-flex items-center gap-1 text-table font-medium text-cobalt underline underline-offset-4"
      >
        <ArrowLeft aria-hidden="true" className="size-3.5" />
        {messages.back}
      </Link>
      {batch !== undefined && <Time value={batch.createdAt} display="second" />}
    </span>
  );
}

function NotFound() {
  return (
    <Card>
      <EmptyState title={messages.notFoundTitle} text={messages.notFoundText}>
        <ButtonLink to={listPath} variant="outline">
          {messages.back}
        </ButtonLink>
      </EmptyState>
    </Card>
  );
}
