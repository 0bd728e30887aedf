import type { EngineLogger } from '../logger.ts';
import { runInBackground } from '../rejections.ts';
import { createAddressPolicy } from './address-policy.ts';
import type { EgressLine } from './egress-line.ts';
import { openEgressLine } from './egress-line.ts';
import { createOwnAddresses } from './own-addresses.ts';
import type { EgressGate, EgressOpenOptions, EgressReport, EgressRoute } from './egress.ts';

/** What the gate lets through. */
export interface EgressGateOptions {
  /** Private networks, addresses and `host:port` that may be reached all the same. */
  readonly allowPrivateTargets?: readonly string[];
  /** Addresses and networks that lead to this installation, beside those of this host. */
  readonly ownAddresses?: readonly string[];
  readonly logger?: EngineLogger;
}

/** The gate, and the process behind it for figures and tests. */
export interface ProcessEgressGate extends EgressGate {
  /** Of the running egress process; null before the first route and after its end. */
  readonly pid: number | null;
}

const lostReport: EgressReport = {
  requestCount: 0,
  blockedRequestCount: 0,
  receivedBytes: 0,
  failures: [],
  exceeded: null,
  isLost: true,
};

/**
 * Runs the egress proxy in a process of its own, so that no page's traffic waits on the server nor the server on it.
 * The process starts with the first route and again after its end. Throws when an entry of a list cannot be read.
 */
export function createEgressGate(options: EgressGateOptions = {}): ProcessEgressGate {
  const { allowPrivateTargets = [], ownAddresses = [], logger } = options;
  // The process makes the same policy; here a wrong entry is noticed before it starts.
  createAddressPolicy(allowPrivateTargets, createOwnAddresses({ configured: ownAddresses }));
  let line: EgressLine | undefined;
  let isClosed = false;

  function connected(): EgressLine {
    if (isClosed) throw new Error('The egress gate is closed.');
    if (line !== undefined && !line.hasEnded) return line;
    const started = openEgressLine({ allowPrivateTargets, ownAddresses });
    const told = started.ended.then(() => {
      if (!isClosed) logger?.warn({ pid: started.pid }, 'egress process ended; its captures fail');
    });
    runInBackground(told);
    line = started;
    return started;
  }
  return {
    get pid() {
      return line === undefined || line.hasEnded ? null : line.pid;
    },
    warm() {
      connected();
    },
    async open(openOptions) {
      const first = connected();
      try {
        return await openRoute(first, openOptions);
      } catch (error) {
        if (!first.hasEnded) throw error;
        // It ended between two captures: nothing has gone out yet, so the next process serves as well.
        return openRoute(connected(), openOptions);
      }
    },
    async close() {
      isClosed = true;
      await line?.end();
    },
  };
}

async function openRoute(line: EgressLine, options: EgressOpenOptions): Promise<EgressRoute> {
  const opened = await line.ask({ kind: 'open', options });
  if (opened.kind !== 'opened') throw new Error('The egress process answered out of turn.');
  const { port, proxyServer } = opened;
  let last: Promise<EgressReport> | undefined;

  async function ask(kind: 'report' | 'close'): Promise<EgressReport> {
    const answer = await line.ask({ kind, port }).catch((error: unknown) => {
      if (!line.hasEnded) throw error;
      return { kind: 'report' as const, report: lostReport };
    });
    return answer.kind === 'report' ? answer.report : lostReport;
  }
  return {
    proxyServer,
    lost: line.ended,
    report: () => last ?? ask('report'),
    close: () => (last ??= ask('close')),
  };
}
