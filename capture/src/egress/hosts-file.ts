import type { LookupAddress } from 'node:dns';
import { readFile, stat } from 'node:fs/promises';
import { parseIpAddress } from './policy/ip-address.ts';

/** Looks up names in a hosts file. Returns an empty list if the file does not contain the name. */
export type HostsFile = (name: string) => Promise<readonly LookupAddress[]>;

/** Opens a hosts file, which is read again after each change. A missing file counts as empty. */
export function openHostsFile(path: string): HostsFile {
  let names = new Map<string, LookupAddress[]>();
  let version: string | undefined;
  return async (name) => {
    const { mtimeMs, size } = await stat(path).catch(() => ({ mtimeMs: 0, size: 0 }));
    if (version !== `${mtimeMs} ${size}`) {
      names = parseHosts(size === 0 ? '' : await readFile(path, 'utf8').catch(() => ''));
      version = `${mtimeMs} ${size}`;
    }
    return names.get(name.toLowerCase()) ?? [];
  };
}

function parseHosts(text: string): Map<string, LookupAddress[]> {
  const found = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = parseIpAddress(address)?.family;
    if (family === undefined) continue;
    for (const name of names) {
      const key = name.toLowerCase();
      found.set(key, [...(found.get(key) ?? []), { address, family }]);
    }
  }
  return found;
}
