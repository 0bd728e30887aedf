import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RawMount } from '../../http/server/app.ts';
import type { Clock } from '../../lib/clock.ts';
import { localPagePolicy } from '../local-page.ts';
import { requestPage, type ReceivedRequest } from './webhook-inbox-pages.ts';

/** Path of the local endpoint that receives and shows webhooks, for trying them out. */
export const webhookInboxPath = '/dev/webhooks';

const maxRequests = 50;
const maxBodyBytes = 256 * 1_024;
/** Received text is untrusted: it is shown, never executed. */
const policy = `${localPagePolicy}; frame-ancestors 'none'`;

/**
 * Creates a webhook endpoint on this machine. It stores the newest 50 posts to `/dev/webhooks/in`
 * and responds with 200 or the status in `?status=`. The page shows them, `/messages` returns them
 * as JSON. Every client that can reach it can read them.
 */
export function createWebhookInboxMount({
  clock,
  publicUrl,
}: {
  readonly clock: Clock;
  readonly publicUrl: string;
}): RawMount {
  const received: ReceivedRequest[] = [];
  const inboxUrl = `${publicUrl}${webhookInboxPath}/in`;
  const respond = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const url = new URL(req.url ?? '/', 'http://catcher');
    const isInbox = url.pathname.startsWith(`${webhookInboxPath}/in`);
    if (isInbox && req.method === 'POST') {
      const { headers } = req;
      const body = await readBody(req);
      received.unshift({ at: clock.now().toISOString(), headers: plain(headers), body });
      received.splice(maxRequests);
      send(res, { status: requestedStatus(url), contentType: json, body: '{"caught":true}' });
      return;
    }
    if (req.method !== 'GET' && req.method !== 'HEAD') send(res, notHere);
    else if (url.pathname === `${webhookInboxPath}/messages`)
      send(res, { status: 200, contentType: json, body: JSON.stringify({ messages: received }) });
    else if (/^\/dev\/webhooks\/?$/.test(url.pathname))
      send(res, { status: 200, contentType: html, body: requestPage(received, inboxUrl) });
    else send(res, notHere);
  };
  return {
    prefix: webhookInboxPath,
    handle: (req, res) => {
      respond(req, res).catch(() => res.destroy());
    },
  };
}

const html = 'text/html; charset=utf-8';
const json = 'application/json; charset=utf-8';
const notHere = {
  status: 404,
  contentType: 'text/plain; charset=utf-8',
  body: `Send webhooks to ${webhookInboxPath}/in by POST; ${webhookInboxPath} shows them.\n`,
};

function requestedStatus(url: URL): number {
  const text = url.searchParams.get('status') ?? '';
  return /^[2-5]\d\d$/.test(text) ? Number(text) : 200;
}

async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBodyBytes) throw new Error('the body exceeds the size limit');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function plain(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

interface PageResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

function send(res: ServerResponse, { status, contentType, body }: PageResponse): void {
  res.writeHead(status, {
    'content-type': contentType,
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  res.end(body);
}
