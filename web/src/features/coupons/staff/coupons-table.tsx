import type { Coupon } from '@shotwright/contract';
import { Ban, Users } from 'lucide-react';
import { formatCount } from '../../../lib/format/format.ts';
import { rowAttributes, rowOpenAttributes } from '../../../lib/keyboard/list-keys.ts';
import { staffCouponMessages as messages } from '../../../lib/messages/coupons.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Cell, Row } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { benefitOf, statusOf, statusTones } from './coupons.rules.ts';

const { columns } = messages;

interface RowActions {
  readonly onRedemptions: (coupon: Coupon) => void;
  readonly onDisable: (coupon: Coupon) => void;
}

/**
 * Table of the coupons, with skeleton rows while they load. `isStale`: the rows belong to the
 * previous search.
 */
export function CouponsTable(
  props: RowActions & {
    coupons: readonly Coupon[] | undefined;
    isStale: boolean;
    /** IDs of the coupons that were just created. */
    newIds: ReadonlySet<number>;
  },
) {
  return (
    <DataTable
      label={messages.title}
      isDense
      isStale={props.isStale}
      columns={columns}
      numeric={['uses', 'actions']}
      rows={props.coupons}
      skeleton={{ count: 5, bars: { code: 'my-3 w-40' } }}
    >
      {(coupon) => (
        <CouponRow
          key={coupon.id}
          coupon={coupon}
          isNew={props.newIds.has(coupon.id)}
          onRedemptions={props.onRedemptions}
          onDisable={props.onDisable}
        />
      )}
    </DataTable>
  );
}

function CouponRow({ coupon, isNew, ...actions }: RowActions & { coupon: Coupon; isNew: boolean }) {
  const status = statusOf(coupon);
  return (
    // The code has a second line, so the first lines are aligned instead of the middles.
    <Row
      {...rowAttributes}
      isMarked={isNew}
      className="[&>td]:align-baseline [&>td:last-child]:align-middle"
    >
      <Cell label={columns.code}>
        <span className="grid min-w-0 gap-0.5 @max-xl:justify-items-end">
          <span className="flex items-center gap-1">
            <code className="font-mono break-all">{coupon.code}</code>
            <CopyButton text={coupon.code} label={messages.copyCode(coupon.code)} />
          </span>
          {coupon.note !== null && (
            <span className="line-clamp-2 max-w-72 text-label break-words text-muted @max-xl:text-right">
              {coupon.note}
            </span>
          )}
        </span>
      </Cell>
      <Cell label={columns.benefit} className="whitespace-nowrap">
        {benefitOf(coupon)}
      </Cell>
      <Cell label={columns.valid} className="whitespace-nowrap">
        <Validity coupon={coupon} />
      </Cell>
      <Cell label={columns.uses} isNumber className="whitespace-nowrap">
        {coupon.maxUses === null
          ? formatCount(coupon.uses)
          : messages.usesOf(formatCount(coupon.uses), formatCount(coupon.maxUses))}
      </Cell>
      <Cell label={columns.status}>
        <Badge tone={statusTones[status]}>{messages.statuses[status]}</Badge>
      </Cell>
      <Cell label={columns.created} className="whitespace-nowrap">
        <span className="grid min-w-0 @max-xl:justify-items-end">
          <Time value={coupon.createdAt} />
          <span className="max-w-44 truncate text-label text-muted">
            {coupon.createdBy ?? messages.byCommand}
          </span>
        </span>
      </Cell>
      <Cell label={columns.actions} className="@xl:w-px">
        <CouponActions coupon={coupon} {...actions} />
      </Cell>
    </Row>
  );
}

function Validity({ coupon: { startsAt, expiresAt } }: { coupon: Coupon }) {
  if (startsAt === null && expiresAt === null)
    return <span className="text-muted">{messages.always}</span>;
  return (
    <span className="grid gap-0.5 @max-xl:justify-items-end">
      {startsAt !== null && (
        <span>
          <span className="text-muted">{messages.from}</span> <Time value={startsAt} />
        </span>
      )}
      {expiresAt !== null && (
        <span>
          <span className="text-muted">{messages.until}</span> <Time value={expiresAt} />
        </span>
      )}
    </span>
  );
}

function CouponActions({ coupon, onRedemptions, onDisable }: RowActions & { coupon: Coupon }) {
  return (
    <span className="flex justify-end gap-0.5 @max-xl:-mr-2">
      <IconButton
        {...rowOpenAttributes}
        label={messages.showRedemptions(coupon.code)}
        onClick={() => onRedemptions(coupon)}
      >
        <Users aria-hidden="true" />
      </IconButton>
      <IconButton
        label={messages.disable(coupon.code)}
        isDestructive
        disabled={!coupon.isActive}
        onClick={() => onDisable(coupon)}
      >
        <Ban aria-hidden="true" />
      </IconButton>
    </span>
  );
}
