import type { Coupon } from '@shotwright/contract';
import { Plus } from 'lucide-react';
import { useDeferredValue, useRef, useState, type ReactNode } from 'react';
import { formatCount } from '../../../lib/format/format.ts';
import { useListKeys } from '../../../lib/keyboard/list-keys.ts';
import { staffCouponMessages as messages } from '../../../lib/messages/coupons.ts';
import { useReturnFocus } from '../../../lib/use-return-focus.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState, LoadError } from '../../../ui/empty-state.tsx';
import { NoMatch } from '../../../ui/list-states.tsx';
import { Page } from '../../../ui/page.tsx';
import { pagesOf, Pagination } from '../../../ui/pagination.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { CouponsTable } from './coupons-table.tsx';
import { CreateCouponsDialog } from './create-coupons-dialog.tsx';
import { RedemptionsSheet } from './redemptions-sheet.tsx';
import { pageSize, useCoupons, useDisableCoupon } from './staff-coupons.api.ts';

/**
 * Coupon administration: search, create, disable, and list redemptions. Source: acceptance SF-3.
 */
export function CouponsPage() {
  const [creating, setCreating] = useState({ openCount: 0, isOpen: false });
  const [newIds, setNewIds] = useState<ReadonlySet<number>>(new Set());
  const create = () => setCreating(({ openCount }) => ({ openCount: openCount + 1, isOpen: true }));
  const list = useCouponsList();
  useListKeys({ c: create });
  // Not while loading: the button of an empty list is elsewhere, and the focus would be lost.
  const isButtonAbove = !list.isPending && !list.isEmpty;
  const button = (
    <Button onClick={create}>
      <Plus aria-hidden="true" />
      {messages.create}
    </Button>
  );
  return (
    <Page title={messages.title} lead={messages.lead} action={isButtonAbove && button}>
      <CouponsBody list={list} create={button} newIds={newIds} />
      <CreateCouponsDialog
        key={creating.openCount}
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
        title={messages.loadFailed}
        help={messages.loadFailedHelp}
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (list.isEmpty) {
    return (
      <Card>
        <EmptyState title={messages.emptyTitle} text={messages.emptyText}>
          {props.create}
        </EmptyState>
      </Card>
    );
  }
  const pageCount = pagesOf(data?.total ?? 0, pageSize);
  return (
    <section aria-label={messages.title} className="grid gap-3">
      <Toolbar list={list} />
      {data?.total === 0 ? (
        <NoMatch
          title={messages.noMatchTitle}
          text={messages.noMatchText}
          clear={messages.clear}
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
            noun={messages.noun}
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
        label={messages.search}
        inputRef={input}
        maxLength={100}
        value={list.search}
        onChange={list.change}
        className="w-72 max-sm:w-full"
      />
      <output className="figures ml-auto text-table text-muted">
        {total !== undefined && messages.count(formatCount(total), total === 1)}
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
  const [pendingDisable, setPendingDisable] = useState<{ coupon: Coupon; isOpen: boolean } | null>(
    null,
  );
  const disable = useDisableCoupon();
  const returnFocus = useReturnFocus();
  const closeQuestion = () =>
    setPendingDisable(pendingDisable && { ...pendingDisable, isOpen: false });
  const openWith = (set: typeof setOpened) => (coupon: Coupon) => {
    returnFocus.remember();
    set({ coupon, isOpen: true });
  };
  return (
    <>
      <CouponsTable
        {...props}
        onRedemptions={openWith(setOpened)}
        onDisable={openWith(setPendingDisable)}
      />
      {opened && (
        <RedemptionsSheet
          key={opened.coupon.id}
          coupon={opened.coupon}
          open={opened.isOpen}
          onClose={() => setOpened({ ...opened, isOpen: false })}
          finalFocus={returnFocus.finalFocus}
        />
      )}
      {pendingDisable && (
        <AlertDialog
          open={pendingDisable.isOpen}
          onOpenChange={closeQuestion}
          title={messages.disableTitle}
          text={messages.disableText(pendingDisable.coupon.code)}
          finalFocus={returnFocus.finalFocus}
          confirm={{
            label: messages.disableConfirm,
            busyLabel: messages.disabling,
            isBusy: disable.isPending,
            onClick: () => disable.mutate(pendingDisable.coupon.id, { onSuccess: closeQuestion }),
          }}
        />
      )}
    </>
  );
}
