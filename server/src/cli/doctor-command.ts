import type { Command } from 'commander';
import { resolve } from 'node:path';
import { findReachable, type CaptureEngineStats } from '@shotwright/capture';
import { startEngine } from '../composition/compose-worker.ts';
import type { Config } from '../config/config.ts';
import { secretKeyPath } from '../config/secret-key.ts';
import type { Logger } from '../lib/logger.ts';
import type { Output } from './admin-context.ts';

/** Maximum time of the capture that proves that the browser works. */
const probeTimeoutMs = 20_000;

/** Result of one check. */
interface Check {
  readonly name: 'browser' | 'clock' | 'isolation';
  readonly status: 'ok' | 'warning' | 'failed';
  readonly detail: string;
}

/** Thrown if a check failed; the results have been printed. */
export class DoctorError extends Error {}

/** Dependencies of the command. */
export interface DoctorOptions {
  readonly environment: () => { readonly config: Config; readonly logger: Logger };
  readonly print: (line: string) => void;
}

/** Adds `doctor`, which checks what captures need on this machine. */
export function addDoctorCommand(program: Command, { environment, print }: DoctorOptions): void {
  program
    .command('doctor')
    .description('check that captures work on this machine: browser, clock and isolation')
    .option('--json', 'print one line of JSON')
    .action(async (output: Output) => {
      const { config, logger } = environment();
      const checks = await checkCaptures(config, logger);
      const lines = checks.map(({ name, status, detail }) => `${status}: ${name}: ${detail}`);
      print(output.json === true ? JSON.stringify({ checks }) : lines.join('\n'));
      const failed = checks.filter(({ status }) => status === 'failed').map(({ name }) => name);
      if (failed.length > 0) throw new DoctorError(`Failed: ${failed.join(', ')}.`);
    });
}

/** Starts a browser as a worker does, captures a page with it, and closes it. */
async function checkCaptures(config: Config, logger: Logger): Promise<Check[]> {
  try {
    const engine = await startEngine(config, logger);
    try {
      const hasCaptured = await engine.probe(probeTimeoutMs);
      const browser: Check = hasCaptured
        ? { name: 'browser', status: 'ok', detail: 'captures a page.' }
        : { name: 'browser', status: 'failed', detail: 'starts, but captures no page in time.' };
      const stats = engine.stats();
      return [browser, clockCheck(stats), await isolationCheck(stats, config)];
    } finally {
      await engine.close();
    }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return [{ name: 'browser', status: 'failed', detail }];
  }
}

function clockCheck({ clock, clockUnavailable }: CaptureEngineStats): Check {
  if (clock === 'virtual') return { name: 'clock', status: 'ok', detail: 'virtual.' };
  if (clockUnavailable === null) {
    return { name: 'clock', status: 'ok', detail: 'real time, as set by CAPTURE_CLOCK.' };
  }
  const detail = `real time, which makes captures slower, because the browser lacks the methods of the virtual clock (${clockUnavailable}).`;
  return { name: 'clock', status: 'warning', detail };
}

/** Attempts to reach the server and its secret from inside a browser's namespaces. */
async function isolationCheck(
  { isolation, isolationUnavailable }: CaptureEngineStats,
  config: Config,
): Promise<Check> {
  const check = (status: Check['status'], detail: string): Check => ({
    name: 'isolation',
    status,
    detail,
  });
  if (isolation === 'off') {
    const off = 'off, as set by ISOLATION: browsers share the network and the files of the server.';
    return check('warning', isolationUnavailable ?? off);
  }
  const files = [secretKeyPath(resolve(config.dataDir))];
  const reachable = await findReachable(isolation, { ports: [config.port], files });
  if (reachable.length > 0)
    return check('failed', `a browser reaches what it must not: ${reachable.join('; ')}.`);
  const how = isolation === 'namespaces' ? 'namespaces' : 'namespaces inside a user namespace';
  return check(
    'ok',
    `${how}; the server, its secret key and the metadata service are out of reach.`,
  );
}
