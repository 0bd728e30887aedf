// Process of the bench: serves every pattern, captures them with the engine, and checks images of
// others. Parent and child exchange one request and one response by number.
import { performance } from 'node:perf_hooks';
import { resolveExecutable } from '../../src/browser/resolve-executable.ts';
import { createCaptureEngine, type CaptureResult } from '../../src/index.ts';
import { capturePattern, findingsOf } from './check-pattern.ts';
import { fullPages } from './full-page.patterns.ts';
import { motion } from './motion.patterns.ts';
import { noScript } from './no-script.patterns.ts';
import { odd } from './odd.patterns.ts';
import { modesOf } from './pattern.ts';
import { startPatternServer } from './pattern-server.ts';
import { sites } from './sites.patterns.ts';
import { waiting } from './waiting.patterns.ts';

/** Request of the parent: capture a row with the engine, or check the image of another system. */
interface PatternRequest {
  readonly id: number;
  readonly row: number;
  /** Absent if the engine is to capture the row. */
  readonly image?: Uint8Array;
  /** False if only the capture is measured. */
  readonly isChecked: boolean;
}

const concurrency = 8;
const groups = [waiting, motion, fullPages, odd, noScript, sites];
const server = await startPatternServer(groups);
const engine = await createCaptureEngine({
  concurrency,
  allowPrivateTargets: [`127.0.0.1:${server.port}`, `localhost:${server.port}`],
});
const rows = groups.flatMap((group) =>
  group.patterns.flatMap((pattern) =>
    modesOf(pattern).map((mode) => ({
      group: group.name,
      name: pattern.name,
      mode,
      url: server.urlOf(group, pattern),
      options: pattern.options ?? {},
      pattern,
    })),
  ),
);

async function respond({ id, row, image, isChecked }: PatternRequest): Promise<void> {
  const found = rows[row];
  if (found === undefined) throw new Error(`no row ${row}`);
  const { pattern, mode, url } = found;
  const startedMs = performance.now();
  const result =
    image === undefined
      ? await capturePattern({ engine, url, pattern, mode })
      : asResult(Buffer.from(image));
  const ms = performance.now() - startedMs;
  const findings = isChecked ? await findingsOf(result, pattern, mode) : [];
  process.send?.({ id, ms, findings });
}

/** The image of another system; only its bytes are checked. */
function asResult(bytes: Buffer): CaptureResult {
  return { ok: true, image: { bytes } } as CaptureResult;
}

process.on('message', (request: PatternRequest) => void respond(request));
process.once('disconnect', () => void engine.close().finally(() => process.exit()));
const { path, env } = await resolveExecutable('');
process.send?.({
  browser: { path, env },
  rows: rows.map(({ pattern: _pattern, ...row }) => row),
});
