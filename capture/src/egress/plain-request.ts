import type { Agent, ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { request as sendRequest } from 'node:http';
import { hostOf, portOf } from './address-policy.ts';
import { toEgressFailure } from './egress-failure.ts';
import { endToEndHeaders, headerBytes } from './proxy-headers.ts';
import type { RouteUsage } from './route-usage.ts';
import type { UpstreamProxy } from './upstream-proxy.ts';
import { explainStatus } from './upstream-proxy.ts';

/** Chromium's own bound for a response's headers. */
const maxHeaderSize = 256 * 1024;
const idleTimeoutMs = 120_000;

/** What a route gives its plain requests. */
export interface PlainRequestContext {
  readonly agent: Agent;
  readonly usage: RouteUsage;
  readonly upstream: UpstreamProxy | undefined;
}

/** A request in absolute form, its target already admitted. */
export interface PlainExchange {
  readonly url: URL;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** Forwards a request for an `http:` address and its answer. A failure is recorded and answered with an empty 502. */
export function forwardPlainRequest(exchange: PlainExchange, context: PlainRequestContext): void {
  const { url, req, res } = exchange;
  const { usage } = context;
  const outgoing = send(exchange, context);
  res.on('close', () => outgoing.destroy());
  outgoing.on('response', (incoming) => {
    if (context.upstream !== undefined && incoming.statusCode === 407) {
      incoming.destroy();
      usage.fail(authorityOf(url), explainStatus(407));
      answerBadGateway(res);
      return;
    }
    passAnswer(incoming, res, usage);
  });
  outgoing.on('error', (error) => {
    if (res.destroyed || usage.isExhausted) return;
    // The server closed a kept connection as we wrote to it: nothing was read, so asking again is safe.
    if (outgoing.reusedSocket && !res.headersSent && isRepeatable(req)) {
      res.removeAllListeners('close');
      forwardPlainRequest(exchange, context);
      return;
    }
    usage.fail(authorityOf(url), toEgressFailure(error, hostOf(url)));
    if (res.headersSent) res.destroy();
    else answerBadGateway(res);
  });
  if (hasBody(req)) req.pipe(outgoing);
  else outgoing.end();
}

/** Ends an exchange without saying why: the reason is for the report, not for the page. */
export function answerBadGateway(res: ServerResponse): void {
  if (res.destroyed) return;
  res.writeHead(502, ['Content-Length', '0', 'Connection', 'close']);
  res.end();
}

/** `host:port` of an address, the port always said. */
export function authorityOf(url: URL): string {
  return `${url.hostname}:${portOf(url)}`;
}

function send(
  { url, req }: PlainExchange,
  { agent, upstream }: PlainRequestContext,
): ClientRequest {
  const headers = endToEndHeaders(req.rawHeaders, ['host']);
  headers.unshift('Host', url.host);
  const path = `${url.pathname}${url.search}`;
  if (upstream?.authorization !== undefined) {
    headers.push('Proxy-Authorization', upstream.authorization);
  }
  return sendRequest({
    agent,
    // The agent keeps connections by this pair; with a proxy they lead there, but stay each target's own.
    host: hostOf(url),
    port: portOf(url),
    method: req.method ?? 'GET',
    path: upstream === undefined ? path : `http://${url.host}${path}`,
    headers,
    setHost: false,
    // Servers in the wild write headers that only browsers take.
    insecureHTTPParser: true,
    maxHeaderSize,
    timeout: idleTimeoutMs,
  }).on('timeout', function endIdle(this: ClientRequest) {
    this.destroy();
  });
}

function passAnswer(incoming: IncomingMessage, res: ServerResponse, usage: RouteUsage): void {
  usage.receive(headerBytes(incoming.rawHeaders));
  if (usage.isExhausted) return;
  res.sendDate = false;
  try {
    res.writeHead(incoming.statusCode ?? 502, endToEndHeaders(incoming.rawHeaders));
  } catch {
    // A header that Node will not write.
    incoming.destroy();
    answerBadGateway(res);
    return;
  }
  incoming.on('data', (chunk: Buffer) => {
    usage.receive(chunk.length);
    if (res.destroyed || res.write(chunk)) return;
    incoming.pause();
    res.once('drain', () => incoming.resume());
  });
  incoming.on('end', () => res.end());
  // An answer that breaks off must not look like a whole one.
  incoming.on('error', () => res.destroy());
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isRepeatable(req: IncomingMessage): boolean {
  return (req.method === 'GET' || req.method === 'HEAD') && !hasBody(req);
}
