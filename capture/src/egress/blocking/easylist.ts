import type { HostCategory } from './host-category.ts';

/** Rules about whole hosts, in a form that can be sent to another process. */
export interface HostRules {
  /** Hosts, each with its subdomains, by category. */
  readonly blocked: Readonly<Partial<Record<HostCategory, readonly string[]>>>;
  /** Hosts that are never blocked. */
  readonly allowed: readonly string[];
  /** Hosts that are not blocked on the pages of some sites. */
  readonly allowedOn: readonly { readonly host: string; readonly sites: readonly string[] }[];
}

/** `||host^` with options, where an exception may go on with a path. */
const hostRule = /^(?<exception>@@)?\|\|(?<host>[a-z0-9.-]+)(?<rest>[^$]*)(?:\$(?<options>.*))?$/;
const wholeHost = /^\^\|?$/;
const thirdParty = /^(?:third-party|3p)$/;

/**
 * Parses the rules of a list in EasyList syntax that concern whole hosts: `||host^`, also with
 * `$third-party`, and exceptions from them. All other rules need more than the host of a request and
 * are left out, such as those for paths, kinds of resources and elements.
 */
export function parseEasyList(text: string, category: HostCategory): HostRules {
  const blocked: string[] = [];
  const allowed: string[] = [];
  const allowedOn: HostRules['allowedOn'][number][] = [];
  for (const line of text.split('\n')) {
    const { exception, host, rest = '', options } = hostRule.exec(line.trim())?.groups ?? {};
    if (host === undefined) continue;
    const names = options?.split(',') ?? [];
    const isWhole = wholeHost.test(rest);
    if (exception === undefined) {
      if (isWhole && names.every((name) => thirdParty.test(name))) blocked.push(host);
      continue;
    }
    const sites = sitesOf(names);
    if (sites.length > 0) allowedOn.push({ host, sites });
    else if (isWhole && !names.some((name) => name.startsWith('domain='))) allowed.push(host);
  }
  return { blocked: { [category]: blocked }, allowed, allowedOn };
}

/** Returns the sites that the option `domain=` names, without excluded ones. */
function sitesOf(options: readonly string[]): string[] {
  const domains = options.find((option) => option.startsWith('domain=')) ?? '';
  const sites = domains.replace('domain=', '').split('|');
  return sites.filter((site) => site !== '' && !site.startsWith('~'));
}

/** Returns the rules of several lists together. */
export function mergeRules(lists: readonly HostRules[]): HostRules {
  const blocked: Partial<Record<HostCategory, string[]>> = {};
  for (const list of lists) {
    for (const [category, hosts] of entriesOf(list.blocked)) {
      blocked[category] = [...(blocked[category] ?? []), ...hosts];
    }
  }
  return {
    blocked,
    allowed: lists.flatMap(({ allowed }) => allowed),
    allowedOn: lists.flatMap(({ allowedOn }) => allowedOn),
  };
}

/** Returns the hosts of rules, by category. */
export function entriesOf(blocked: HostRules['blocked']): [HostCategory, readonly string[]][] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the type
  return Object.entries(blocked) as [HostCategory, readonly string[]][];
}
