import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  captureOptionsOf,
  htmlCaptureSchema,
  plans,
  storedOptionsOf,
  urlCaptureSchema,
} from '@shotwright/contract';
import { sql } from 'kysely';
import type { ObjectStore } from '../../adapters/storage/object-store.ts';
import type { Tx } from '../../db/transaction.ts';
import type { CreditsService } from '../../features/credits/credits.service.ts';
import type { RequestScreenshot } from '../../features/screenshots/request/screenshot-request.ts';
import { newId } from '../../lib/ids.ts';

/** Owner of the sample captures, with what they belong to. */
export interface CaptureOwner {
  readonly organizationId: string;
  readonly userId: string;
  readonly projectIds: readonly number[];
  /** Keys that captured; every third capture is of the dashboard. */
  readonly apiKeyIds: readonly number[];
  /** Start of the credit cycle; older captures belong to the previous one. */
  readonly cycleStartedAt: Date;
}

interface CaptureDependencies {
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  readonly store: Pick<ObjectStore, 'put'>;
  readonly credits: Pick<CreditsService, 'priceOf' | 'startCreditCycle'>;
  readonly requestScreenshot: RequestScreenshot;
}

type ImageList = {
  readonly files: Readonly<Record<string, { readonly width: number; readonly height: number }>>;
  readonly options: Readonly<
    Record<string, { readonly file: string; readonly request: Readonly<Record<string, unknown>> }>
  >;
};

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'images', 'options');
const hourMs = 3_600_000;
/** Days over which the captures are spread. */
const sampleDays = 30;
const urlCaptures = 54;
/** The site that the samples capture. */
export const siteUrl = 'https://harbour-coffee.example';
const paths = ['/', '/menu', '/offers', '/prices', '/about', '/blog/autumn-roast'];

/** Options whose images the product captured for its documentation. */
const shownOptions = [
  'full_page',
  'dark_mode',
  'emulate_device',
  'language',
  'media_type',
  'timezone',
  'scroll_to',
  'height',
  'has_touch',
] as const;

const failures = [
  { code: 'dns_error', message: 'There is no host named shop.harbour-coffee.example.' },
  { code: 'navigation_timeout', message: 'The page did not load in time.' },
] as const;

/**
 * Inserts the captures of URLs of the last 30 days, with stored images and exact ledger entries. The
 * images are those that the product captured for its documentation.
 */
export async function insertPastCaptures(
  deps: CaptureDependencies,
  owner: CaptureOwner,
): Promise<void> {
  const list: ImageList = JSON.parse(readFileSync(join(folder, 'list.json'), 'utf8'));
  const now = Date.now();
  const captures = await Promise.all(
    Array.from({ length: urlCaptures }, async (_, index) =>
      pastCapture({ deps, owner, list, now }, urlCaptures - 1 - index),
    ),
  );
  const isOfCycle = ({ createdAt }: PastCapture) => createdAt >= owner.cycleStartedAt;
  await deps.inTransaction(async (tx) => {
    await insertRows(tx, { owner, captures: captures.filter((one) => !isOfCycle(one)) });
    await sumCredits(tx, owner);
    await startCycle(tx, deps, owner);
    await insertRows(tx, { owner, captures: captures.filter(isOfCycle) });
    await sumCredits(tx, owner);
    await countKeyUse(tx, owner);
  });
}

/** Starts the current credit cycle of the free plan, on the day on which it began. */
async function startCycle(
  tx: Tx,
  { credits }: CaptureDependencies,
  { organizationId, cycleStartedAt }: CaptureOwner,
): Promise<void> {
  const free = plans.find(({ tier }) => tier === 'free');
  await credits.startCreditCycle(tx, {
    organizationId,
    credits: free?.creditsPerCycle ?? 0,
    cycleStartedAt,
    rollOverLimit: 0,
    note: `${free?.name ?? ''} plan`,
  });
  const name = cycleStartedAt.toISOString();
  await sql`
    update credit_ledger set created_at = ${cycleStartedAt}
    where organization_id = ${organizationId} and unique_key in (${`grant:${name}`}, ${`expire:${name}`})`.execute(
    tx,
  );
}

type PastCapture = Awaited<ReturnType<typeof pastCapture>>;

/** Returns the capture that is `age` steps old, and stores its image; every seventh failed. */
async function pastCapture(
  given: {
    readonly deps: CaptureDependencies;
    readonly owner: CaptureOwner;
    readonly list: ImageList;
    readonly now: number;
  },
  age: number,
) {
  const { deps, owner, list, now } = given;
  const createdAt = new Date(
    now - Math.round((age * sampleDays * 24 * hourMs) / urlCaptures) - hourMs,
  );
  const id = newId(createdAt.getTime());
  const failure = age % 7 === 5 ? failures[age % failures.length] : undefined;
  const option = shownOptions[age % shownOptions.length] ?? 'dark_mode';
  const shown = list.options[option];
  const size = list.files[shown?.file ?? ''];
  if (shown === undefined || size === undefined) throw new Error(`${option} has no image.`);
  const url = `${failure?.code === 'dns_error' ? 'https://shop.harbour-coffee.example' : siteUrl}${paths[age % paths.length]}`;
  const parsed = captureOptionsOf(
    urlCaptureSchema.parse({ ...shown.request, file_type: 'webp', url }),
  );
  const { url: _, ...options } = storedOptionsOf(parsed) as Record<string, unknown>;
  const storageKey = `screenshots/${owner.organizationId}/${id}/image-sample`;
  const bytes = readFileSync(join(folder, shown.file));
  const stored = failure
    ? undefined
    : await deps.store.put(storageKey, bytes, { contentType: 'image/webp' });
  const time = createdAt
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(/[:-]/g, '')
    .replace('T', '-');
  return {
    id,
    createdAt,
    url,
    options,
    failureCode: failure?.code ?? null,
    failureMessage: failure?.message ?? null,
    credits: deps.credits.priceOf(parsed),
    projectId: owner.projectIds[age % owner.projectIds.length],
    apiKeyId: age % 3 === 0 ? null : owner.apiKeyIds[age % owner.apiKeyIds.length],
    userId: age % 3 === 0 ? owner.userId : null,
    fileId: newId(createdAt.getTime()),
    name: `${new URL(url).hostname}-${time}.webp`,
    storageKey,
    sizeBytes: stored?.sizeBytes ?? null,
    sha256: stored?.sha256 ?? null,
    widthPx: size.width,
    heightPx: size.height,
  };
}

async function insertRows(
  tx: Tx,
  { owner, captures }: { readonly owner: CaptureOwner; readonly captures: readonly PastCapture[] },
): Promise<void> {
  const { organizationId } = owner;
  const input = sql`jsonb_to_recordset(${JSON.stringify(captures)}::jsonb) as given (id uuid, "createdAt" timestamptz,
    url text, options jsonb, "failureCode" text, "failureMessage" text, credits integer, "projectId" integer,
    "apiKeyId" integer, "userId" uuid, "fileId" uuid, name text, "storageKey" text, "sizeBytes" bigint, sha256 text,
    "widthPx" integer, "heightPx" integer)`;
  await sql`
    insert into screenshots (id, organization_id, project_id, api_key_id, user_id, source, url, options, status, attempt,
      credits, failure_code, failure_message, verdict, created_at, started_at, finished_at)
    select id, ${organizationId}, "projectId", "apiKeyId", "userId", 'URL', url, options,
      case when "failureCode" is null then 'COMPLETE' else 'FAILED' end, 1, credits, "failureCode", "failureMessage",
      case when "failureCode" is null then '{"kind": "ok", "reasons": [], "confidence": "high"}'::jsonb end,
      "createdAt", "createdAt", "createdAt" + interval '1.4 seconds'
    from ${input}`.execute(tx);
  await sql`
    insert into files (id, organization_id, screenshot_id, kind, storage_key, name, content_type, size_bytes, sha256, width_px,
      height_px, created_at)
    select "fileId", ${organizationId}, id, 'image', "storageKey", name, 'image/webp', "sizeBytes", sha256, "widthPx",
      "heightPx", "createdAt"
    from ${input} where "failureCode" is null`.execute(tx);
  await sql`
    with captured as (select * from ${input}), entries as (
      select 'hold' as kind, -credits as available, credits as held, id, "apiKeyId", 'hold:' || id as key,
        "createdAt" as at from captured
      union all
      select case when "failureCode" is null then 'settle' else 'release' end,
        case when "failureCode" is null then 0 else credits end, -credits, id, "apiKeyId", 'end:' || id,
        "createdAt" + interval '1.4 seconds' from captured
    )
    insert into credit_ledger (organization_id, kind, available_delta, held_delta, screenshot_id, api_key_id, unique_key, created_at)
    select ${organizationId}, kind, available, held, id, "apiKeyId", key, at from entries order by at`.execute(
    tx,
  );
}

/** Writes the sums of the ledger into the account. */
async function sumCredits(tx: Tx, { organizationId }: CaptureOwner): Promise<void> {
  await sql`
    update credit_accounts a set available = sums.available, held = sums.held
    from (select sum(available_delta)::int as available, sum(held_delta)::int as held from credit_ledger
      where organization_id = ${organizationId}) sums
    where a.organization_id = ${organizationId}`.execute(tx);
}

/** Writes the use of each key in both cycles. */
async function countKeyUse(tx: Tx, { organizationId }: CaptureOwner): Promise<void> {
  await sql`
    insert into api_key_usage (api_key_id, organization_id, cycle_started_at, used)
    select l.api_key_id, l.organization_id,
      case when l.created_at < o.cycle_started_at then o.cycle_anchor else o.cycle_started_at end, -sum(l.available_delta)
    from credit_ledger l join organizations o on o.id = l.organization_id
    where l.organization_id = ${organizationId} and l.api_key_id is not null group by 1, 2, 3`.execute(
    tx,
  );
}

/** Cards of a page, captured as pasted HTML. */
const cards = [
  'Autumn roast',
  'Opening hours',
  'Gift card',
  'Newsletter',
  'Social card',
  'Receipt',
];

/** Requests captures of pasted HTML, which the workers take like those of every client. */
export async function requestHtmlCaptures(
  deps: Pick<CaptureDependencies, 'requestScreenshot'>,
  owner: CaptureOwner,
): Promise<void> {
  for (const [index, title] of cards.entries()) {
    const body = htmlCaptureSchema.parse({
      html: `<!doctype html><title>${title}</title><body style="margin:0;display:grid;place-items:center;height:100vh;background:#f6f1e7;font:700 64px sans-serif;color:#2a211b">${title}</body>`,
      width: 800,
      height: 500,
      cache: false,
    });
    await deps.requestScreenshot({
      organizationId: owner.organizationId,
      apiKeyId: null,
      isTest: false,
      userId: owner.userId,
      boundProjectId: null,
      projectId: owner.projectIds[index % owner.projectIds.length],
      fields: captureOptionsOf(body),
      body,
      operation: 'seed',
      idempotencyKey: undefined,
      waitMs: 0,
      responseType: 'json',
      signal: AbortSignal.timeout(60_000),
    });
  }
}
