/** Returns true if something with an optional end has reached it. */
export function isExpired<T extends { readonly expiresAt: Date | null }>(
  subject: T,
  now: Date,
): subject is T & { readonly expiresAt: Date } {
  return subject.expiresAt !== null && subject.expiresAt <= now;
}
