import type { Coupon } from '@shotwright/contract';
import { Plus } from 'lucide-react';
import { useDeferredValue, useRef, useState, type ReactNode } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { useListKeys } from '../../../lib/list-keys.ts';
import { staffCouponMessages as words } from '../../../lib/messages/coupons.ts';
import { useOpener } from '../../../lib/opener.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState, LoadError } from '../../../ui/empty-state.tsx';
import { NoMatch } from '../../../ui/list-states.tsx';
import { Page } from '../../../ui/page.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { CouponsTable } from './coupons-table.tsx';
import { CreateCouponsDialog } from './create-coupons-dialog.tsx';
import { RedemptionsSheet } from './redemptions-sheet.tsx';
import { pageSize, useCoupons, useDisableCoupon } from './staff-coupons.api.ts';

/**
 * Coupon administration: search, create, disable, and list redemptions. Source: acceptance SF-3.
 */
export function CouponsPage() {
  const [creating, setCreating] = useState({ turn: 0, isOpen: false });
  const [newIds, setNewIds] = useState<ReadonlySet<number>>(new Set());
  const create = () => setCreating(({ turn }) => ({ turn: turn + 1, isOpen: true }));
  const list = useCouponsList();
  useListKeys({ c: create });
  const { isEmpty } = list;
  const button = (
    <Button onClick={create}>
      <Plus aria-hidden="true" />
      {words.create}
    </Button>
  );
  return (
    <Page title={words.title} lead={words.lead} action={!isEmpty && button}>
      <CouponsBody list={list} create={button} newIds={newIds} />
      <CreateCouponsDialog
        key={creating.turn}
        open={creating.isOpen}
        onClose={() => setCreating({ ...creating, isOpen: false })}
        onCreated={(coupons) => {
          list.clear();
          setNewIds(new Set(coupons.map(({ id }) => id)));
        }}
      />
    </Page>
  );
}

function useCouponsList() {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const coupons = useCoupons({ search: useDeferredValue(search.trim()), page });
  const change = (text: string) => {
    setSearch(text);
    setPage(1);
  };
  const isEmpty = coupons.data?.total === 0 && search === '' && !coupons.isPlaceholderData;
  return { ...coupons, search, page, isEmpty, setPage, change, clear: () => change('') };
}

type CouponsListState = ReturnType<typeof useCouponsList>;

function CouponsBody(props: {
  list: CouponsListState;
  create: ReactNode;
  newIds: ReadonlySet<number>;
}) {
  const { list } = props;
  const { data } = list;
  if (list.isError && data === undefined) {
    return (
      <LoadError
        title={words.loadFailed}
        help={words.loadFailedHelp}
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (list.isEmpty) {
    return (
      <Card>
        <EmptyState title={words.emptyTitle} text={words.emptyText}>
          {props.create}
        </EmptyState>
      </Card>
    );
  }
  const pageCount = Math.ceil((data?.total ?? 0) / pageSize);
  return (
    <section aria-label={words.title} className="grid gap-3">
      <Toolbar list={list} />
      {data?.total === 0 ? (
        <NoMatch
          title={words.noMatchTitle}
          text={words.noMatchText}
          clear={words.clear}
          onClear={list.clear}
        />
      ) : (
        <TableWithDialogs
          coupons={data?.coupons}
          isStale={list.isPlaceholderData}
          newIds={props.newIds}
        />
      )}
      {pageCount > 1 && (
        <div className="flex justify-end">
          <Pagination
            noun={words.noun}
            page={list.page}
            pageCount={pageCount}
            onPage={list.setPage}
          />
        </div>
      )}
    </section>
  );
}

function Toolbar({ list }: { list: CouponsListState }) {
  const input = useRef<HTMLInputElement>(null);
  useListKeys({ '/': () => input.current?.focus(), Escape: list.clear });
  const total = list.data?.total;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchInput
        label={words.search}
        inputRef={input}
        maxLength={100}
        value={list.search}
        onChange={list.change}
        className="w-72 max-sm:w-full"
      />
      <output className="figures ml-auto text-table text-muted">
        {total !== undefined && words.count(formatCount(total), total === 1)}
      </output>
    </div>
  );
}

function TableWithDialogs(props: {
  coupons: readonly Coupon[] | undefined;
  isStale: boolean;
  newIds: ReadonlySet<number>;
}) {
  const [opened, setOpened] = useState<{ coupon: Coupon; isOpen: boolean } | null>(null);
  const [doomed, setDoomed] = useState<{ coupon: Coupon; isOpen: boolean } | null>(null);
  const disable = useDisableCoupon();
  const opener = useOpener();
  const closeQuestion = () => setDoomed(doomed && { ...doomed, isOpen: false });
  const openWith = (set: typeof setOpened) => (coupon: Coupon) => {
    opener.remember();
    set({ coupon, isOpen: true });
  };
  return (
    <>
      <CouponsTable
        {...props}
        onRedemptions={openWith(setOpened)}
        onDisable={openWith(setDoomed)}
      />
      {opened && (
        <RedemptionsSheet
          key={opened.coupon.id}
          coupon={opened.coupon}
          open={opened.isOpen}
          onClose={() => setOpened({ ...opened, isOpen: false })}
          finalFocus={opener.finalFocus}
        />
      )}
      {doomed && (
        <AlertDialog
          open={doomed.isOpen}
          onOpenChange={closeQuestion}
          title={words.disableTitle}
          text={words.disableText(doomed.coupon.code)}
          finalFocus={opener.finalFocus}
          confirm={{
            label: words.disableConfirm,
            busyLabel: words.disabling,
            isBusy: disable.isPending,
            onClick: () => disable.mutate(doomed.coupon.id, { onSuccess: closeQuestion }),
          }}
        />
      )}
    </>
  );
}
