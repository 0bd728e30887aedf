import { csrf } from '@shotwright/contract/paths';

/**
 * Returns the value of the CSRF cookie, or undefined if the browser has none. Source: ruling RL-6.
 */
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
 * Expires every cookie visible to scripts: on this host and each parent domain, for each path
 * prefix of the current path. Browsers ignore attempts on a public suffix. Source: ruling RL-32.
 */
export function clearCookies(doc: Document = document): void {
  const { hostname, pathname } = new URL(doc.URL);
  const domains = ['', ...parentDomains(hostname).map((domain) => `; Domain=${domain}`)];
  for (const pair of doc.cookie.split('; ')) {
    const name = pair.split('=')[0];
    if (!name) continue;
    // A cookie with the __Host- prefix can only be changed by a secure cookie without a domain.
    const secure = name.startsWith('__') ? '; Secure' : '';
    for (const domain of domains)
      for (const path of pathPrefixes(pathname))
        doc.cookie = `${name}=; Max-Age=0; Path=${path}${domain}${secure}`;
  }
}

/**
 * Returns the host and each parent domain with a dot: `a.b.example.com`, `b.example.com`,
 * `example.com`.
 */
function parentDomains(hostname: string): string[] {
  const labels = hostname.split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}

/**
 * Returns `/`, `/dashboard`, `/dashboard/`, `/dashboard/files`; paths with and without the trailing
 * slash have separate cookies.
 */
function pathPrefixes(pathname: string): string[] {
  const parts = pathname.split('/').filter((part) => part !== '');
  const paths = parts.map((_, at) => `/${parts.slice(0, at + 1).join('/')}`);
  return ['/', ...paths.flatMap((path) => [path, `${path}/`])];
}
