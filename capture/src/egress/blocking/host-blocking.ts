import { hostAndParents, noneBlocked, type HostCategory } from './host-category.ts';
import { commonCategory, type HostLists } from './host-lists.ts';

/** Hosts that one capture blocks. */
export interface BlockedHosts {
  readonly categories: readonly HostCategory[];
  /** Hosts of the page itself, which are never blocked, nor are those of the same site and owner. */
  readonly pageHosts: readonly string[];
}

/** Decision about the hosts of one capture. */
export interface HostBlocking {
  /** True if any category is blocked. */
  readonly isActive: boolean;
  /** Returns the category for which a host is blocked; undefined if it is not. */
  categoryOf(host: string): HostCategory | undefined;
  /** Adds a host of the page itself: one that it was redirected to, for example. */
  addPageHost(host: string): void;
  /** Never blocks this host, and still its site. */
  allow(host: string): void;
}

const nothing: BlockedHosts = { categories: [], pageHosts: [] };

/** Creates the decision of one capture; by default it blocks nothing. */
export function createHostBlocking(
  lists: HostLists,
  { categories, pageHosts }: BlockedHosts = nothing,
): HostBlocking {
  const wanted = new Set(categories);
  const pages = new Set<string>();
  const owners = new Set<string>();
  const allowed = new Set<string>();
  const addPageHost = (host: string): void => {
    pages.add(host.replace(/^www\./, ''));
    const owner = lists.find(host)?.owner;
    if (owner !== undefined) owners.add(owner);
  };
  for (const host of pageHosts) addPageHost(host);
  return {
    isActive: wanted.size > 0,
    addPageHost,
    allow(host) {
      allowed.add(host);
    },
    categoryOf(host) {
      if (wanted.size === 0 || allowed.has(host)) return undefined;
      const listed = lists.find(host);
      if (listed === undefined) return undefined;
      const category = commonCategory(listed.categories, wanted);
      if (category === undefined) return undefined;
      if (listed.owner !== undefined && owners.has(listed.owner)) return undefined;
      const names = new Set(hostAndParents(host));
      const isOwn = [...pages].some(
        (page) => names.has(page) || hostAndParents(page).includes(listed.host),
      );
      return isOwn || [...pages].some((page) => lists.isAllowedOn(host, page))
        ? undefined
        : category;
    },
  };
}

/** Counts what a capture blocks. */
export interface BlockedMeter {
  /** Returns true if the host is blocked; the connection then counts. */
  isBlocked(host: string): boolean;
  report(): {
    readonly blockedByCategory: Readonly<Record<HostCategory, number>>;
    readonly blockedHosts: readonly string[];
  };
}

/** Number of blocked hosts that a report names. */
export const maxBlockedHosts = 20;

/** Creates a meter that starts at zero. */
export function createBlockedMeter({ categoryOf }: Pick<HostBlocking, 'categoryOf'>): BlockedMeter {
  const byCategory = { ...noneBlocked };
  const hosts = new Set<string>();
  return {
    isBlocked(host) {
      const category = categoryOf(host);
      if (category === undefined) return false;
      byCategory[category] += 1;
      if (hosts.size < maxBlockedHosts) hosts.add(host);
      return true;
    },
    report: () => ({ blockedByCategory: { ...byCategory }, blockedHosts: [...hosts] }),
  };
}
