import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A page to capture in one mode. */
export interface TruthRow {
  readonly group: string;
  readonly name: string;
  readonly mode: 'viewport' | 'fullPage';
  readonly url: string;
  readonly options: {
    readonly areAnimationsDisabled?: boolean;
    readonly isJavaScriptDisabled?: boolean;
    readonly deviceScaleFactor?: number;
  };
}

/** Result of a capture: its duration and the differences from the right image. */
export interface TruthResult {
  readonly ms: number;
  readonly findings: readonly string[];
}

/** Patterns of the capture tests, served by a separate process that also runs our engine. */
export interface PatternProcess {
  readonly rows: readonly TruthRow[];
  /** The browser that the engine uses. */
  readonly browser: {
    readonly path: string;
    readonly env: Readonly<Record<string, string>>;
  };
  /** Captures a row with our engine, and checks the image unless told otherwise. */
  capture(row: TruthRow, options?: { readonly isChecked: boolean }): Promise<TruthResult>;
  /** Returns the differences of another system's image from the right one. */
  check(row: TruthRow, image: Buffer): Promise<readonly string[]>;
  close(): Promise<void>;
}

type Ready = Pick<PatternProcess, 'rows' | 'browser'>;
type Response = TruthResult & { readonly id: number };

const program = join(import.meta.dirname, '../../capture/test/patterns/pattern-process.ts');

/** Starts the process. Rejects if it exits before it is ready. */
export async function startPatternProcess(): Promise<PatternProcess> {
  const child = fork(program, { serialization: 'advanced' });
  const { promise, resolve, reject } = Promise.withResolvers<Ready>();
  const waiting = new Map<number, (response: Response) => void>();
  let lastId = 0;
  child.once('exit', (code) => reject(new Error(`the pattern process ended with ${code}`)));
  child.on('message', (message: Ready | Response) => {
    if ('rows' in message) return resolve(message);
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  const { rows, browser } = await promise;
  const send = (row: TruthRow, fields: object): Promise<Response> =>
    new Promise((resolveResponse) => {
      lastId += 1;
      waiting.set(lastId, resolveResponse);
      child.send({ id: lastId, row: rows.indexOf(row), ...fields });
    });
  return {
    rows,
    browser,
    capture: (row, options = { isChecked: true }) => send(row, options),
    check: async (row, image) => (await send(row, { image, isChecked: true })).findings,
    async close() {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}
