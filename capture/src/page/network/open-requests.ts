import { countedMs, extendedLimitMs } from '../clock/clock-failure.ts';
import type { Relevance } from './request-relevance.ts';

/** Maximum time that the image waits for one request, by its kind. Unit: ms. */
const waitMs = { content: 8_000, stream: 3_000, worker: 2_200, held: 2_000, poll: 0 } as const;
/**
 * Maximum time that the image waits for tasks, in all, and number of ends that count, because some
 * pages use a database again and again. Unit: ms.
 */
const maxTasksMs = 5_000;
const maxTaskEnds = 20;
/** Factor by which tasks may take longer if an overloaded machine slows down the page's clock as well. */
const maxTaskSlowdown = 10;
/**
 * Times for which the image waits for a stream: for its first message, then for each next one, because the
 * first may only be a greeting, and in all. Most streams never end; one that a script asked for by a
 * request is an answer, which ends. Unit: ms.
 */
const streamMs = { first: waitMs.stream, next: 800, all: 4_500 } as const;
const answerMs = { first: 4_000, next: 1_500, all: 8_000 } as const;
/**
 * A poller counts as under way for this long after its last request; for longer on an overloaded machine,
 * where the page's clock falls behind. Unit: ms.
 */
const pollPauseMs = 2_000;
const followedKinds: ReadonlySet<OpenRequest['kind']> = new Set(['stream', 'worker', 'poll']);

/** A request, stream or worker that is open. */
export interface OpenRequest {
  readonly kind: Exclude<Relevance, 'ignored'> | 'worker' | 'task';
  readonly url: string;
  readonly sinceMs: number;
  /** Time of the page's clock at that moment. Unit: ms. */
  readonly sinceClockMs: number;
  /** Time from its start for which the image waits for it. Unit: ms. */
  readonly waitMs: number;
  /** True for a stream that a script reads from the response to a request. */
  readonly isAnswer?: boolean;
}

/** Dependencies of the open requests. */
export interface OpenRequestsInput {
  /** Called when a relevant request starts or ends. */
  readonly changed: () => void;
  /** Returns the time that has passed on the page's clock. Unit: ms. */
  readonly elapsedMs: () => number;
}

/** Requests, streams and workers that a page has open. */
export interface OpenRequests {
  /** Number that have ended, and of messages that were waited for; without pollers. */
  readonly endedCount: number;
  /**
   * True if the page has opened a stream or a worker, or polls: its content may come by the server's
   * time rather than by its own.
   */
  readonly followsServer: boolean;
  /** Kinds of all so far. */
  readonly kinds: ReadonlySet<OpenRequest['kind']>;
  /** Returns those that the image still waits for. */
  waits(): readonly OpenRequest[];
  /** Returns true while the image waits for it; undefined if it never did. */
  isWaitedFor(id: string): boolean | undefined;
  /** Returns all that are open, waited for or no longer, and a poller between two requests. */
  underWay(): readonly OpenRequest[];
  /** Stops waiting for everything that is open now. */
  giveUp(): void;
  begin(id: string, kind: OpenRequest['kind'], url: string): void;
  /** Turns a request into a stream, because its response is one. */
  becomeStream(id: string): void;
  /** Records a message. A stream stays open, and the image waits for its next message. */
  receive(id: string): void;
  end(id: string): void;
  /** Removes all for which `isKept` is false, because their ends are not reported. */
  retain(isKept: (id: string, request: OpenRequest) => boolean): void;
}

function ageOf({ sinceMs }: OpenRequest): number {
  return performance.now() - sinceMs;
}

const localKinds: ReadonlySet<OpenRequest['kind']> = new Set(['stream', 'worker', 'task']);

/** Returns true if the progress of a request depends on this machine, and not only on servers. */
function isLocal({ kind, url }: OpenRequest): boolean {
  return localKinds.has(kind) || url.startsWith('blob:');
}

/**
 * Returns the part of the real time of a wait that counts towards the limit of all waits of a page. On an overloaded
 * machine, a wait that needs nothing but this machine counts for less, and one for a task for as little as its own limit.
 */
export function countedWaitMs(waits: readonly OpenRequest[], realMs: number): number {
  if (!waits.every((one) => one.kind !== 'stream' && isLocal(one))) return realMs;
  const hasTask = waits.some(({ kind }) => kind === 'task');
  return countedMs(realMs, hasTask ? maxTaskSlowdown : undefined);
}

/**
 * Returns the time that a task has taken of the limit for all. A machine that computes the page's frames slowly
 * slows down its tasks as well: such a page gets the limit on its own clock.
 */
function taskMs(task: OpenRequest, clockMs: number): number {
  const realMs = ageOf(task);
  const passedMs = Math.min(clockMs - task.sinceClockMs, countedMs(realMs));
  return Math.max(passedMs, countedMs(realMs, maxTaskSlowdown));
}

function isInTime(request: OpenRequest, clockMs: number): boolean {
  const { waitMs: limitMs } = request;
  if (request.kind === 'task') return taskMs(request, clockMs) < limitMs;
  // An overloaded machine delays threads, and the handling of messages that arrive in a row.
  const maxMs = isLocal(request) ? extendedLimitMs(limitMs) : limitMs;
  return ageOf(request) < maxMs;
}

function isBetweenPolls(lastPoll: OpenRequest, requests: readonly OpenRequest[]): boolean {
  return (
    !requests.some(({ kind }) => kind === 'poll') && ageOf(lastPoll) < extendedLimitMs(pollPauseMs)
  );
}

/** A server may think before its response, and again before its first message. */
function asAnswer(request: OpenRequest): OpenRequest {
  const maxMs = Math.min(answerMs.all, ageOf(request) + answerMs.first);
  return { ...request, kind: 'stream', waitMs: maxMs, isAnswer: true };
}

function afterMessage(stream: OpenRequest): OpenRequest {
  const { next, all } = stream.isAnswer === true ? answerMs : streamMs;
  return { ...stream, waitMs: Math.min(all, ageOf(stream) + next) };
}

/** Creates the limit that all tasks of a page share. */
function createTaskLimit() {
  let leftMs = maxTasksMs;
  let leftEnds = maxTaskEnds;
  return {
    get leftMs() {
      return leftMs;
    },
    /** Records a task that took `ms` of the limit. Returns true if its end counts. */
    noteEnd(ms: number): boolean {
      leftMs -= ms;
      leftEnds -= 1;
      return leftEnds >= 0;
    },
  };
}

/** Creates an empty list. */
export function createOpenRequests({ changed, elapsedMs }: OpenRequestsInput): OpenRequests {
  const open = new Map<string, OpenRequest>();
  let endedCount = 0;
  const kinds = new Set<OpenRequest['kind']>();
  let lastPoll: OpenRequest | undefined;
  const tasks = createTaskLimit();
  let gaveUpMs = -Infinity;

  const set = (id: string, request: OpenRequest): void => {
    open.set(id, request);
    kinds.add(request.kind);
    changed();
  };
  const isWaited = (one: OpenRequest) => one.sinceMs > gaveUpMs && isInTime(one, elapsedMs());
  return {
    get endedCount() {
      return endedCount;
    },
    get followsServer() {
      return [...followedKinds].some((kind) => kinds.has(kind));
    },
    kinds,
    waits: () => [...open.values()].filter(isWaited),
    isWaitedFor: (id) => {
      const request = open.get(id);
      return request && isWaited(request);
    },
    underWay: () => {
      const requests = [...open.values()];
      return lastPoll && isBetweenPolls(lastPoll, requests) ? [...requests, lastPoll] : requests;
    },
    giveUp() {
      gaveUpMs = performance.now();
    },
    begin(id, kind, url) {
      const maxMs = kind === 'task' ? tasks.leftMs : waitMs[kind];
      set(id, { kind, url, sinceMs: performance.now(), sinceClockMs: elapsedMs(), waitMs: maxMs });
      if (kind === 'poll') lastPoll = open.get(id);
    },
    becomeStream(id) {
      const request = open.get(id);
      if (request?.kind === 'content') set(id, asAnswer(request));
    },
    receive(id) {
      const stream = open.get(id);
      if (stream?.kind !== 'stream' || ageOf(stream) > extendedLimitMs(stream.waitMs)) return;
      endedCount += 1;
      set(id, afterMessage(stream));
    },
    end(id) {
      const ended = open.get(id);
      open.delete(id);
      if (ended === undefined || ended.kind === 'poll') return;
      if (ended.kind !== 'task' || tasks.noteEnd(taskMs(ended, elapsedMs()))) endedCount += 1;
      changed();
    },
    retain(isKept) {
      for (const [id, request] of open) if (!isKept(id, request)) open.delete(id);
    },
  };
}
