import type { Batch } from '@shotwright/contract';
import { batchMessages as messages } from '../../../lib/messages/captures/batches.ts';
import { BackLink, RecordPage } from '../../../ui/record-page.tsx';
import { Time } from '../../../ui/time.tsx';
import { nameOf } from '../batch-status.tsx';
import { useBatch } from '../batches.api.ts';
import { BatchItems } from './batch-items.tsx';
import { BatchProgress } from './batch-progress.tsx';

const listPath = '/dashboard/batches';

/** Page of one batch: its progress, its actions and its captures. */
export function BatchPage({ id }: { id: string }) {
  const query = useBatch(id);
  const { data } = query;
  return (
    <RecordPage
      title={data === undefined ? messages.title : nameOf(data)}
      lead={<Lead batch={data} />}
      query={query}
      listPath={listPath}
      texts={messages}
    >
      {(batch) => (
        <>
          <BatchProgress batch={batch} />
          <BatchItems batch={batch} />
        </>
      )}
    </RecordPage>
  );
}

function Lead({ batch }: { batch: Batch | undefined }) {
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <BackLink to={listPath} label={messages.back} />
      {batch !== undefined && <Time value={batch.createdAt} display="second" />}
    </span>
  );
}
