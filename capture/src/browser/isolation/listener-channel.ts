import type { ChildProcess, SendHandle } from 'node:child_process';
import { createPendingCalls } from '../../cdp/pending-calls.ts';

const timeoutMs = 5_000;

/** Listening socket inside the network namespace of a browser. */
export interface BrowserListener {
  /** Port on 127.0.0.1 there. */
  readonly port: number;
  /** Sent to the process that accepts the connections. */
  readonly handle: SendHandle;
  /** Closes the socket in this process; the process it was sent to has its own. */
  close(): void;
}

/** Channel over which a browser's supervisor creates listening sockets (`isolate.pl`). */
export interface ListenerChannel {
  /** Rejects if the browser exits or its supervisor does not respond within 5 s. */
  open(): Promise<BrowserListener>;
}

/** Creates the channel to a process that was started with an IPC channel. */
export function createListenerChannel(child: ChildProcess): ListenerChannel {
  const calls = createPendingCalls();
  child.on('message', (message, handle) => {
    const { id, port } = parseMessage(message);
    calls.resolve(id, { port, handle, close: () => closeHandle(handle) });
  });
  child.once('disconnect', () => calls.rejectAll('the browser has exited.'));
  return {
    async open() {
      if (!child.connected) throw new Error('The browser has exited.');
      const start = { sessionId: '', method: 'open listener', timeoutMs };
      return toListener(
        await calls.add(start, (id) => child.send({ listen: id }, () => undefined)),
      );
    },
  };
}

function parseMessage(message: unknown): { readonly id: number; readonly port: number } {
  const fields: object = typeof message === 'object' && message !== null ? message : {};
  return { id: Number(Reflect.get(fields, 'id')), port: Number(Reflect.get(fields, 'port')) };
}

/** Closes a handle of any kind: they are internal objects of Node with this method. */
function closeHandle(handle: SendHandle | undefined): void {
  if (handle !== undefined && 'close' in handle) handle.close();
}

/** Casts a message: the function above creates only listeners. */
function toListener(result: unknown): BrowserListener {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return result as BrowserListener;
}
