import { parseArgs } from 'node:util';

import type { BrowserlessOptions } from './peers/browserless.ts';
import { loadEvents } from './peers/browserless.ts';
import type { PageClass } from './target.ts';
import { pageClasses } from './target.ts';

/** Modes selected by a flag without a value. */
const flagModes = [
  'faults',
  'files',
  'accounts',
  'links',
  'webhooks',
  'hostile-webhooks',
  'hazards',
  'bad-input',
  'fairness',
  'backlog',
  'recovery',
  'outages',
  'neighbours',
  'control-plane',
  'blocking',
  'truth',
  'motion',
] as const;

/** Parsed command line of the bench. */
export interface BenchOptions {
  readonly mode: 'compare' | 'soak' | (typeof flagModes)[number];
  readonly pages: readonly PageClass[];
  readonly concurrencies: readonly number[];
  readonly seconds: number;
  readonly rounds: number;
  /**
   * Captures that each target takes before it is measured, because a runtime compiles hot code only
   * while it runs.
   */
  readonly warmUpCaptures: number;
  /** Time to the first byte of each page; its other files are not delayed. Unit: ms. */
  readonly delayMs: number;
  /** File that receives one line of JSON per measurement. */
  readonly out: string | undefined;
  /** True to measure only the baseline. */
  readonly isBaselineOnly: boolean;
  /** A running browserless that is measured too. */
  readonly browserless: BrowserlessOptions | undefined;
  readonly soakCaptures: number;
  /** True if the mode `soak` also captures hazard pages. */
  readonly hasHazards: boolean;
  /** Captures of the large account in the mode `accounts`. */
  readonly rows: number;
  /** Number of kills of the embedded PostgreSQL in the mode `faults`. */
  readonly postmasterKills: number;
  /** Number of kills of the server with all its child processes in the mode `faults`. */
  readonly treeKills: number;
  /** Origin of another site with hazard pages; undefined for the bench's own. */
  readonly site: string | undefined;
  /** Hazards or faults to run; empty for all. */
  readonly only: readonly string[];
  /** Folder for every image. */
  readonly saveDir: string | undefined;
  /** Number of captures that the fault mode cancels at random moments. */
  readonly cancels: number;
  /** Number of browsers that the fault mode kills at random moments. */
  readonly browserKills: number;
}

/** Usage text of the bench. */
export const usage = `npm run bench -- [--pages tiny,article] [--conc 1,4] [--secs 6] [--rounds 2] [--warm 200] [--delay 1500] [--out file.jsonl] [--floor-only]   --conc 32 also measures 1 in flight, for comparison
npm run bench -- --browserless http://127.0.0.1:3000 --browserless-pid 4711 [--browserless-wait load|networkidle0] [--pages tiny]   the same, also with a running browserless
npm run bench -- --soak 2000 [--conc 4] [--hazards]   captures in a row, beside adversarial pages if wished: errors, growth, leftovers
npm run bench -- --faults [--only cancels] [--cancels 300] [--browser-kills 200] [--postmaster-kills 50] [--tree-kills 50]   kill -9 of renderer, browser and server in the middle of captures; cancels, browser kills, PostgreSQL kills and kills of the whole process tree at random moments
npm run bench -- --hazards [--only busy,oom] [--site http://127.0.0.1:8099] [--save DIR]   adversarial pages and the expected outcome of each
npm run bench -- --files         reading the list of 10 000 files, p50 and p95
npm run bench -- --accounts [--rows 1000000]   screens, lists, searches and accepted captures of a large account beside an empty one, p50 and p95
npm run bench -- --links [--secs 6]   links with a cached image, 50 in flight, p95; 200 cold requests for one link to two API processes: one capture
npm run bench -- --webhooks [--pages article] [--conc 4] [--secs 6] [--rounds 2]   captures with and without a webhook, in turn
npm run bench -- --hostile-webhooks [--secs 60]   how late a good receiver is beside 200 that never respond
npm run bench -- --bad-input [--rounds 5]   what very large or deep requests cost, and how long they hold up others
npm run bench -- --fairness      how long newcomers wait while more customers than slots have long backlogs
npm run bench -- --backlog       100 000 queued captures of one customer: the start of another one's, and readiness after a restart
npm run bench -- --recovery      time from the kill of a worker to the next attempt at its capture
npm run bench -- --outages       the disk is full or missing, the object store stopped, for 20 s in the middle of captures
npm run bench -- --neighbours    50 captures of one customer, alone and beside memory bombs and 300 busy workers of another
npm run bench -- --control-plane [--only two] [--secs 10] [--conc 32]   accept, queue, finish and webhook without a browser: captures/s, in one process, two and four
npm run bench -- --blocking [--rounds 2]   an ad-heavy page with and without block_ads and block_trackers: the ratio; a page without a banner with and without block_cookie_banners: the extra time; 10 pairs a round, in turn
npm run bench -- --truth [--only waiting,hero-intro] [--conc 1] [--out file.jsonl]   patterns of the capture tests, ours beside Playwright's load and networkidle: right or wrong, ms
npm run bench -- --motion [--only count-up]   pages that move after their load event: time and CPU time of their final image, beside those of the bare protocol's too early one`;

const commandLine = {
  pages: { type: 'string', default: 'tiny,article' },
  conc: { type: 'string', default: '1,4' },
  secs: { type: 'string', default: '6' },
  rounds: { type: 'string', default: '2' },
  warm: { type: 'string', default: '200' },
  delay: { type: 'string', default: '0' },
  out: { type: 'string' },
  'floor-only': { type: 'boolean', default: false },
  browserless: { type: 'string' },
  'browserless-pid': { type: 'string' },
  'browserless-wait': { type: 'string', default: 'load' },
  soak: { type: 'string' },
  faults: { type: 'boolean', default: false },
  'postmaster-kills': { type: 'string', default: '50' },
  'tree-kills': { type: 'string', default: '50' },
  files: { type: 'boolean', default: false },
  accounts: { type: 'boolean', default: false },
  rows: { type: 'string', default: '1000000' },
  links: { type: 'boolean', default: false },
  webhooks: { type: 'boolean', default: false },
  'hostile-webhooks': { type: 'boolean', default: false },
  hazards: { type: 'boolean', default: false },
  'bad-input': { type: 'boolean', default: false },
  fairness: { type: 'boolean', default: false },
  backlog: { type: 'boolean', default: false },
  recovery: { type: 'boolean', default: false },
  outages: { type: 'boolean', default: false },
  neighbours: { type: 'boolean', default: false },
  'control-plane': { type: 'boolean', default: false },
  blocking: { type: 'boolean', default: false },
  truth: { type: 'boolean', default: false },
  motion: { type: 'boolean', default: false },
  site: { type: 'string' },
  only: { type: 'string' },
  save: { type: 'string' },
  cancels: { type: 'string', default: '300' },
  'browser-kills': { type: 'string', default: '200' },
} as const;

/** Parses the command line. Throws a sentence that names the error. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: commandLine,
  });
  const flags = flagModes.filter((mode) => values[mode]);
  return {
    mode: values.soak === undefined ? (flags[0] ?? 'compare') : 'soak',
    pages: values.pages.split(',').map(toPageClass),
    concurrencies: values.conc.split(',').map((text) => toCount('--conc', text)),
    seconds: toCount('--secs', values.secs),
    rounds: toCount('--rounds', values.rounds),
    warmUpCaptures: toCount('--warm', values.warm),
    delayMs: toCountOrNone('--delay', values.delay),
    out: values.out,
    isBaselineOnly: values['floor-only'],
    browserless: toBrowserless(
      values.browserless,
      values['browserless-pid'],
      values['browserless-wait'],
    ),
    soakCaptures: toCount('--soak', values.soak ?? '1000'),
    hasHazards: values.hazards,
    rows: toCount('--rows', values.rows),
    postmasterKills: toCountOrNone('--postmaster-kills', values['postmaster-kills']),
    treeKills: toCountOrNone('--tree-kills', values['tree-kills']),
    site: values.site === undefined ? undefined : new URL(values.site).origin,
    only: values.only?.split(',') ?? [],
    saveDir: values.save,
    cancels: toCount('--cancels', values.cancels),
    browserKills: toCount('--browser-kills', values['browser-kills']),
  };
}

function toBrowserless(
  origin: string | undefined,
  pid: string | undefined,
  wait: string,
): BrowserlessOptions | undefined {
  if (origin === undefined) return undefined;
  if (pid === undefined) throw new Error('--browserless needs --browserless-pid');
  const waitUntil = loadEvents.find((event) => event === wait);
  if (waitUntil === undefined)
    throw new Error(`--browserless-wait knows ${loadEvents.join(', ')}; not “${wait}”`);
  return { origin: new URL(origin).origin, pid: toCount('--browserless-pid', pid), waitUntil };
}

function toPageClass(text: string): PageClass {
  const page = pageClasses.find((one) => one === text);
  if (page === undefined) throw new Error(`--pages knows ${pageClasses.join(', ')}; not “${text}”`);
  return page;
}

function toCount(option: string, text: string): number {
  const count = Number(text);
  if (!Number.isFinite(count) || count <= 0) throw new Error(`${option} takes numbers above 0`);
  return count;
}

function toCountOrNone(option: string, text: string): number {
  return text === '0' ? 0 : toCount(option, text);
}
