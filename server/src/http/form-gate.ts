import { createGate, type Gate } from '../lib/gate.ts';

/** Runs what holds a form in memory when its turn has come; see {@link Gate.pass}. */
export type FormGate = <T>(
  callerId: string,
  work: () => Promise<T>,
  signal: AbortSignal,
) => Promise<T>;

/** Each form holds up to three pictures of ten megabytes. */
export const formsAtATime = { total: 8, perCaller: 2 } as const;

/** Lets so many forms in at a time: of all callers, and of one, so that a slow one keeps nobody else out. */
export function createFormGate(limits: {
  readonly total: number;
  readonly perCaller: number;
}): FormGate {
  const all = createGate(limits.total);
  const known = new Map<string, { readonly gate: Gate; forms: number }>();
  return async (callerId, work, signal) => {
    const own = known.get(callerId) ?? { gate: createGate(limits.perCaller), forms: 0 };
    known.set(callerId, own);
    own.forms += 1;
    try {
      return await own.gate.pass(() => all.pass(work, signal), signal);
    } finally {
      own.forms -= 1;
      if (own.forms === 0) known.delete(callerId);
    }
  };
}
