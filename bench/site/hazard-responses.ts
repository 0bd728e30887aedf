import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

import { hazardPages, page } from './hazard-pages.ts';
import { flatPng } from './images.ts';

type Responder = (response: ServerResponse, url: URL) => void;

const html = { 'content-type': 'text/html; charset=utf-8' };
/** Compressed form of 1 GiB of text; a few MiB on the wire. */
let packedText: Buffer | undefined;
let flood: Buffer | undefined;

const redirect = (response: ServerResponse, location: string): void => {
  response.writeHead(302, { location }).end();
};

/**
 * Responses other than a page: unusual statuses, redirects, files, bodies that hang, break or never
 * end.
 */
const responders: Readonly<Record<string, Responder>> = {
  hang: () => undefined,
  poll: (response) => {
    response.end('{}');
  },
  block: (response, url) => {
    const color = url.searchParams.get('color') ?? 'red';
    response.writeHead(200, { 'content-type': 'image/svg+xml' });
    response.end(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="500"><rect width="100%" height="100%" fill="${color}"/></svg>`,
    );
  },
  download: (response) => {
    const disposition = 'attachment; filename="x.bin"';
    response.writeHead(200, {
      'content-type': 'application/octet-stream',
      'content-disposition': disposition,
    });
    response.end(Buffer.alloc(100_000));
  },
  auth: (response) => {
    response.writeHead(401, { ...html, 'www-authenticate': 'Basic realm="x"' });
    response.end('<body style="margin:0;background:#aa5500">who are you?');
  },
  redirectloop: (response) => redirect(response, '/hazard/redirectloop'),
  tofile: (response) => redirect(response, 'file:///etc/passwd'),
  tochrome: (response) => redirect(response, 'chrome://gpucrash'),
  toprivate: (response) => redirect(response, 'http://192.168.1.1/'),
  tometadata: (response) => redirect(response, 'http://169.254.169.254/latest/meta-data/'),
  nocontent: (response) => {
    response.writeHead(204).end();
  },
  pdf: (response) => {
    response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4\n%%EOF');
  },
  broken: (response) => {
    response.destroy();
  },
  half: (response) => {
    response.writeHead(200, { ...html, 'content-length': 10_000 }).write('<h1>half');
    setTimeout(() => response.destroy(), 50);
  },
  endless: (response) => {
    response.writeHead(200, html);
    const write = (): void => {
      while (!response.destroyed && response.write(' '.repeat(65_536)));
    };
    response.on('drain', write);
    write();
  },
  drip: (response) => {
    response.writeHead(200, html).write(page('', ''));
    const timer = setInterval(() => response.write('<i></i>'), 500);
    response.on('close', () => clearInterval(timer));
  },
  packed: (response) => {
    packedText ??= gzipSync(Buffer.alloc(2 ** 30, 'text '), { level: 1 });
    response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(packedText);
  },
  'flood.png': (response) => {
    flood ??= flatPng({ widthPx: 30_000, heightPx: 30_000 });
    response.writeHead(200, { 'content-type': 'image/png' }).end(flood);
  },
};

/** Responds to `/hazard/…`; returns false for an unknown name. */
export function respondToHazard(response: ServerResponse, url: URL): boolean {
  const name = url.pathname.slice('/hazard/'.length);
  const write = Object.hasOwn(hazardPages, name) ? hazardPages[name] : undefined;
  const respond = Object.hasOwn(responders, name) ? responders[name] : undefined;
  if (write !== undefined) response.writeHead(200, html).end(write());
  else respond?.(response, url);
  return write !== undefined || respond !== undefined;
}
