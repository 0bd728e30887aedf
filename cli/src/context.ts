import { createClient, type ShotwrightClient } from '@shotwright/sdk';
import { UsageError } from './exit-codes.ts';
import { createOutput, type Output } from './output/output.ts';
import type { TextStream } from './output/progress.ts';

/** Everything that a run of the command takes from its process. */
export interface CliProcess {
  /** Arguments after the program's name. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Uint8Array | string>;
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

/** Dependencies of the commands. */
export interface CliContext {
  readonly process: CliProcess;
  /** Server and key of the options or of the environment. Throws a {@link UsageError}. */
  connection(options: CommonOptions): Connection;
  output(options: CommonOptions): Output;
}

/** A server and the client that calls it. */
export interface Connection {
  readonly url: string;
  readonly apiKey: string;
  readonly client: ShotwrightClient;
  /** Options of each call. */
  readonly call: { readonly signal: AbortSignal; readonly timeoutMs?: number };
}

/** Creates the dependencies of the commands. */
export function createContext(process: CliProcess): CliContext {
  return {
    process,
    output: ({ json = false }) => createOutput(process, { isJson: json }),
    connection: (options) => {
      const { environment, signal } = process;
      const url = options.server ?? environment['SHOTWRIGHT_URL'];
      const apiKey = environment['SHOTWRIGHT_API_KEY'];
      if (!url) {
        throw new UsageError(
          'The server is missing: set SHOTWRIGHT_URL, or give --server https://shots.example.com.',
        );
      }
      if (!apiKey) {
        throw new UsageError(
          'The API key is missing: set SHOTWRIGHT_API_KEY. There is no option for it, because other users of this machine could read it.',
        );
      }
      const timeoutMs = timeoutOf(options);
      const call = { signal, ...(timeoutMs !== undefined && { timeoutMs }) };
      return { url, apiKey, client: createClient({ url, apiKey }), call };
    },
  };
}

function timeoutOf({ deadline }: CommonOptions): number | undefined {
  if (deadline === undefined) return undefined;
  const seconds = Number(deadline);
  if (seconds >= 1 && seconds <= 3_600) return seconds * 1_000;
  throw new UsageError('--deadline: must be a number of seconds from 1 to 3600.');
}
