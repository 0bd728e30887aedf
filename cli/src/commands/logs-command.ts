import type { RequestFilter, RequestPage } from '@shotwright/sdk';
import type { Command } from 'commander';
import type { CliContext, CommonOptions, Connection } from '../context.ts';
import { UsageError } from '../exit-codes.ts';
import type { Output } from '../output/output.ts';
import { tableOf } from '../output/terminal-text.ts';
import { createIsNew, pollUntilAborted } from '../poll.ts';
import { withCommonOptions } from './common-options.ts';

interface LogsFlags extends CommonOptions {
  readonly status?: string;
  readonly text?: string;
  readonly limit: string;
  readonly follow?: boolean;
}

type LoggedRequest = RequestPage['requests'][number];

const pollMs = 2_000;
/** A call is listed once it has ended, under the time of its start. */
const longestCallMs = 40_000;
const mostCalls = 500;
const pageSize = 50;
/** A page of a filtered list may be empty although older calls match. */
const mostPages = 20;

/** Adds `logs`. */
export function addLogsCommand(program: Command, context: CliContext): void {
  withCommonOptions(program.command('logs'))
    .description('list the calls with API keys, oldest first; with --follow also each new one')
    .option('--status <status>', 'only 2xx, 3xx, 4xx, 5xx, error or a status such as 402')
    .option('--text <text>', 'only calls with this text, for example a path or a request id')
    .option('--limit <number>', `newest calls to list first, 0 to ${mostCalls}`, '25')
    .option('--follow', 'continue until Ctrl-C')
    .action((flags: LogsFlags) => showLogs(context, flags));
}

async function showLogs(context: CliContext, flags: LogsFlags): Promise<void> {
  const limit = limitOf(flags);
  const { status, text, follow, json } = flags;
  const connection = context.connection(flags);
  const output = context.output(flags);
  const isNew = createIsNew();
  let newest: string | undefined;
  const readNew = async (count: number): Promise<LoggedRequest[]> => {
    const from = newest && new Date(Date.parse(newest) - longestCallMs).toISOString();
    const calls = await readCalls(connection, { status, text, from }, count);
    newest = calls[0]?.createdAt ?? newest;
    return calls.filter(({ id }) => isNew(id));
  };
  const listed = await readNew(Math.max(1, limit));
  print(output, listed.slice(0, limit));
  if (listed.length === 0 && !follow && !json) output.result({ text: 'No calls.', json: {} });
  if (!follow) return;
  const { signal } = context.process;
  await pollUntilAborted(async () => print(output, await readNew(mostCalls)), {
    pollMs,
    signal,
    output,
  });
}

function limitOf({ limit }: LogsFlags): number {
  const count = Number(limit);
  if (Number.isInteger(count) && count >= 0 && count <= mostCalls) return count;
  throw new UsageError(`--limit: must be a whole number from 0 to ${mostCalls}.`);
}

/** Returns the newest calls that match, newest first. */
async function readCalls(
  { client, call }: Connection,
  filter: RequestFilter,
  count: number,
): Promise<LoggedRequest[]> {
  const calls: LoggedRequest[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages && calls.length < count; page += 1) {
    const limit = Math.min(pageSize, count - calls.length);
    const { requests, next } = await client.listRequests({ ...filter, cursor, limit }, call);
    calls.push(...requests);
    if (next === null) break;
    cursor = next;
  }
  return calls;
}

/** Prints calls oldest first, one a line. */
function print(output: Output, calls: readonly LoggedRequest[]): void {
  for (const call of calls.toReversed()) output.result({ text: lineOf(call), json: call });
}

function lineOf(call: LoggedRequest): string {
  const { createdAt, status, method, path, durationMs, credits, errorCode, target } = call;
  const details = [
    `${durationMs} ms`,
    ...(credits === 0 ? [] : [`${credits} ${credits === 1 ? 'credit' : 'credits'}`]),
    ...(errorCode === null ? [] : [errorCode]),
    ...(target === null ? [] : [target]),
  ];
  return tableOf([[createdAt, String(status), method.padEnd(6), path, ...details]]);
}
