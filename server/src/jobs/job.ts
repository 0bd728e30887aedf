import type { PlanTier } from '@shotwright/contract';
import type { Db } from '../db/transaction.ts';

/** A kind of job: its queue's name and how it is retried. */
export interface JobKind<Data extends object> {
  readonly name: string;
  /** Tries after the first one, for work that threw or whose worker died. */
  readonly retryLimit: number;
  readonly retryDelaySeconds: number;
  readonly retryBackoff: boolean;
  /** An attempt running longer is taken for dead. */
  readonly expireInSeconds: number;
  /** A worker that does not renew its lease for this long is taken for dead; absent: expiry alone decides. */
  readonly heartbeatSeconds?: number;
  /** Never read; carries the type of the data. */
  readonly data?: Data;
}

/** Names a kind of job and keeps the type of its data. */
export function defineJob<Data extends object>(kind: Omit<JobKind<Data>, 'data'>): JobKind<Data> {
  return kind;
}

/** Per-job settings of {@link JobQueue.enqueue}. */
export interface EnqueueOptions {
  /** A UUID; the same id twice is one job. */
  readonly id?: string;
  /** Whose turn it counts as: fairness and concurrency are per organisation. */
  readonly group?: { readonly organizationId: string; readonly tier: PlanTier };
  readonly startAfterSeconds?: number;
  /** Higher runs first; default 0. */
  readonly priority?: number;
}

/** Writes jobs. With an open transaction as `db` the job exists exactly when the transaction commits. */
export interface JobQueue {
  enqueue<Data extends object>(
    db: Db,
    kind: JobKind<Data>,
    input: { readonly data: Data; readonly options?: EnqueueOptions },
  ): Promise<void>;
  /** Ends a job that has not started; a running one is not touched. */
  cancel(db: Db, kind: JobKind<object>, id: string): Promise<void>;
  /** Of the given job ids, those that will never run (again): failed, cancelled, completed or absent. */
  findEnded(
    db: Db,
    kinds: readonly JobKind<object>[],
    ids: readonly string[],
  ): Promise<readonly string[]>;
}

/** What a job's handler gets. `signal` is aborted when the lease is lost or the worker stops. */
export interface JobRun<Data> {
  readonly id: string;
  readonly data: Data;
  readonly retryCount: number;
  readonly signal: AbortSignal;
}

/** A kind with what works on it. Throwing means "try again by the kind's rules". */
export interface JobHandler<Data extends object = object> {
  readonly kind: JobKind<Data>;
  /** Jobs at a time in this process. */
  readonly concurrency: number;
  /** Jobs at a time of one organisation in this process, by plan; absent: no limit below `concurrency`. */
  readonly groupConcurrency?: Readonly<Record<PlanTier, number>>;
  handle(run: JobRun<Data>): Promise<JobEnd>;
  /** The last attempt lost its worker: the job does not run again. May be called more than once. */
  onLost?(job: { readonly id: string; readonly data: Data }): Promise<void>;
  /** Something the jobs cannot do without; while it is missing, none is started. */
  readonly dependency?: JobDependency;
}

/** `requeue`: the job goes back as if it had not been fetched, and no attempt is counted. */
export type JobEnd = 'requeue' | undefined | void;

/** Something outside that jobs need, and that can be missing for a time. */
export interface JobDependency {
  isAvailable(): boolean;
  /** Calls `listener` each time it is there again; the result ends that. */
  onAvailable(listener: () => void): () => void;
}

/** A job that starts itself. `cron` has five fields, UTC. */
export interface ScheduledJob {
  readonly kind: JobKind<object>;
  readonly cron: string;
}
