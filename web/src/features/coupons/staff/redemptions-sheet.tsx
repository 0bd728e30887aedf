import type { Coupon } from '@shotwright/contract';
import { useState } from 'react';
import { formatCount } from '../../../lib/format/format.ts';
import { staffCouponMessages as messages } from '../../../lib/messages/coupons.ts';
import { EmptyState, LoadError } from '../../../ui/empty-state.tsx';
import { pagesOf, Pagination } from '../../../ui/pagination.tsx';
import { SideSheet } from '../../../ui/side-sheet.tsx';
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx';
import { Time } from '../../../ui/time.tsx';
import { pageSize, useRedemptions } from './staff-coupons.api.ts';

/** Side sheet with the redemptions of a coupon, newest first. */
export function RedemptionsSheet(props: {
  coupon: Coupon;
  open: boolean;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
}) {
  const { coupon } = props;
  return (
    <SideSheet
      open={props.open}
      onClose={props.onClose}
      title={coupon.code}
      description={
        <p className="text-table text-muted">
          {messages.redemptionsLead(formatCount(coupon.uses), coupon.uses === 1)}
        </p>
      }
      finalFocus={props.finalFocus}
    >
      <Redemptions id={coupon.id} />
    </SideSheet>
  );
}

function Redemptions({ id }: { id: number }) {
  const [page, setPage] = useState(1);
  const { data, isError, error, refetch } = useRedemptions({ id, page });
  if (isError && data === undefined) {
    return (
      <LoadError
        title={messages.redemptionsFailed}
        help={messages.loadFailedHelp}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) return <ListSkeleton />;
  if (data.total === 0)
    return <EmptyState title={messages.noRedemptionsTitle} text={messages.noRedemptionsText} />;
  const pageCount = pagesOf(data.total, pageSize);
  return (
    <div className="grid gap-4">
      <ul aria-label={messages.redemptions} className="rounded-card border border-line">
        {data.redemptions.map(({ organizationId, email, redeemedAt }) => (
          <li
            key={organizationId}
            className="flex items-center justify-between gap-4 border-b border-line px-4 py-2.5 text-table last:border-b-0"
          >
            <span className="min-w-0 break-all">{email ?? messages.deletedUser}</span>
            <span className="shrink-0 text-muted">
              <Time value={redeemedAt} />
            </span>
          </li>
        ))}
      </ul>
      {pageCount > 1 && (
        <Pagination
          noun={messages.redemptions}
          page={page}
          pageCount={pageCount}
          onPage={setPage}
        />
      )}
    </div>
  );
}

function ListSkeleton() {
  const isShown = useSkeleton(true);
  return (
    <div className="grid gap-3" aria-hidden="true">
      {isShown &&
        Array.from({ length: 4 }, (_, index) => <Skeleton key={index} className="h-10 w-full" />)}
    </div>
  );
}
