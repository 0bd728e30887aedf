import { sql } from 'kysely';
import type { ObjectStore } from '../../adapters/storage/object-store.ts';
import type { Database, Tx } from '../../db/transaction.ts';
import type { Accounts } from '../../features/accounts/accounts.ts';
import type { ApiKeysService } from '../../features/api-keys/api-keys.service.ts';
import type { CouponsService } from '../../features/coupons/coupons.service.ts';
import type { CreditsService } from '../../features/credits/credits.service.ts';
import type { ProjectsService } from '../../features/projects/projects.service.ts';
import type { SavedSettingsService } from '../../features/saved-settings/saved-settings.service.ts';
import type { RequestScreenshot } from '../../features/screenshots/request/screenshot-request.ts';
import type { StaffTicketsService } from '../../features/tickets/staff-tickets.service.ts';
import type { TicketsService } from '../../features/tickets/tickets.service.ts';
import type { WebhooksService } from '../../features/webhooks/endpoints/webhooks.service.ts';
import {
  insertPastCaptures,
  requestHtmlCaptures,
  siteUrl,
  type CaptureOwner,
} from './sample-captures.ts';
import { openSampleTickets } from './sample-tickets.ts';
import { openSampleAccounts, sampleUsers, type SampleAccounts } from './sample-users.ts';

/** Services that create the sample data. */
interface SeededFeatures {
  readonly accounts: Accounts;
  readonly projects: ProjectsService;
  readonly apiKeys: ApiKeysService;
  readonly savedSettings: SavedSettingsService;
  readonly webhooks: WebhooksService;
  readonly coupons: CouponsService;
  readonly tickets: TicketsService;
  readonly staffTickets: StaffTicketsService;
  readonly credits: CreditsService;
  readonly isBillingOn: boolean;
  readonly requestScreenshot: RequestScreenshot;
}

/** Dependencies of the sample data. */
export interface SeedDependencies {
  readonly db: Database;
  readonly store: ObjectStore;
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  readonly features: SeededFeatures;
  /** True: only the developer is opened, without sample data. */
  readonly isProduction: boolean;
  /** Base URL of the local endpoint that shows webhooks; undefined if there is none. */
  readonly webhookInboxUrl: string | undefined;
}

/** Credits for the sample captures and for what is tried out after them. */
const sampleCredits = 500;
/** Age of the second credit cycle; shorter than every month. */
const cycleDays = 27;

const projectNames = [
  'Website',
  'Online shop',
  'Campaigns',
  'Press',
  'Blog',
  'Staging',
  'Partner pages',
];

const settings = [
  { name: 'Home page', description: 'The shop window, as on a laptop.', path: '/', options: {} },
  {
    name: 'Full page',
    description: 'The whole menu for the archive.',
    path: '/menu',
    options: { full_page: 'true', file_type: 'webp' },
  },
  {
    name: 'Phone',
    description: 'What most visitors see.',
    path: '/',
    options: { emulate_device: 'iPhone 15' },
  },
  {
    name: 'Dark mode',
    description: 'For visitors who prefer dark pages.',
    path: '/offers',
    options: { dark_mode: 'true' },
  },
  {
    name: 'Social card',
    description: 'Preview image for links to the blog.',
    path: '/blog/autumn-roast',
    options: { width: '1200', height: '630', file_type: 'jpeg' },
  },
] as const;

const coupons = [
  { code: 'WELCOME50', terms: { kind: 'credits', credits: 50, note: 'Sample' } },
  { code: 'AUTUMN20', terms: { kind: 'discount', percentOff: 20, maxUses: 100, note: 'Sample' } },
  { code: 'FOREVER1', terms: { kind: 'lifetime', maxUses: 1, note: 'Sample' } },
  { code: 'SUMMER10', terms: { kind: 'discount', percentOff: 10, note: 'Sample' } },
] as const;
const disabledCoupon = 'SUMMER10';

/** The sample users, before their data is created. */
export interface OpenedSamples {
  readonly accounts: SampleAccounts;
  /** Creates the sample data, unless it exists or may not be created. */
  fill(): Promise<void>;
}

/**
 * Opens the sample users; in production and beside users of others only the developer, who then gets
 * no sample data. Others get it if the developer is new, or if `isComplete` is set and the developer
 * has no project.
 */
export async function openSamples(
  deps: SeedDependencies,
  { isComplete = false }: { readonly isComplete?: boolean } = {},
): Promise<OpenedSamples> {
  const isAlone = deps.isProduction || (await isSharedWithOthers(deps.db));
  const accounts = await openSampleAccounts(deps.db, deps.features, { isAlone });
  return {
    accounts,
    async fill() {
      if (isAlone || !(accounts.isNew || isComplete)) return;
      const [{ organizationId }] = accounts.signIns;
      const projects = await deps.features.projects.listProjects({ organizationId });
      if (projects.length === 0) await createSamples(deps, accounts);
    },
  };
}

/** True if the database has other users and was never filled with samples. */
async function isSharedWithOthers(db: Database): Promise<boolean> {
  const { rows } = await sql<{ isShared: boolean }>`
    select count(*) filter (where email = any(${sampleEmails()})) < ${sampleUsers.length}
      and count(*) filter (where email <> all(${sampleEmails()})) > 0 as "isShared"
    from users`.execute(db);
  return rows[0]?.isShared === true;
}

/** True if the database has accounts of users who are no samples. */
export async function hasOtherUsers(db: Database): Promise<boolean> {
  const query = db.selectFrom('users').select('id').where('email', 'not in', sampleEmails());
  return (await query.executeTakeFirst()) !== undefined;
}

/** Deletes the sample users with everything that belongs to them, and the sample coupons. */
export async function removeSamples(tx: Tx): Promise<void> {
  const owners = tx
    .selectFrom('users')
    .select('organization_id')
    .where('email', 'in', sampleEmails());
  // First, because the deletion of a waiting capture returns its credits to the organisation.
  await tx.deleteFrom('screenshots').where('organization_id', 'in', owners).execute();
  const codes = coupons.map(({ code }) => code);
  const ids = tx.selectFrom('coupons').select('id').where('code', 'in', codes);
  await tx.deleteFrom('coupon_redemptions').where('coupon_id', 'in', ids).execute();
  await tx.deleteFrom('coupons').where('code', 'in', codes).execute();
  await tx.deleteFrom('organizations').where('id', 'in', owners).execute();
}

const sampleEmails = (): string[] => sampleUsers.map(({ email }) => email);

async function createSamples(deps: SeedDependencies, accounts: SampleAccounts): Promise<void> {
  const { store, features, inTransaction } = deps;
  const [{ organizationId, userId }] = accounts.signIns;
  const staffUserId = accounts.signIns.find(({ persona }) => persona === 'staff')?.userId ?? userId;
  const cycleStartedAt = await startAccount(deps, organizationId);
  const projectIds: number[] = [];
  for (const name of projectNames)
    projectIds.push((await features.projects.createProject({ organizationId, name })).id);
  const apiKeyIds = await createKeys(deps, organizationId);
  for (const { path, options, ...setting } of settings) {
    const [projectId = null] = projectIds;
    const sample = { organizationId, projectId, options: { url: `${siteUrl}${path}`, ...options } };
    await features.savedSettings.create({ ...setting, ...sample });
  }
  const owner: CaptureOwner = { organizationId, userId, projectIds, apiKeyIds, cycleStartedAt };
  const { credits, requestScreenshot } = features;
  const captures = { store, inTransaction, credits, requestScreenshot };
  await insertPastCaptures(captures, owner);
  await createWebhooks(deps, organizationId);
  await createCoupons(deps);
  await openSampleTickets(features, { organizationId, authorId: userId, staffUserId });
  await requestHtmlCaptures(captures, owner);
}

/**
 * Sets the start of the account and its first credits into the past, before its captures. Returns
 * the start of its second cycle, which is the current one.
 */
async function startAccount(
  { features, inTransaction }: SeedDependencies,
  organizationId: string,
): Promise<Date> {
  return inTransaction(async (tx) => {
    if (features.isBillingOn) {
      const uniqueKey = 'grant:samples';
      const gift = { organizationId, amount: sampleCredits, uniqueKey, note: 'Sample data' };
      await features.credits.grant(tx, gift);
    }
    const { rows } = await sql<{ cycleStartedAt: Date }>`
      update organizations set created_at = anchor.at, cycle_anchor = anchor.at,
        cycle_started_at = anchor.at + interval '1 month', cycle_ends_at = anchor.at + interval '2 months'
      from (select date_trunc('milliseconds', now()) - make_interval(months => 1, days => ${cycleDays}) as at) anchor
      where id = ${organizationId} returning cycle_started_at as "cycleStartedAt"`.execute(tx);
    await sql`
      update credit_ledger l set created_at = o.cycle_anchor from organizations o
      where l.organization_id = ${organizationId} and o.id = l.organization_id`.execute(tx);
    const [row] = rows;
    if (!row) throw new Error('the organisation of the samples does not exist');
    return row.cycleStartedAt;
  });
}

/** Creates a limited and an inactive key, and one for a project; returns the ids of the active ones. */
async function createKeys(
  { features: { apiKeys } }: SeedDependencies,
  organizationId: string,
): Promise<number[]> {
  const base = { organizationId, projectId: null };
  await apiKeys.createApiKey({ ...base, name: 'Build server', monthlyLimit: 200 });
  await apiKeys.createApiKey({ ...base, name: 'Newsletter', monthlyLimit: 50 });
  const active = (await apiKeys.listApiKeys(organizationId)).map(({ id }) => id);
  const old = await apiKeys.createApiKey({ ...base, name: 'Old website', monthlyLimit: null });
  await apiKeys.changeApiKey({ organizationId, id: old.id, isActive: false });
  return active.toSorted((a, b) => a - b);
}

/** Creates three webhooks. Their deliveries are those of the captures that follow. */
async function createWebhooks(
  { features: { webhooks }, webhookInboxUrl }: SeedDependencies,
  organizationId: string,
): Promise<void> {
  const url = webhookInboxUrl ?? 'https://hooks.harbour-coffee.example/in';
  const base = { organizationId, eventTypes: [], projectIds: [] };
  await webhooks.create({ ...base, name: 'Deploys', url });
  await webhooks.create({ ...base, name: 'Monitoring', url: `${url}?status=500` });
  const old = await webhooks.create({ ...base, name: 'Old website', url: `${url}?status=410` });
  await webhooks.setStatus({ organizationId, id: old.webhook.id, isActive: false });
}

async function createCoupons({ db, features }: SeedDependencies): Promise<void> {
  const rows = await db.selectFrom('coupons').select('code').execute();
  for (const { code, terms } of coupons) {
    if (rows.some((row) => row.code === code)) continue;
    await features.coupons.create({ actorUserId: null, code, terms });
    if (code === disabledCoupon) await features.coupons.disable({ actorUserId: null, code });
  }
}
