import { get } from 'node:http';

import { quantile } from '../measure/statistics.ts';
import type { BenchOptions } from '../options.ts';
import { createMember } from '../server/member.ts';
import { prepareServer } from '../server/server-process.ts';

const fileCount = 10_000;
const readCount = 100;
/** The first reads are slower: code is not yet compiled and caches are empty. */
const warmUpReadCount = 10;
const targetP95Ms = 150;
/** Encodings that browsers send. */
const browserEncodings = 'gzip, deflate, br, zstd';
/** The dashboard receives an envelope's fields once, other clients twice (ruling RL-4). */
const clientHeaders = { 'the dashboard': { prefer: 'return=minimal' }, 'other callers': {} };

/**
 * Repeatedly reads the list of 10 000 files, as the dashboard and as other clients; returns the
 * exit code. Source: acceptance PF-3.
 */
export async function listFiles(_options: BenchOptions): Promise<number> {
  await using cleanUp = new AsyncDisposableStack();
  const server = await prepareServer();
  cleanUp.defer(() => server.remove());
  await server.start();
  cleanUp.defer(() => server.stop());
  const { email, cookie } = await createMember(server, 'files');
  await server.fillFiles(email, fileCount);
  const url = `${server.origin}/api/v1/projects/files`;
  const first = await readList(url, { cookie });
  process.stdout.write(`${fileCount} files for the first time: ${first.ms.toFixed(0)} ms\n`);
  let code = 0;
  for (const [reader, headers] of Object.entries(clientHeaders)) {
    const p95 = await measure(reader, () => readList(url, { ...headers, cookie }));
    if (p95 > targetP95Ms) code = 1;
  }
  return code;
}

/** Prints the read times of one client; returns their 95th percentile. Unit: ms. */
async function measure(reader: string, read: () => Promise<ListRead>): Promise<number> {
  for (let i = 0; i < warmUpReadCount; i++) await read();
  const reads = [];
  for (let i = 0; i < readCount; i++) reads.push(await read());
  const times = reads.map(({ ms }) => ms);
  const p95 = quantile(times, 0.95);
  const { encoding, sentBytes } = reads.at(-1) ?? (await read());
  process.stdout.write(
    `${fileCount} files for ${reader}: p50 ${quantile(times, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms ` +
      `(at most ${targetP95Ms}), slowest ${Math.max(...times).toFixed(0)} ms, ` +
      `${(sentBytes / 1_024).toFixed(0)} KB as ${encoding}\n`,
  );
  return p95;
}

interface ListRead {
  /**
   * Time from the request to the last byte, without decompression: a browser decompresses while it
   * receives.
   */
  readonly ms: number;
  readonly sentBytes: number;
  readonly encoding: string;
}

function readList(url: string, own: Readonly<Record<string, string>>): Promise<ListRead> {
  const headers = { ...own, 'accept-encoding': browserEncodings };
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const request = get(url, { headers }, (response) => {
      let sentBytes = 0;
      response.on('data', (chunk: Buffer) => (sentBytes += chunk.length));
      response.once('error', reject);
      response.once('end', () => {
        if (response.statusCode !== 200) return reject(new Error(`HTTP ${response.statusCode}`));
        const encoding = response.headers['content-encoding'] ?? 'plain text';
        return resolve({ ms: performance.now() - startedAt, sentBytes, encoding });
      });
    });
    request.once('error', reject);
  });
}
