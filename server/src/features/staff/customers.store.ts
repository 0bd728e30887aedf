import type { PlanTier, ScreenshotStatus, TicketStatus } from '@shotwright/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/transaction.ts';

/** A customer with the data staff need; no key, no page content. */
export interface CustomerRow {
  readonly userId: string;
  readonly organizationId: string;
  readonly name: string;
  readonly email: string;
  readonly isStaff: boolean;
  readonly planTier: PlanTier;
  readonly creditsAvailable: number;
  /** All credits of the cycle: granted, carried over and added since. */
  readonly creditsGranted: number;
  readonly memberSince: Date;
}

/** A capture as visible to staff. */
export interface CustomerCaptureRow {
  readonly id: string;
  /** As requested: still with its query. */
  readonly url: string | null;
  readonly status: ScreenshotStatus;
  readonly code: string | null;
  readonly error: string | null;
  readonly createdAt: Date;
}

/** Summary of a ticket. */
export interface CustomerTicketRow {
  readonly id: number;
  readonly title: string;
  readonly status: TicketStatus;
}

/** Returns a user with plan and credits of their organisation. */
export async function findCustomer(db: Db, userId: string): Promise<CustomerRow | undefined> {
  const { rows } = await sql<CustomerRow>`
    select u.id as "userId", o.id as "organizationId", trim(concat(u.first_name, ' ', u.last_name)) as name,
      u.email, u.is_staff as "isStaff", o.plan_tier as "planTier", coalesce(a.available, 0) as "creditsAvailable",
      coalesce(greatest(a.cycle_credits, a.available), 0) as "creditsGranted", u.created_at as "memberSince"
    from users u join organizations o on o.id = u.organization_id
    left join credit_accounts a on a.organization_id = o.id
    where u.id = ${userId}`.execute(db);
  return rows[0];
}

/** Latest live captures of an organisation. */
export async function listLastCaptures(
  db: Db,
  input: { readonly organizationId: string; readonly limit: number },
): Promise<CustomerCaptureRow[]> {
  const { rows } = await sql<CustomerCaptureRow>`
    select id, url, status, failure_code as code, failure_message as error, created_at as "createdAt"
    from screenshots where organization_id = ${input.organizationId} and not is_test
    order by id desc limit ${input.limit}`.execute(db);
  return rows;
}

/** Latest tickets of a user. */
export async function listLastTickets(
  db: Db,
  input: { readonly userId: string; readonly limit: number },
): Promise<CustomerTicketRow[]> {
  const { rows } = await sql<CustomerTicketRow>`
    select id, title, status from tickets where author_id = ${input.userId}
    order by id desc limit ${input.limit}`.execute(db);
  return rows;
}
