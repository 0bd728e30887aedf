import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The page that the images of the documentation show, on a local port. */
export interface SampleSite extends AsyncDisposable {
  readonly url: string;
}

/** Serves the sample page at every path until it is disposed of; `/members` needs a user. */
export async function serveSampleSite(port = 0): Promise<SampleSite> {
  const page = readFileSync(join(import.meta.dirname, 'sample-page.html'), 'utf8');
  const cup = readFileSync(join(import.meta.dirname, 'cup.svg'));
  const font = readFileSync(
    createRequire(join(import.meta.dirname, '..', '..', 'web', 'package.json')).resolve(
      '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    ),
  );
  const inlineFont = `data:font/woff2;base64,${font.toString('base64')}`;
  const server = createServer((req, res) => {
    const { authorization = '' } = req.headers;
    const { pathname, search } = new URL(req.url ?? '/', 'http://localhost');
    if (pathname === '/cup.svg') res.setHeader('content-type', 'image/svg+xml').end(cup);
    else if (pathname === '/inter.woff2') res.setHeader('content-type', 'font/woff2').end(font);
    else if (pathname === '/members' && authorization === '')
      res
        .writeHead(401, {
          'content-type': 'text/html',
          'www-authenticate': 'Basic realm="Members"',
        })
        .end('<!doctype html><title>401</title><h1 style="font:48px sans-serif">401 Sign in</h1>');
    else {
      const isSeparate = search === '?show=font';
      const html = page
        .replace('%account%', authorization === '' ? '' : 'Ada')
        .replace('%font%', isSeparate ? '/inter.woff2' : inlineFont);
      res.setHeader('content-type', 'text/html; charset=utf-8').end(html);
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
