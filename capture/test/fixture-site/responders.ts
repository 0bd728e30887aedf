import type { IncomingMessage, ServerResponse } from 'node:http';
import { reportIdentity } from './identity-pages.ts';
import { receiveReport, reportVisitor } from './visitor-pages.ts';
import { respondWithJitter, restlessWorker, sendEvents } from './restless-pages.ts';

type Responder = (req: IncomingMessage, res: ServerResponse, url: URL) => void;

const html = { 'content-type': 'text/html; charset=utf-8' };

/** Time of the first poll of a job that takes 3.5 s. */
let jobStartedMs: number | undefined;

/** Responses other than a page: unusual statuses, redirects, slow and broken bodies. */
export const responders: Readonly<Record<string, Responder>> = {
  '/hang': () => undefined,
  '/visitor-seen': (_req, res, url) => receiveReport(res, url.searchParams.get('from') ?? ''),
  '/slow.json': (_req, res) => {
    setTimeout(() => {
      res.writeHead(200, { 'content-type': 'application/json' }).end('{"rows":600}');
    }, 400);
  },
  '/late-font.css': (_req, res) => {
    res.setHeader('content-type', 'text/css');
    res.end(`@font-face{font-family:Late;src:url(/late-font.woff2);font-display:block}
      body{margin:0;background:#aa0000}
      p{margin:0;font:200px/200px Late,sans-serif;color:#00aa44;-webkit-text-stroke:60px #00aa44}`);
  },
  '/late-font.woff2': (_req, res) => void setTimeout(() => res.writeHead(404).end(), 400),
  '/late-script.js': (_req, res) => {
    res.setHeader('content-type', 'text/javascript');
    const script = "fetch('/slow.json').then(() => (document.body.style.background = '#00aa44'))";
    setTimeout(() => res.end(script), 300);
  },
  '/trickle.svg': (_req, res) => {
    res.writeHead(200, { 'content-type': 'image/svg+xml' });
    const chunks = [
      '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600">',
      ...Array.from({ length: 6 }, () => '<g></g>'),
      '<rect width="600" height="600" fill="#00aa44"/></svg>',
    ];
    const timer = setInterval(() => {
      const part = chunks.shift();
      if (part !== undefined) res.write(part);
      else {
        clearInterval(timer);
        res.end();
      }
    }, 300);
  },
  '/stuck.svg': (_req, res) => {
    res.writeHead(200, { 'content-type': 'image/svg+xml' });
    res.write('<svg xmlns="http://www.w3.org/2000/svg">');
  },
  '/poll.json': (_req, res) => {
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  },
  '/events': (_req, res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n');
    // Early, so that three times the wait for the next one, as on an overloaded machine, ends before the second.
    setTimeout(() => res.write('data: first\n\n'), 400);
    setTimeout(() => res.write('data: second\n\n'), 4_500);
  },
  '/job': (_req, res) => {
    jobStartedMs ??= performance.now();
    const isDone = performance.now() - jobStartedMs > 3_500;
    if (isDone) jobStartedMs = undefined;
    res.writeHead(200, { 'content-type': 'text/plain' }).end(isDone ? 'done' : 'not yet');
  },
  '/nocontent': (_req, res) => void res.writeHead(204).end(),
  '/download': (_req, res) => {
    const headers = { 'content-disposition': 'attachment; filename="x.bin"' };
    res.writeHead(200, { 'content-type': 'application/octet-stream', ...headers });
    res.end(Buffer.alloc(1000));
  },
  '/file.pdf': (_req, res) => {
    res.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4\n%%EOF');
  },
  '/auth': (_req, res) => {
    res.writeHead(401, { ...html, 'www-authenticate': 'Basic realm="x"' });
    res.end('<body style="margin:0;background:#aa5500">who are you?');
  },
  '/loop': (_req, res) => void res.writeHead(302, { location: '/loop' }).end(),
  '/broken': (_req, res) => void res.destroy(),
  '/half': (_req, res) => {
    res.writeHead(200, { ...html, 'content-length': 10_000 });
    res.write('<h1>half');
    setTimeout(() => res.destroy(), 50);
  },
  '/to': (_req, res, url) => {
    res.writeHead(302, { location: url.searchParams.get('url') ?? '/' }).end();
  },
  '/endless': (_req, res) => {
    res.writeHead(200, html);
    const write = (): void => {
      while (!res.destroyed && res.write(' '.repeat(65_536)));
    };
    res.on('drain', write);
    write();
  },
  '/strict-csp': (_req, res) => {
    const policy = "default-src 'none'; style-src 'nonce-abc'";
    res.writeHead(200, { ...html, 'content-security-policy': policy });
    const page = '#a{height:300px;background:#ff0000!important}';
    res.end(`<style nonce="abc">body{margin:0}${page}</style><body><div id="a">`);
  },
  '/no-styles': (_req, res) => {
    res.writeHead(200, { ...html, 'content-security-policy': "style-src 'none'" });
    res.end(
      '<style>body{background:#ff0000}</style><body><div>&nbsp;<br>&nbsp;</div><p>&nbsp;</p>',
    );
  },
  '/caret': (_req, res) => {
    res.writeHead(200, { ...html, 'content-security-policy': "style-src 'none'" });
    res.end(`<body><input><script>
      document.body.style.margin = 0;
      const input = document.querySelector('input');
      Object.assign(input.style, { border: 0, outline: 0, padding: '20px', font: '80px serif', caretColor: '#ff0000' });
      input.focus()</script>`);
  },
  '/green.css': (_req, res) => {
    res.writeHead(200, { 'content-type': 'text/css' }).end('div{background:#00aa44}');
  },
  // A worker that stays open is waited for, so these close themselves; a service worker cannot.
  '/worker.js': (_req, res) => {
    res.writeHead(200, { 'content-type': 'text/javascript' });
    res.end("fetch('/from-worker?ua=' + encodeURIComponent(navigator.userAgent)).finally(close)");
  },
  '/jitter': (_req, res, url) =>
    respondWithJitter(res, { type: 'text/plain', body: `answer${url.search}` }),
  '/restless-events': sendEvents,
  '/restless-worker.js': (_req, res) =>
    respondWithJitter(res, { type: 'text/javascript', body: restlessWorker }),
  '/unread-worker.js': (_req, res) => {
    res.setHeader('content-type', 'text/javascript');
    res.end(
      `addEventListener('install', (event) => event.waitUntil(fetch('/broken-503' + location.search)));`,
    );
  },
  '/broken-503': (_req, res) => {
    res.writeHead(503, html).end('<h1>broken</h1>');
  },
  '/kinds.css': (_req, res) => {
    res.setHeader('content-type', 'text/css');
    res.end('@font-face{font-family:K;src:url(/late-font.woff2?kind=font)} p,body{font-family:K}');
  },
  '/kinds.js': (_req, res) => {
    res.setHeader('content-type', 'text/javascript');
    res.end('document.body.append("text")');
  },
  '/visitor.js': (_req, res, url) => {
    res.setHeader('content-type', 'text/javascript');
    res.end(`${reportVisitor(url.searchParams.get('from') ?? '')}.finally(() => self.close?.());`);
  },
  // Accepts `ada` with the password `secret`, and redirects to nothing else.
  '/private': (req, res) => {
    const credentials = Buffer.from('ada:secret').toString('base64');
    if (req.headers.authorization === `Basic ${credentials}`) {
      res.writeHead(200, html).end('<body style="margin:0;background:#00aa44">');
      return;
    }
    res.writeHead(401, { 'www-authenticate': 'Basic realm="private"', ...html });
    res.end('<body style="margin:0;background:#ff0000">');
  },
  '/strict-policy': (_req, res) => {
    const policy = "default-src 'self'; script-src 'none'";
    res.writeHead(200, { 'content-security-policy': policy, ...html });
    res.end(`<body style="margin:0"><script>document.body.bgColor = '#00aa44'</script>`);
  },
  '/identity.js': (_req, res, url) => {
    res.writeHead(200, { 'content-type': 'text/javascript' });
    res.end(`${reportIdentity(url.searchParams.get('from') ?? '')}.finally(() => self.close?.());`);
  },
  '/sw.js': (_req, res) => {
    res.writeHead(200, { 'content-type': 'text/javascript' });
    res.end(`addEventListener('install', () => skipWaiting());
      addEventListener('activate', (event) => event.waitUntil(clients.claim()));
      addEventListener('fetch', (event) => {
        if (new URL(event.request.url).pathname === '/spy') event.respondWith(new Response('stolen'));
      });`);
  },
};
