import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Parameters or result of a protocol command. */
export type Fields = Record<string, unknown>;
type Listener = (method: string, params: Fields) => void;

/** A browser driven directly over the DevTools Protocol. */
export interface BaselineBrowser {
  send(method: string, params?: Fields, sessionId?: string): Promise<Fields>;
  /**
   * Subscribes to the events of one session (`''`: the browser's session); returns a function that
   * unsubscribes.
   */
  listen(sessionId: string, listener: Listener): () => void;
  close(): Promise<void>;
}

const flags = [
  '--headless',
  '--remote-debugging-pipe',
  '--disable-gpu',
  '--hide-scrollbars',
  '--force-color-profile=srgb',
  '--force-gpu-mem-available-mb=4096',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-quic',
  '--disable-sync',
  '--disable-extensions',
  '--disable-default-apps',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--mute-audio',
  '--password-store=basic',
  '--use-mock-keychain',
];

/** Starts one headless shell connected by a pipe. Throws a sentence if none is installed. */
export async function launchBaselineBrowser(): Promise<BaselineBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'bench-baseline-'));
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(findHeadlessShell(), [...flags, ...sandbox, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const [, , , input, output] = child.stdio;
  if (!(input instanceof Socket && output instanceof Socket)) throw new Error('no pipe');
  const connection = connect(input, output);
  child.once('exit', connection.fail);
  await connection.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
  });
  return {
    send: connection.send,
    listen: connection.listen,
    close: async () => {
      connection.send('Browser.close').catch(() => undefined);
      const timer = setTimeout(() => child.kill('SIGKILL'), 3000);
      await exited;
      clearTimeout(timer);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Pending {
  resolve(result: Fields): void;
  reject(error: Error): void;
}

interface Message {
  readonly id?: number;
  readonly result?: Fields;
  readonly error?: { readonly message: string };
  readonly method?: string;
  readonly params?: Fields;
  readonly sessionId?: string;
}

function connect(input: Socket, output: Socket) {
  const pending = new Map<number, Pending>();
  const listeners = new Map<string, Set<Listener>>();
  let lastId = 0;
  const receive = (message: Message): void => {
    if (message.id === undefined) {
      for (const listener of listeners.get(message.sessionId ?? '') ?? []) {
        listener(message.method ?? '', message.params ?? {});
      }
      return;
    }
    const call = pending.get(message.id);
    pending.delete(message.id);
    if (message.error === undefined) call?.resolve(message.result ?? {});
    else call?.reject(new Error(message.error.message));
  };
  onMessages(output, receive);
  input.on('error', () => undefined);
  return {
    send: (method: string, params: Fields = {}, sessionId?: string) =>
      new Promise<Fields>((resolve, reject) => {
        const id = ++lastId;
        pending.set(id, { resolve, reject });
        input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
      }),
    listen: (sessionId: string, listener: Listener) => {
      const set = listeners.get(sessionId) ?? new Set();
      listeners.set(sessionId, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(sessionId);
      };
    },
    fail: () => {
      for (const { reject } of pending.values()) reject(new Error('the browser has exited'));
      pending.clear();
    },
  };
}

/** Splits the stream into messages. Each ends with a zero byte and may arrive in many chunks. */
function onMessages(output: Socket, receive: (message: Message) => void): void {
  let pieces: Buffer[] = [];
  output.on('error', () => undefined);
  output.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      pieces.push(chunk.subarray(start, end));
      receive(JSON.parse(Buffer.concat(pieces).toString()));
      pieces = [];
      start = end + 1;
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start));
  });
}

function findHeadlessShell(): string {
  const cached = globSync('chromium_headless_shell-*/*/{chrome-headless-shell,headless_shell}', {
    cwd: join(homedir(), '.cache', 'ms-playwright'),
  }).map((path) => join(homedir(), '.cache', 'ms-playwright', path));
  const candidates = [
    process.env.BROWSER_PATH ?? '',
    '/usr/lib/chromium/chromium-headless-shell',
    ...cached,
  ];
  const found = candidates.find((path) => path !== '' && existsSync(path));
  if (found !== undefined) return found;
  throw new Error(
    'The bench needs a headless shell: apt-get install chromium-headless-shell, or name one in BROWSER_PATH.',
  );
}
