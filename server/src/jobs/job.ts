import type { PlanTier } from '@shotwright/contract';
import type { Db } from '../db/transaction.ts';

/** A job kind: the name of its queue and its retry rules. */
export interface JobKind<Data extends object> {
  readonly name: string;
  /** Number of retries after a failure or the death of the worker. */
  readonly retryLimit: number;
  readonly retryDelaySeconds: number;
  readonly retryBackoff: boolean;
  /** An attempt that runs longer counts as dead. */
  readonly expireInSeconds: number;
  /**
   * A worker that does not renew its lease for this long counts as dead. Without it, only
   * `expireInSeconds` applies.
   */
  readonly heartbeatSeconds?: number;
  /** Never read; carries the type of the job's data. */
  readonly data?: Data;
}

/** Defines a job kind and infers the type of its data. */
export function defineJob<Data extends object>(kind: Omit<JobKind<Data>, 'data'>): JobKind<Data> {
  return kind;
}

/** Per-job settings of {@link JobQueue.enqueue}. */
export interface EnqueueOptions {
  /** A UUID. Enqueuing the same ID twice creates one job. */
  readonly id?: string;
  /** Group for fairness and concurrency limits, which apply per organisation. */
  readonly group?: { readonly organizationId: string; readonly tier: PlanTier };
  readonly startAfterSeconds?: number;
  /** Higher values run first. Default: 0. */
  readonly priority?: number;
}

/**
 * Enqueues jobs. With an open transaction as `db`, the job exists only if the transaction commits.
 */
export interface JobQueue {
  enqueue<Data extends object>(
    db: Db,
    kind: JobKind<Data>,
    input: { readonly data: Data; readonly options?: EnqueueOptions },
  ): Promise<void>;
  /** Enqueues many jobs of one kind with one statement. */
  enqueueAll<Data extends object>(
    db: Db,
    kind: JobKind<Data>,
    jobs: readonly { readonly data: Data; readonly options?: EnqueueOptions }[],
  ): Promise<void>;
  /** Cancels a job that has not started; does not affect a running one. */
  cancel(db: Db, kind: JobKind<object>, id: string): Promise<void>;
  /** Keeps jobs that have not started from starting; does not affect running ones. */
  hold(db: Db, kind: JobKind<object>, ids: readonly string[]): Promise<void>;
  /** Lets held jobs start. Workers find them with their next poll. */
  unhold(db: Db, kind: JobKind<object>, ids: readonly string[]): Promise<void>;
  /**
   * Returns those of the given job IDs that will not run (again): failed, cancelled, completed or
   * absent.
   */
  findEnded(
    db: Db,
    kinds: readonly JobKind<object>[],
    ids: readonly string[],
  ): Promise<readonly string[]>;
  /** True if the organisation has a job of this kind that waits or runs. */
  hasOpen(db: Db, kind: JobKind<object>, organizationId: string): Promise<boolean>;
}

/** Arguments of a job's handler. `signal` is aborted when the lease is lost or the worker stops. */
export interface JobRun<Data> {
  readonly id: string;
  readonly data: Data;
  readonly retryCount: number;
  readonly signal: AbortSignal;
}

/** A maximum of concurrent jobs that changes while jobs run. */
export interface JobConcurrency {
  readonly current: number;
  /** Calls `listener` each time it rises. Returns a function that unsubscribes. */
  onRaised(listener: () => void): () => void;
}

/** A job kind with its handler. A thrown error triggers a retry according to the kind's rules. */
export interface JobHandler<Data extends object = object> {
  readonly kind: JobKind<Data>;
  /** Maximum number of concurrent jobs in this process; it may change while jobs run. */
  readonly concurrency: number | JobConcurrency;
  /**
   * Maximum number of concurrent jobs of one organisation in this process, by plan. Default:
   * `concurrency`.
   */
  readonly groupConcurrency?: Readonly<Record<PlanTier, number>>;
  /** Returns a temporary limit of one organisation, or undefined if only that of its plan applies. */
  reducedConcurrency?(organizationId: string): number | undefined;
  handle(run: JobRun<Data>): Promise<JobOutcome>;
  /**
   * Called when the last attempt lost its worker and the job will not run again. May be called more
   * than once.
   */
  onLost?(job: { readonly id: string; readonly data: Data }): Promise<void>;
  /** Required dependency; no job starts while it is unavailable. */
  readonly dependency?: JobDependency;
}

/**
 * `requeue` returns the job to the queue as if it had not been fetched, without counting an
 * attempt.
 */
export type JobOutcome = 'requeue' | undefined | void;

/** External dependency of jobs that can be temporarily unavailable. */
export interface JobDependency {
  isAvailable(): boolean;
  /**
   * Calls `listener` each time the dependency becomes available again. Returns a function that
   * unsubscribes.
   */
  onAvailable(listener: () => void): () => void;
}

/** A job that is enqueued on a schedule. `cron` has five fields, in UTC. */
export interface ScheduledJob {
  readonly kind: JobKind<object>;
  readonly cron: string;
}

/** Returns the same limit for every plan. */
export function inEveryPlan(limit: number): Readonly<Record<PlanTier, number>> {
  return { free: limit, basic: limit, advanced: limit, lifetime: limit, enterprise: limit };
}
