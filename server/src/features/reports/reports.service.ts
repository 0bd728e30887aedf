import { reportLimits, type NewReportRequest, type ReportRequest } from '@shotwright/contract';
import type { PasswordHasher } from '../../adapters/passwords/argon2-passwords.ts';
import { inTransaction, type Database } from '../../db/transaction.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import { AppError, fieldError, notFound } from '../../shared/app-error.ts';
import { countForInsert } from '../../shared/count-for-insert.ts';
import { reportViewOf, type ReportView } from './document/report-view.ts';
import type { EncodeLogo } from './logo.ts';
import {
  deleteReport,
  findReport,
  findScreenshotIds,
  insertReport,
  listBatchScreenshots,
  listReportItems,
  listReports,
  replaceItems,
  setLink,
  setLogo,
  updateReport,
  type NewReportItem,
  type ReportItemRow,
  type ReportListRow,
  type ReportRef,
  type ReportRow,
  type ReportValues,
} from './reports.store.ts';

interface ReportsDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly passwords: Pick<PasswordHasher, 'hash'>;
  readonly encodeLogo: EncodeLogo;
}

/** A report with its items. */
export interface FullReport {
  readonly row: ReportRow;
  readonly items: readonly ReportItemRow[];
}

/** Reports: creating, changing, listing and sharing them. All with an `id` throw `report_not_found`. */
export interface ReportsService {
  list(organizationId: string): Promise<ReportListRow[]>;
  get(ref: ReportRef): Promise<FullReport>;
  /** Returns what the report shows. */
  view(ref: ReportRef): Promise<ReportView>;
  /**
   * Throws `screenshot_not_found`, `batch_not_found`, or `conflict` (409) if the account has as many
   * as it may have.
   */
  create(input: {
    readonly organizationId: string;
    readonly userId: string;
    readonly request: NewReportRequest;
  }): Promise<FullReport>;
  /** Throws `screenshot_not_found`. */
  update(input: ReportRef & { readonly request: ReportRequest }): Promise<FullReport>;
  remove(ref: ReportRef): Promise<void>;
  /** Throws the errors of {@link EncodeLogo}. */
  setLogo(
    input: ReportRef & { readonly uploaded: Buffer; readonly signal: AbortSignal },
  ): Promise<FullReport>;
  removeLogo(ref: ReportRef): Promise<FullReport>;
  /** Replaces the public page; the URL of an earlier one ends. */
  share(
    input: ReportRef & { readonly days: number; readonly password: string | undefined },
  ): Promise<FullReport>;
  unshare(ref: ReportRef): Promise<FullReport>;
}

const dayMs = 86_400_000;

/** Creates a {@link ReportsService}. */
export function createReportsService(deps: ReportsDependencies): ReportsService {
  const { db, clock, passwords, encodeLogo } = deps;
  const get = async (ref: ReportRef): Promise<FullReport> => {
    const row = await findReport(db, ref);
    if (!row) throw missing();
    return { row, items: await listReportItems(db, ref) };
  };
  const changed = async (isFound: boolean, ref: ReportRef): Promise<FullReport> => {
    if (!isFound) throw missing();
    return get(ref);
  };
  return {
    get,
    list: (organizationId) => listReports(db, organizationId),
    view: async (ref) => {
      const { row, items } = await get(ref);
      return reportViewOf(row, items);
    },
    create: async ({ organizationId, userId, request }) => {
      const ref = { organizationId, id: newId() };
      const items = await newItemsOf(db, { organizationId, request });
      await inTransaction(db, async (tx) => {
        if ((await countForInsert(tx, 'reports', organizationId)) >= reportLimits.perOrganization)
          throw tooMany();
        await insertReport(tx, { ...ref, ...valuesOf(request), userId });
        await replaceItems(tx, { ...ref, items });
      });
      return get(ref);
    },
    update: async ({ request, ...ref }) => {
      await get(ref);
      const items = await chosenItemsOf(db, { ...ref, request });
      const isFound = await inTransaction(db, async (tx) => {
        if (!(await updateReport(tx, { ...ref, ...valuesOf(request) }))) return false;
        await replaceItems(tx, { ...ref, items });
        return true;
      });
      return changed(isFound, ref);
    },
    remove: async (ref) => {
      if (!(await deleteReport(db, ref))) throw missing();
    },
    setLogo: async ({ uploaded, signal, ...ref }) => {
      await get(ref);
      const logo = await encodeLogo(uploaded, signal);
      return changed(await setLogo(db, { ...ref, logo }), ref);
    },
    removeLogo: async (ref) => changed(await setLogo(db, { ...ref, logo: null }), ref),
    share: async ({ days, password, ...ref }) => {
      await get(ref);
      const passwordHash = password === undefined ? null : await passwords.hash(password);
      const expiresAt = new Date(clock.now().getTime() + days * dayMs);
      const link = { id: newId(), expiresAt, passwordHash };
      return changed(await setLink(db, { ...ref, link }), ref);
    },
    unshare: async (ref) => changed(await setLink(db, { ...ref, link: null }), ref),
  };
}

function valuesOf(request: ReportRequest): ReportValues {
  return {
    title: request.title,
    colour: request.colour,
    layout: request.layout,
    pageFormat: request.page_format,
    isUrlShown: request.show_url,
    isDateShown: request.show_date,
    footer: request.footer,
  };
}

interface ItemsInput {
  readonly organizationId: string;
  readonly request: Pick<ReportRequest, 'items'>;
}

async function newItemsOf(
  db: Database,
  { organizationId, request }: ItemsInput & { readonly request: NewReportRequest },
): Promise<NewReportItem[]> {
  const { batch_id: batchId } = request;
  if (batchId === undefined) return chosenItemsOf(db, { organizationId, request });
  const ids = await listBatchScreenshots(db, {
    organizationId,
    batchId,
    limit: reportLimits.items,
  });
  if (!ids) throw notFound('batch_not_found', 'This batch does not exist.');
  return ids.map((screenshotId) => ({ screenshotId, caption: '' }));
}

async function chosenItemsOf(
  db: Database,
  { organizationId, request }: ItemsInput,
): Promise<NewReportItem[]> {
  const items = request.items.map(({ screenshot_id: screenshotId, caption }) => ({
    screenshotId: screenshotId.toLowerCase(),
    caption,
  }));
  const ids = items.map(({ screenshotId }) => screenshotId);
  const known = await findScreenshotIds(db, { organizationId, ids });
  const at = ids.findIndex((id) => !known.has(id));
  if (at === -1) return items;
  throw fieldError('screenshot_not_found', {
    path: `items.${at}.screenshot_id`,
    message: 'this capture does not exist or was deleted',
  });
}

function missing(): AppError {
  return notFound('report_not_found', 'This report does not exist.');
}

function tooMany(): AppError {
  return new AppError({
    code: 'conflict',
    message: `An account has at most ${reportLimits.perOrganization} reports. Delete one that is no longer needed.`,
  });
}
