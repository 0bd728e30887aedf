/**
 * Runs `work` without waiting for it. Its error is not reported here: queries display their own,
 * and other errors do not affect the user. Accepts the return type of the router's `navigate`.
 */
export function ignoreErrors(work: Promise<unknown> | void): void {
  Promise.resolve(work).catch(() => undefined);
}
