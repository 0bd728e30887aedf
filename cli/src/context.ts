import { createClient, type ShotwrightClient } from '@shotwright/sdk';
import { readCredentials, type Credentials } from './credentials.ts';
import { UsageError } from './exit-codes.ts';
import { createOutput, type Output } from './output/output.ts';
import type { TextStream } from './output/progress.ts';

/** Stream of bytes, possibly the keyboard of a terminal. */
export interface InputStream extends AsyncIterable<Uint8Array | string> {
  readonly isTTY?: boolean;
  /** Raw: keys arrive one by one and are not shown. */
  setRawMode?(isRaw: boolean): unknown;
}

/** Everything that a run of the command takes from its process. */
export interface CliProcess {
  /** Arguments after the program's name. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdin: InputStream;
  readonly stdout: TextStream;
  readonly stderr: TextStream;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Options of every command. */
export interface CommonOptions {
  readonly server?: string;
  readonly json?: boolean;
  readonly deadline?: string;
}

/** Options of a call of the client. */
export interface ClientCall {
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

/** Dependencies of the commands. */
export interface CliContext {
  readonly process: CliProcess;
  /** Options of each call of a command. Throws a {@link UsageError}. */
  call(options: CommonOptions): ClientCall;
  /** Server and key of the options, the environment or `login`. Throws a {@link UsageError}. */
  connection(options: CommonOptions): Connection;
  output(options: CommonOptions): Output;
}

/** A server and the client that calls it. */
export interface Connection {
  readonly url: string;
  readonly apiKey: string;
  readonly client: ShotwrightClient;
  /** Options of each call. */
  readonly call: ClientCall;
}

/** Creates the dependencies of the commands. */
export function createContext(process: CliProcess): CliContext {
  const callOf = (options: CommonOptions): ClientCall => {
    const timeoutMs = timeoutOf(options);
    return { signal: process.signal, ...(timeoutMs !== undefined && { timeoutMs }) };
  };
  return {
    process,
    call: callOf,
    output: ({ json = false }) => createOutput(process, { isJson: json }),
    connection: (options) => {
      const { url, apiKey } = findCredentials(options, process.environment);
      return { url, apiKey, client: createClient({ url, apiKey }), call: callOf(options) };
    },
  };
}

/** Returns the server and the key of a command. Throws a {@link UsageError} if one is missing. */
function findCredentials(
  options: CommonOptions,
  environment: CliProcess['environment'],
): Credentials {
  const givenKey = environment['SHOTWRIGHT_API_KEY'];
  const givenUrl = options.server ?? environment['SHOTWRIGHT_URL'];
  const stored = givenUrl && givenKey ? undefined : readCredentials(environment);
  const url = givenUrl || stored?.url;
  if (!url) {
    throw new UsageError(
      'The server is missing: set SHOTWRIGHT_URL, give --server https://shots.example.com, or run shotwright login.',
    );
  }
  if (givenKey) return { url, apiKey: givenKey };
  if (!stored) {
    throw new UsageError(
      'The API key is missing: set SHOTWRIGHT_API_KEY, or run shotwright login. There is no option for it, because other users of this machine could read it.',
    );
  }
  // A key must not reach a server for which it was not stored.
  if (originOf(url) === originOf(stored.url)) return { url, apiKey: stored.apiKey };
  throw new UsageError(
    `The stored API key belongs to ${stored.url}. For ${url}, set SHOTWRIGHT_API_KEY, or run shotwright login --server ${url}.`,
  );
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);

function timeoutOf({ deadline }: CommonOptions): number | undefined {
  if (deadline === undefined) return undefined;
  const seconds = Number(deadline);
  if (seconds >= 1 && seconds <= 3_600) return seconds * 1_000;
  throw new UsageError('--deadline: must be a number of seconds from 1 to 3600.');
}
