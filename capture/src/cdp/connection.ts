import type { Readable, Writable } from 'node:stream';
import { bindRejectionOwner, claimRejection } from '../rejections.ts';
import type { CdpHandlers, CdpSession } from '../browser/browser.ts';
import type { CdpMessage, RawHandlers } from './messages.ts';
import {
  createMessageDecoder,
  readMessage,
  castResult,
  eraseHandlerTypes,
  writeMessage,
} from './messages.ts';
import { createPendingCalls } from './pending-calls.ts';

const defaultCallTimeoutMs = 30_000;

/** Both ends of a browser's DevTools pipe, and the callback for a broken pipe. */
export interface CdpConnectionOptions {
  readonly input: Writable;
  readonly output: Readable;
  readonly onBroken: () => void;
}

/** The protocol connection of one browser, with its flat sessions. */
export interface CdpConnection {
  readonly root: CdpSession;
  /** Number of calls without a response. */
  readonly pendingCount: number;
  session(sessionId: string): CdpSession;
  /** Rejects the session's pending calls and removes its listeners. */
  dropSession(sessionId: string): void;
  /** Rejects every pending and later call with this message. Idempotent. */
  fail(reason: string): void;
}

/**
 * Creates a DevTools Protocol connection over a pair of pipes, in CBOR, so that images arrive as
 * bytes. Every call has a timeout.
 */
export function createCdpConnection(options: CdpConnectionOptions): CdpConnection {
  const calls = createPendingCalls();
  const write = writeTogether(options.input);
  const listeners = new Map<string, Set<Listener>>();
  let failure: string | undefined;

  function fail(reason: string): void {
    if (failure !== undefined) return;
    failure = reason;
    calls.rejectAll(reason);
    listeners.clear();
  }
  function receive(bytes: Buffer): void {
    const message = readMessage(bytes);
    const { id, method, error } = message;
    if (id === undefined) hear(message, method);
    else if (error === undefined) calls.resolve(id, message.result());
    else calls.reject(id, error);
  }
  function hear({ sessionId, params }: CdpMessage, method: string): void {
    let read: unknown;
    for (const { handlers, run } of listeners.get(sessionId) ?? []) {
      const handle = handlers[method];
      if (handle !== undefined) run(handle, (read ??= params()));
    }
  }
  function session(sessionId: string): CdpSession {
    return {
      async send(method, params, { timeoutMs = defaultCallTimeoutMs } = {}) {
        if (failure !== undefined) throw new Error(`${method}: ${failure}`);
        const answer = await calls.add({ sessionId, method, timeoutMs }, (id) => {
          write(writeMessage({ id, method, params, sessionId }));
        });
        return castResult(method, answer);
      },
      on(handlers) {
        const ofSession = listeners.get(sessionId) ?? new Set();
        listeners.set(sessionId, ofSession);
        const listener = createListener(handlers);
        ofSession.add(listener);
        return () => ofSession.delete(listener);
      },
    };
  }
  listen(options, createMessageDecoder(receive));
  return {
    root: session(''),
    get pendingCount() {
      return calls.size;
    },
    session,
    dropSession(sessionId) {
      listeners.delete(sessionId);
      calls.rejectAll('the session has ended.', sessionId);
    },
    fail,
  };
}

interface Listener {
  readonly handlers: RawHandlers;
  /** Calls a handler in the context of the capture that registered it. */
  readonly run: typeof runHandler;
}

function createListener(handlers: CdpHandlers): Listener {
  return { handlers: eraseHandlerTypes(handlers), run: bindRejectionOwner(runHandler) };
}

/**
 * Runs a handler. An error fails the capture it belongs to; other captures in the browser continue.
 */
function runHandler(handle: (params: unknown) => void, params: unknown): void {
  try {
    handle(params);
  } catch (error) {
    if (!claimRejection(error)) throw error;
  }
}

/** Batches the writes of one event loop turn, because every write wakes the browser. */
function writeTogether(input: Writable): (bytes: Buffer) => void {
  return (bytes) => {
    if (input.writableCorked === 0) {
      input.cork();
      process.nextTick(() => input.uncork());
    }
    input.write(bytes);
  };
}

function listen(options: CdpConnectionOptions, split: (chunk: Buffer) => void): void {
  const { input, output, onBroken } = options;
  output.on('data', (chunk: Buffer) => {
    try {
      split(chunk);
    } catch (error) {
      onBroken();
      if (!claimRejection(error)) throw error;
    }
  });
  // A broken pipe means that the browser is exiting; its exit event reports the rest.
  input.on('error', onBroken);
  output.on('error', onBroken);
  output.on('close', onBroken);
}
