/**
 * Does not wait for `work`. Its error is not reported here: queries show their own, and the rest changes nothing for the
 * person. Accepts what the router's `navigate` returns.
 */
export function ignoreErrors(work: Promise<unknown> | void): void {
  Promise.resolve(work).catch(() => undefined);
}
