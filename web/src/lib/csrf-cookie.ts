import { csrf } from '@shotwright/contract';

/** The value of the companion cookie, if the browser holds one. Source: ruling RL-6. */
export function readCsrfToken(cookies: string = document.cookie): string | undefined {
  const jar = new Map(
    cookies.split('; ').map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)] as const;
    }),
  );
  const value = jar.get(csrf.secureCookie) ?? jar.get(csrf.cookie);
  return value === undefined ? undefined : decodeURIComponent(value);
}

/**
 * Expires every cookie a script can see: on this host and each of its parent domains, for each path that leads to the
 * current one. A browser ignores what concerns a public suffix. Source: ruling RL-32.
 */
export function clearCookies(doc: Document = document): void {
  const { hostname, pathname } = new URL(doc.URL);
  const domains = ['', ...parentDomains(hostname).map((domain) => `; Domain=${domain}`)];
  for (const pair of doc.cookie.split('; ')) {
    const name = pair.split('=')[0];
    if (!name) continue;
    // A name that starts with __Host- is only touched by a secure cookie without a domain.
    const secure = name.startsWith('__') ? '; Secure' : '';
    for (const domain of domains)
      for (const path of pathPrefixes(pathname))
        doc.cookie = `${name}=; Max-Age=0; Path=${path}${domain}${secure}`;
  }
}

/** The host itself and each domain above it that has a dot: `a.b.example.com`, `b.example.com`, `example.com`. */
function parentDomains(hostname: string): string[] {
  const labels = hostname.split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}

/** `/`, `/dashboard`, `/dashboard/`, `/dashboard/files`: cookies of a path with and without the last slash are two. */
function pathPrefixes(pathname: string): string[] {
  const parts = pathname.split('/').filter((part) => part !== '');
  const paths = parts.map((_, at) => `/${parts.slice(0, at + 1).join('/')}`);
  return ['/', ...paths.flatMap((path) => [path, `${path}/`])];
}
