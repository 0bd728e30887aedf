import { Plus } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router';
import { ignoreErrors } from '../../lib/ignore-errors.ts';
import { useListKeys } from '../../lib/keyboard/list-keys.ts';
import { batchMessages as messages } from '../../lib/messages/captures/batches.ts';
import { positiveNumber, withValues } from '../../lib/search-params.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { ListPages } from '../../ui/pagination.tsx';
import { pageSize, useBatches } from './batches.api.ts';
import { useRights } from '../accounts/session/rights.tsx';
import { BatchesTable } from './batches-table.tsx';

const newBatchPath = '/dashboard/batches/new';

/** Batches page: all batches, newest first. */
export function BatchesPage() {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const page = positiveNumber(search.get('page')) ?? 1;
  const query = useBatches(page);
  const { data, isPlaceholderData } = query;
  const mayEdit = useRights()('edit');
  useListKeys(mayEdit ? { c: () => ignoreErrors(navigate(newBatchPath)) } : {});
  const button = mayEdit && (
    <ButtonLink to={newBatchPath}>
      <Plus aria-hidden="true" />
      {messages.create}
    </ButtonLink>
  );
  const isEmpty = data?.meta.total === 0;
  return (
    <ListPage
      texts={messages}
      action={!isEmpty && button}
      query={query}
      isEmpty={isEmpty}
      emptyActions={button}
    >
      <div className="grid min-w-0 gap-4">
        <BatchesTable batches={data?.batches} isStale={isPlaceholderData} />
        <ListPages
          noun={messages.title}
          page={page}
          pageSize={pageSize}
          total={data?.meta.total}
          onPage={(next) => setSearch((now) => withValues(now, { page: String(next) }))}
        />
      </div>
    </ListPage>
  );
}
