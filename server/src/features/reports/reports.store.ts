import type { ReportLayout, ReportPageFormat, ScreenshotStatus } from '@shotwright/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/transaction.ts';

/** Link of the public page of a report. */
export interface LinkRow {
  readonly id: string;
  readonly expiresAt: Date;
  readonly passwordHash: string | null;
}

/** Values of a report that a user chooses. */
export interface ReportValues {
  readonly title: string;
  readonly colour: string;
  readonly layout: ReportLayout;
  readonly pageFormat: ReportPageFormat;
  readonly isUrlShown: boolean;
  readonly isDateShown: boolean;
  readonly footer: string;
}

/** A report with its logo. */
export interface ReportRow extends ReportValues {
  readonly id: string;
  readonly organizationId: string;
  readonly logo: Buffer | null;
  readonly logoType: string | null;
  readonly link: LinkRow | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A report in a list. */
export interface ReportListRow extends Pick<
  ReportRow,
  'id' | 'title' | 'link' | 'createdAt' | 'updatedAt'
> {
  readonly itemCount: number;
  /** First capture with an image. */
  readonly screenshotId: string | null;
  readonly fileName: string | null;
}

/** Identifies a report of an organisation. */
export interface ReportRef {
  readonly organizationId: string;
  readonly id: string;
}

/** A chosen capture. */
export interface NewReportItem {
  readonly screenshotId: string;
  readonly caption: string;
}

/** An item with its capture and the image of it; a document is shown by its preview. */
export interface ReportItemRow {
  readonly position: number;
  readonly caption: string;
  readonly screenshotId: string | null;
  readonly url: string | null;
  readonly status: ScreenshotStatus | null;
  readonly capturedAt: Date | null;
  readonly fileId: string | null;
  readonly fileKind: 'image' | 'preview' | null;
  readonly fileName: string | null;
  readonly storageKey: string | null;
  readonly contentType: string | null;
  readonly sha256: string | null;
  readonly widthPx: number | null;
  readonly heightPx: number | null;
}

type FlatLink = {
  readonly linkId: string | null;
  readonly linkExpiresAt: Date | null;
  readonly linkPasswordHash: string | null;
};

const linkColumns = sql`
  r.link_id as "linkId", r.link_expires_at as "linkExpiresAt", r.link_password_hash as "linkPasswordHash"`;

const reportColumns = sql`
  r.id, r.organization_id as "organizationId", r.title, r.colour, r.layout, r.page_format as "pageFormat",
  r.is_url_shown as "isUrlShown", r.is_date_shown as "isDateShown", r.footer, r.logo, r.logo_type as "logoType",
  r.created_at as "createdAt", r.updated_at as "updatedAt", ${linkColumns}`;

/** Image of a capture: the finished file, or the preview of a document. */
const imageOfCapture = sql`
  select f.id, f.kind, f.name, f.storage_key, f.content_type, f.sha256, f.width_px, f.height_px from files f
  where f.screenshot_id = s.id and s.status = 'COMPLETE' and f.kind in ('image', 'preview')
    and f.content_type like 'image/%'
  order by f.kind limit 1`;

function withLink<Row extends FlatLink>({
  linkId,
  linkExpiresAt,
  linkPasswordHash,
  ...row
}: Row): Omit<Row, keyof FlatLink> & { readonly link: LinkRow | null } {
  const link =
    linkId !== null && linkExpiresAt !== null
      ? { id: linkId, expiresAt: linkExpiresAt, passwordHash: linkPasswordHash }
      : null;
  return { ...row, link };
}

/** Returns the reports of an organisation, newest first. */
export async function listReports(db: Db, organizationId: string): Promise<ReportListRow[]> {
  const { rows } = await sql<Omit<ReportListRow, 'link'> & FlatLink>`
    select r.id, r.title, r.created_at as "createdAt", r.updated_at as "updatedAt", ${linkColumns},
      (select count(*)::int from report_items i where i.report_id = r.id) as "itemCount",
      first.id as "screenshotId", first.name as "fileName"
    from reports r left join lateral (
      select s.id, f.name from report_items i join screenshots s on s.id = i.screenshot_id
      cross join lateral (${imageOfCapture}) f
      where i.report_id = r.id order by i.position limit 1
    ) first on true
    where r.organization_id = ${organizationId} order by r.id desc`.execute(db);
  return rows.map(withLink);
}

/** Returns a report of an organisation. */
export async function findReport(
  db: Db,
  { organizationId, id }: ReportRef,
): Promise<ReportRow | undefined> {
  const { rows } = await sql<Omit<ReportRow, 'link'> & FlatLink>`
    select ${reportColumns} from reports r where r.id = ${id} and r.organization_id = ${organizationId}`.execute(
    db,
  );
  return rows.map(withLink)[0];
}

/** Returns the report of a link that has not expired; the link's signature replaces the check of the organisation. */
export async function findSharedReport(db: Db, linkId: string): Promise<ReportRow | undefined> {
  const { rows } = await sql<Omit<ReportRow, 'link'> & FlatLink>`
    select ${reportColumns} from reports r where r.link_id = ${linkId} and r.link_expires_at > now()`.execute(
    db,
  );
  return rows.map(withLink)[0];
}

/** Returns the items of a report, in order. */
export async function listReportItems(
  db: Db,
  { organizationId, id }: ReportRef,
): Promise<ReportItemRow[]> {
  const { rows } = await sql<ReportItemRow>`
    select i.position, i.caption, s.id as "screenshotId", s.url, s.status, s.created_at as "capturedAt",
      f.id as "fileId", f.kind as "fileKind", f.name as "fileName", f.storage_key as "storageKey", f.content_type as "contentType", f.sha256,
      f.width_px as "widthPx", f.height_px as "heightPx"
    from report_items i join reports r on r.id = i.report_id
    left join screenshots s on s.id = i.screenshot_id and s.organization_id = r.organization_id
    left join lateral (${imageOfCapture}) f on true
    where r.id = ${id} and r.organization_id = ${organizationId} order by i.position`.execute(db);
  return rows;
}

/** Inserts a report without items. */
export async function insertReport(
  tx: Tx,
  input: ReportRef & ReportValues & { readonly userId: string },
): Promise<void> {
  await sql`
    insert into reports (id, organization_id, user_id, title, colour, layout, page_format, is_url_shown, is_date_shown, footer)
    values (${input.id}, ${input.organizationId}, ${input.userId}, ${input.title}, ${input.colour}, ${input.layout},
      ${input.pageFormat}, ${input.isUrlShown}, ${input.isDateShown}, ${input.footer})`.execute(tx);
}

/** Replaces the values of a report and locks it. Returns false if it does not exist. */
export async function updateReport(tx: Tx, input: ReportRef & ReportValues): Promise<boolean> {
  const { rows } = await sql`
    update reports set title = ${input.title}, colour = ${input.colour}, layout = ${input.layout},
      page_format = ${input.pageFormat}, is_url_shown = ${input.isUrlShown}, is_date_shown = ${input.isDateShown},
      footer = ${input.footer}, updated_at = now()
    where id = ${input.id} and organization_id = ${input.organizationId} returning id`.execute(tx);
  return rows.length > 0;
}

/** Replaces the items of a report, which the caller has locked or inserted. */
export async function replaceItems(
  tx: Tx,
  { organizationId, id, items }: ReportRef & { readonly items: readonly NewReportItem[] },
): Promise<void> {
  await sql`
    delete from report_items using reports r
    where report_id = r.id and r.id = ${id} and r.organization_id = ${organizationId}`.execute(tx);
  const ids = items.map(({ screenshotId }) => screenshotId);
  const captions = items.map(({ caption }) => caption);
  await sql`
    insert into report_items (report_id, position, screenshot_id, caption)
    select r.id, item.position, s.id, item.caption
    from unnest(${ids}::uuid[], ${captions}::text[]) with ordinality as item (screenshot_id, caption, position)
    join reports r on r.id = ${id} and r.organization_id = ${organizationId}
    join screenshots s on s.id = item.screenshot_id and s.organization_id = r.organization_id`.execute(
    tx,
  );
}

/** Returns those of the captures that the organisation has. */
export async function findScreenshotIds(
  db: Db,
  { organizationId, ids }: { readonly organizationId: string; readonly ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from screenshots where organization_id = ${organizationId} and id = any(${[...ids]}::uuid[])`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Returns the first captures of a batch, in order; undefined if there is no such batch. */
export async function listBatchScreenshots(
  db: Db,
  input: { readonly organizationId: string; readonly batchId: string; readonly limit: number },
): Promise<string[] | undefined> {
  const { rows } = await sql<{ id: string | null }>`
    select s.id from batches b left join screenshots s on s.batch_id = b.id
    where b.id = ${input.batchId} and b.organization_id = ${input.organizationId}
    order by s.batch_index limit ${input.limit}`.execute(db);
  return rows.length === 0 ? undefined : rows.flatMap(({ id }) => id ?? []);
}

/** Deletes a report. Returns false if it does not exist. */
export async function deleteReport(db: Db, { organizationId, id }: ReportRef): Promise<boolean> {
  const { rows } = await sql`
    delete from reports where id = ${id} and organization_id = ${organizationId} returning id`.execute(
    db,
  );
  return rows.length > 0;
}

/** Replaces or removes the logo of a report. Returns false if it does not exist. */
export async function setLogo(
  db: Db,
  input: ReportRef & { readonly logo: { readonly bytes: Buffer; readonly type: string } | null },
): Promise<boolean> {
  const { rows } = await sql`
    update reports set logo = ${input.logo?.bytes ?? null}, logo_type = ${input.logo?.type ?? null}, updated_at = now()
    where id = ${input.id} and organization_id = ${input.organizationId} returning id`.execute(db);
  return rows.length > 0;
}

/** Replaces or removes the link of a report. Returns false if the report does not exist. */
export async function setLink(
  db: Db,
  input: ReportRef & { readonly link: LinkRow | null },
): Promise<boolean> {
  const { rows } = await sql`
    update reports set link_id = ${input.link?.id ?? null}, link_expires_at = ${input.link?.expiresAt ?? null},
      link_password_hash = ${input.link?.passwordHash ?? null}
    where id = ${input.id} and organization_id = ${input.organizationId} returning id`.execute(db);
  return rows.length > 0;
}
