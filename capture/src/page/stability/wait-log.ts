import type { WaitReason, WaitReport } from '../../capture-result.ts';
import type { OpenRequest } from '../network/open-requests.ts';

const maxListed = 10;
const maxUrlLength = 300;

/** Time that a wait took on the page's clock and in reality. Unit: ms. */
export interface WaitTime {
  readonly clockMs: number;
  readonly realMs: number;
}

/** Record of everything a capture has waited for, and of the limits that its waits share. */
export interface WaitLog {
  /** Real time spent waiting for the network, and for work outside the page's thread, since the first load. Unit: ms. */
  readonly networkMs: number;
  /** Real time spent on letting the clock pass quickly. Unit: ms. */
  readonly fastMs: number;
  /** Real time for which a page that polls was followed. Unit: ms. */
  pollingMs: number;
  /** Time on the page's clock for which retries of requests were waited for. Unit: ms. */
  retryMs: number;
  /** Time on the page's clock for which retries after long pauses were waited for. Unit: ms. */
  longRetryMs: number;
  /** Number of waits for busy workers and for messages of others; more than one for a wait that used much CPU time. */
  busyWorkers: number;
  /** True if the last question found a busy worker. */
  isReplyExpected: boolean;
  /** Workers that have not responded yet since they were found busy. */
  askedWorkers: ReadonlySet<string>;
  /** CPU time of the browser at that question. */
  askedAtCpuSeconds: number;
  /** Set once a document that changes frame by frame has been followed. */
  hasFollowedChanges: boolean;
  /** Set once scripts have run frame by frame for longer than they are followed. */
  hasEndlessScripts: boolean;
  /** Set once finite animations have lasted for as long as they are followed. */
  hasEndlessAnimations: boolean;
  /** Set if the load event was given up: images and fonts are no longer waited for. */
  isLoadGivenUp: boolean;
  /** Time on the page's clock at which something last came over the network. Unit: ms. */
  readonly endedAtMs: number;
  /** Takes a part off the time that counts as spent on the network, because an overloaded machine caused it. */
  discount(ms: number): void;
  /** Grants the waits of another step of the caller their full time. */
  renew(): void;
  /** Records how many requests have ended at a time of the page's clock. */
  noteEnded(count: number, clockMs: number): void;
  add(reason: WaitReason, time: WaitTime): void;
  /** Records the requests that are being waited for. */
  noteRequests(requests: readonly OpenRequest[]): void;
  /** Records what was still under way when the image was taken. */
  noteUnderWay(requests: readonly OpenRequest[]): void;
  report(): Pick<WaitReport, 'waitedFor' | 'requests' | 'underWay'>;
}

const fastReasons: ReadonlySet<WaitReason> = new Set(['timers', 'animations', 'changes']);
const networkReasons: ReadonlySet<WaitReason> = new Set(['requests', 'images', 'fonts', 'loaders']);

/** Creates an empty log. */
export function createWaitLog(): WaitLog {
  const times = new Map<WaitReason, WaitTime>();
  const requests = new Map<OpenRequest, number>();
  let underWay: readonly OpenRequest[] = [];
  let endedCount = -1;
  let endedAtMs = 0;
  let networkMs = 0;
  let fastMs = 0;
  return {
    get networkMs() {
      return networkMs;
    },
    get fastMs() {
      return fastMs;
    },
    pollingMs: 0,
    retryMs: 0,
    longRetryMs: 0,
    busyWorkers: 0,
    isReplyExpected: false,
    askedWorkers: new Set(),
    askedAtCpuSeconds: 0,
    hasFollowedChanges: false,
    hasEndlessScripts: false,
    hasEndlessAnimations: false,
    isLoadGivenUp: false,
    get endedAtMs() {
      return endedAtMs;
    },
    discount(ms) {
      networkMs -= ms;
    },
    renew() {
      networkMs = 0;
      fastMs = 0;
    },
    noteEnded(count, clockMs) {
      if (count !== endedCount) endedAtMs = clockMs;
      endedCount = count;
    },
    add(reason, { clockMs, realMs }) {
      const before = times.get(reason) ?? { clockMs: 0, realMs: 0 };
      times.set(reason, { clockMs: before.clockMs + clockMs, realMs: before.realMs + realMs });
      if (networkReasons.has(reason)) networkMs += realMs;
      if (fastReasons.has(reason)) fastMs += realMs;
    },
    noteRequests(waited) {
      const nowMs = performance.now();
      for (const request of waited) requests.set(request, nowMs - request.sinceMs);
    },
    noteUnderWay(open) {
      underWay = open;
    },
    report: () => reportOf(times, requests, underWay),
  };
}

function reportOf(
  times: ReadonlyMap<WaitReason, WaitTime>,
  requests: ReadonlyMap<OpenRequest, number>,
  underWay: readonly OpenRequest[],
) {
  return {
    waitedFor: [...times].map(([reason, { clockMs, realMs }]) => ({
      reason,
      clockMs: Math.round(clockMs),
      realMs: Math.round(realMs),
    })),
    requests: [...requests]
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, maxListed)
      .map(([request, ms]) => ({ ...describe(request), waitedMs: Math.round(ms) })),
    underWay: underWay.slice(0, maxListed).map(describe),
  };
}

function describe({ kind, url }: OpenRequest) {
  return { kind, url: url.slice(0, maxUrlLength) };
}
