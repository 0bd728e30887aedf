import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { median, quantile } from '../measure/statistics.ts';
import type { BenchOptions } from '../options.ts';
import { createApi, type Api } from '../server/api.ts';
import { prepareServer } from '../server/server-process.ts';
import { thirdParties } from '../site/ad-pages.ts';
import { startSite } from '../site/start-site.ts';
import type { CaptureJob } from '../target.ts';

const credits = 1_000_000;
const warmUpPairs = 3;
const pairsPerRound = 10;
/** Extra time of a page without a banner, at most. Units: ms. */
const maxExtraMs = { on: 900, off: 50 } as const;

/** Request options of one of the variants that take turns. */
type Options = Readonly<Record<string, boolean>>;

/**
 * Captures an ad-heavy page with and without blocking, and a page without a banner with and without
 * the handling of banners, in turn; prints the ratio and the extra time, and returns the exit code.
 */
export async function measureBlocking({ rounds }: BenchOptions): Promise<number> {
  await using cleanUp = new AsyncDisposableStack();
  const site = await startSite();
  cleanUp.defer(() => site.close());
  const lists = writeLists();
  cleanUp.defer(() => rmSync(lists, { recursive: true }));
  const server = await prepareServer({
    ALLOW_PRIVATE_TARGETS: '127.0.0.0/29',
    BLOCK_LISTS_DIR: lists,
  });
  cleanUp.defer(() => server.remove());
  await server.start();
  cleanUp.defer(() => server.stop());
  const { key } = await server.createCustomer('blocking', credits);
  const api = createApi(server.origin, key);
  const input = { api, origin: site.origin, pairs: rounds * pairsPerRound };
  const blocking = { block_ads: true, block_trackers: true };
  const ads = await takeTurns({ ...input, page: 'ads', variants: [{}, blocking] });
  const [loaded = NaN, blocked = NaN] = ads.map(({ ms }) => median(ms));
  print('ads, nothing blocked', ads[0]);
  print('ads, blocked', ads[1]);
  const ratio = loaded / blocked;
  process.stdout.write(`blocking is ${ratio.toFixed(1)} times as fast\n`);
  const consent = await takeTurns({
    ...input,
    page: 'tiny',
    variants: [{}, { block_cookie_banners: false }, { block_cookie_banners: true }],
  });
  const [base = NaN, off = NaN, on = NaN] = consent.map(({ ms }) => median(ms));
  print('tiny, no option', consent[0]);
  print('tiny, banners off', consent[1]);
  print('tiny, banners on', consent[2]);
  process.stdout.write(
    `block_cookie_banners costs ${(on - base).toFixed(0)} ms (at most ${maxExtraMs.on}), ` +
      `and ${(off - base).toFixed(0)} ms with false (at most ${maxExtraMs.off})\n`,
  );
  const isRight =
    ratio > 1 &&
    ads[1]?.requests === 0 &&
    on - base <= maxExtraMs.on &&
    off - base <= maxExtraMs.off;
  return isRight ? 0 : 1;
}

/** Writes block lists of the site's other hosts; returns their directory. */
function writeLists(): string {
  const directory = mkdtempSync(join(tmpdir(), 'bench-lists-'));
  const write = (name: string, hosts: readonly string[]) =>
    writeFileSync(join(directory, name), hosts.map((host) => `||${host}^\n`).join(''));
  write('ads.txt', thirdParties.ads);
  write('privacy.txt', thirdParties.trackers);
  return directory;
}

/** Captures with one variant. */
interface Taken {
  readonly ms: number[];
  /** Requests for advertisements and trackers. */
  requests: number;
}

/** Captures the page with each variant in turn, each one being first equally often. */
async function takeTurns(input: {
  readonly api: Api;
  readonly origin: string;
  readonly page: CaptureJob['page'];
  readonly pairs: number;
  readonly variants: readonly Options[];
}): Promise<readonly Taken[]> {
  const { api, origin, page, pairs, variants } = input;
  const source = { url: `${origin}/${page}` };
  const taken = variants.map((options): [Options, Taken] => [options, { ms: [], requests: 0 }]);
  for (let pair = -warmUpPairs; pair < pairs; pair++) {
    const first = Math.abs(pair) % taken.length;
    for (const [options, figures] of [...taken.slice(first), ...taken.slice(0, first)]) {
      const before = await countRequests(origin);
      const { ms } = await api.capture({ page, source, isFullPage: false, options });
      if (pair < 0) continue;
      figures.ms.push(ms);
      figures.requests += (await countRequests(origin)) - before;
    }
  }
  return taken.map(([, figures]) => figures);
}

async function countRequests(origin: string): Promise<number> {
  const counts = Object.keys(thirdParties).map(async (tag) => {
    const response = await fetch(`${origin}/requests?tag=${tag}`);
    const body: unknown = await response.json();
    return Number(Object(body).requests);
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

function print(name: string, taken: Taken | undefined): void {
  const { ms = [], requests = 0 } = taken ?? {};
  process.stdout.write(
    `${name.padEnd(22)} p50 ${median(ms).toFixed(0).padStart(5)} ms  p95 ${quantile(ms, 0.95).toFixed(0).padStart(5)} ms  ` +
      `${(requests / ms.length).toFixed(0)} requests to other hosts, ${ms.length} captures\n`,
  );
}
