import { createPace } from '../lib/pace.ts';

/**
 * Rate above which completions of one queue in this process share a statement. It delays no other
 * job, because a job whose handler has ended occupies no slot.
 */
const completionPace = { burst: 10, perSecond: 20 } as const;

/**
 * Creates batches of jobs that end at nearly the same time. Returns a function that adds a job to
 * the next batch, and resolves when the batch is complete. A job is complete as soon as without
 * batches while few jobs end, and at most 50 ms later while many do. `completeAll` must not reject.
 */
export function createBatches<Job>(
  completeAll: (jobs: readonly Job[]) => Promise<void>,
): (job: Job) => Promise<void> {
  const pace = createPace(completionPace);
  let next: { readonly jobs: Job[]; readonly done: Promise<void> } | undefined;
  const completeNext = async (jobs: readonly Job[]): Promise<void> => {
    await pace.due();
    next = undefined;
    await completeAll(jobs);
  };
  return (job) => {
    if (next) {
      next.jobs.push(job);
      return next.done;
    }
    const jobs = [job];
    // Jobs that end in the same turn of the event loop are in the same batch.
    const done = Promise.resolve().then(() => completeNext(jobs));
    next = { jobs, done };
    return done;
  };
}
