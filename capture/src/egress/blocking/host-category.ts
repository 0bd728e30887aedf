/** Categories of third-party hosts that a capture can block. */
export const hostCategories = ['ads', 'trackers', 'chats', 'socials'] as const;
/** One of the {@link hostCategories}. */
export type HostCategory = (typeof hostCategories)[number];

/** Number of hosts by category if none is blocked. */
export const noneBlocked: Readonly<Record<HostCategory, number>> = {
  ads: 0,
  trackers: 0,
  chats: 0,
  socials: 0,
};

/** Returns a host name and all its parents with at least two labels, the longest first. */
export function hostAndParents(host: string): readonly string[] {
  const labels = host.replace(/\.$/, '').toLowerCase().split('.');
  const count = Math.max(1, labels.length - 1);
  return Array.from({ length: count }, (_, at) => labels.slice(at).join('.'));
}
