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

/** Expires every cookie a script can see, on this host and on its parent domain. Source: specification §4. */
export function clearCookies(doc: Document = document, host: string = location.hostname): void {
  const parent = host.split('.').slice(-2).join('.');
  const domains = ['', `; Domain=${host}`, `; Domain=${parent}`, `; Domain=.${parent}`];
  for (const pair of doc.cookie.split('; ')) {
    const name = pair.split('=')[0];
    if (!name) continue;
    // A name that starts with __Host- is only touched by a secure cookie without a domain.
    const secure = name.startsWith('__') ? '; Secure' : '';
    for (const domain of domains) doc.cookie = `${name}=; Max-Age=0; Path=/${domain}${secure}`;
  }
}
