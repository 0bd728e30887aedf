import type { IncomingMessage, ServerResponse } from 'node:http';

type Page = readonly [status: number, html: string, headers?: Readonly<Record<string, string>>];
const form = '<h1>Sign in</h1><input name="user"><input type="password">';
const prose = (about: string) =>
  `<title>${about}</title><h1>${about}</h1><p>${`${about}. `.repeat(80)}</p>`;
const cover = 'position:fixed;inset:0;width:100%;height:100%';
/** Pages of the site by path: status, HTML and headers. */
export const verdictPages: Readonly<Record<string, Page>> = {
  '/good': [200, '<title>Good</title><h1>Hello</h1><p>A page with some text on it.</p>'],
  '/blank': [200, '<title>Nothing</title><body></body>'],
  '/gone': [404, '<title>404</title><h1>Not found</h1>'],
  '/soft-gone': [200, '<title>Page not found</title><h1>Page not found</h1>'],
  '/broken': [500, ''],
  '/blank-broken': [503, '<body></body>'],
  '/challenge': [
    403,
    '<title>Just a moment...</title><p>Checking',
    { 'cf-mitigated': 'challenge' },
  ],
  '/doubtful': [403, '<title>Access denied</title><h1>Access denied</h1>'],
  '/account': [302, '', { location: '/login?next=/account' }],
  '/login?next=/account': [200, form],
  '/login': [200, form],
  '/tall': [200, '<div style="height:30000px;background:linear-gradient(red,blue)">Tall</div>'],
  '/skeleton': [
    200,
    '<p>Menu</p><div class="skeleton" style="height:600px;background:#eee"></div>',
  ],
  '/consent': [200, `${prose('News')}<dialog open style="${cover}">Cookies? <button>Yes</button>`],
  '/about-challenges': [200, prose('Just a moment, attention required and verify you are human')],
  '/one-line': [200, '<body style="background:#fff">.'],
  '/dark': [200, '<body style="background:#000;color:#111">Night'],
  '/canvas': [200, '<body style="margin:0"><canvas width="800" height="600"></canvas>'],
  '/art': [200, '<title>404 art</title><h1>404</h1><p>An exhibition about errors. </p>'.repeat(30)],
};

/** Site with a page for each verdict, and good pages that resemble one. */
export function verdictSite(req: IncomingMessage, res: ServerResponse): void {
  const [status, html, headers] = verdictPages[req.url ?? ''] ?? [404, ''];
  res.writeHead(status, { 'content-type': 'text/html', ...headers }).end(html);
}
