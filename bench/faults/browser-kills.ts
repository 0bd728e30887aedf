import { setTimeout as sleep } from 'node:timers/promises';

import { topLeftColor } from '../measure/decode-image.ts';
import { commandLineOf, isBrowserProcess, watchTree } from '../measure/process-tree.ts';
import type { Api, CaptureRecord } from '../server/api.ts';
import type { ServerProcess } from '../server/server-process.ts';
import type { CaptureJob } from '../target.ts';
import { runSeries } from './series.ts';

const parallelCustomers = 2;
/** Most captures are shorter, so a kill hits any moment from the opening of the page to its end. */
const latestKillMs = 500;

/** Kills the browser at random moments of URL and HTML captures. Returns the violations. */
export function runBrowserKills(
  server: ServerProcess,
  origin: string,
  count: number,
): Promise<string[]> {
  const tree = watchTree([server.pid()]);
  return runSeries({
    name: 'kills',
    server,
    origin,
    count,
    workers: parallelCustomers,
    strike: async (api, round) => {
      const number = (0x10_20_30 + round * 0x02_03_05) % 0x1_00_00_00;
      const color = number.toString(16).padStart(6, '0');
      // With text, because a blank image is not charged, and many of them delay a customer.
      const html = `<body style="margin:0;background:#${color}"><p style="margin:300px">${color}`;
      const source = round % 2 === 0 ? { url: `${origin}/color/${color}` } : { html };
      const job: CaptureJob = { page: 'tiny', source, isFullPage: false };
      const { requestId } = await api.accept(job);
      await sleep(Math.random() * latestKillMs);
      killBrowsers(tree.pids());
      const record = await api.finish(requestId);
      return record.status === 'COMPLETE' ? checkColor({ api, requestId, color }, record) : record;
    },
  });
}

function killBrowsers(pids: readonly number[]): void {
  for (const pid of pids) {
    if (!isBrowserProcess(commandLineOf(pid))) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has already exited.
    }
  }
}

async function checkColor(
  {
    api,
    requestId,
    color,
  }: { readonly api: Api; readonly requestId: string; readonly color: string },
  record: CaptureRecord,
): Promise<CaptureRecord> {
  const shown = topLeftColor(await api.image(requestId));
  if (shown !== color) throw new Error(`${requestId} shows #${shown}, not #${color}`);
  return record;
}
