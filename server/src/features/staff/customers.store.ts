import type { PlanTier, TicketStatus } from '@shotwright/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/transaction.ts';

/** A customer with what the team needs to know; no key, no page content. */
export interface CustomerRow {
  readonly userId: string;
  readonly organizationId: string;
  readonly name: string;
  readonly email: string;
  readonly isStaff: boolean;
  readonly planTier: PlanTier;
  readonly creditsAvailable: number;
  readonly creditsPerCycle: number;
  readonly memberSince: Date;
}

/** A capture as the team may see it. */
export interface CustomerCaptureRow {
  readonly id: string;
  /** As it was asked for: still with its query. */
  readonly url: string | null;
  readonly status: string;
  readonly code: string | null;
  readonly error: string | null;
  readonly createdAt: Date;
}

/** A ticket in short. */
export interface CustomerTicketRow {
  readonly id: number;
  readonly title: string;
  readonly status: TicketStatus;
}

/** A person with plan and credits of their organisation. */
export async function findCustomer(db: Db, userId: string): Promise<CustomerRow | undefined> {
  const { rows } = await sql<CustomerRow>`
    select u.id as "userId", o.id as "organizationId", trim(concat(u.first_name, ' ', u.last_name)) as name,
      u.email, u.is_staff as "isStaff", o.plan_tier as "planTier", coalesce(a.available, 0) as "creditsAvailable",
      o.credits_per_cycle as "creditsPerCycle", u.created_at as "memberSince"
    from users u join organizations o on o.id = u.organization_id
    left join credit_accounts a on a.organization_id = o.id
    where u.id = ${userId}`.execute(db);
  return rows[0];
}

/** The latest captures of an organisation. */
export async function listLastCaptures(
  db: Db,
  input: { readonly organizationId: string; readonly limit: number },
): Promise<CustomerCaptureRow[]> {
  const { rows } = await sql<CustomerCaptureRow>`
    select id, url, status, failure_code as code, failure_message as error, created_at as "createdAt"
    from screenshots where organization_id = ${input.organizationId}
    order by id desc limit ${input.limit}`.execute(db);
  return rows;
}

/** The latest tickets of a person. */
export async function listLastTickets(
  db: Db,
  input: { readonly userId: string; readonly limit: number },
): Promise<CustomerTicketRow[]> {
  const { rows } = await sql<CustomerTicketRow>`
    select id, title, status from tickets where author_id = ${input.userId}
    order by id desc limit ${input.limit}`.execute(db);
  return rows;
}
