import type { Agent, ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { request as sendRequest } from 'node:http';
import { hostOf, portOf } from '../policy/address-policy.ts';
import { toEgressFailure } from '../connect/egress-failure.ts';
import { endToEndHeaders, headerBytes } from './proxy-headers.ts';
import type { UsageMeter } from './usage-meter.ts';
import type { UpstreamProxy } from '../connect/upstream-proxy.ts';
import { explainStatus } from '../connect/upstream-proxy.ts';

/** Chromium's own limit for response headers. */
const maxHeaderSize = 256 * 1024;
const idleTimeoutMs = 120_000;

/** Dependencies of plain requests. */
export interface ForwardContext {
  readonly agent: Agent;
  readonly usage: UsageMeter;
  readonly upstream: UpstreamProxy | undefined;
}

/** A request in absolute form whose target is already admitted. */
export interface HttpExchange {
  readonly url: URL;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/**
 * Forwards a request for an `http:` URL and its response. On failure, records it and responds with
 * an empty 502.
 */
export function forwardRequest(exchange: HttpExchange, context: ForwardContext): void {
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
    // The server closed a pooled connection during the write. It read nothing, so a retry is safe.
    if (outgoing.reusedSocket && !res.headersSent && isRepeatable(req)) {
      res.removeAllListeners('close');
      forwardRequest(exchange, context);
      return;
    }
    usage.fail(authorityOf(url), toEgressFailure(error, hostOf(url)));
    if (res.headersSent) res.destroy();
    else answerBadGateway(res);
  });
  if (hasBody(req)) req.pipe(outgoing);
  else outgoing.end();
}

/** Responds with 502 and no reason: the reason is for the report, not for the page. */
export function answerBadGateway(res: ServerResponse): void {
  if (res.destroyed) return;
  res.writeHead(502, ['Content-Length', '0', 'Connection', 'close']);
  res.end();
}

/** Returns `host:port` of a URL, always with the port. */
export function authorityOf(url: URL): string {
  return `${url.hostname}:${portOf(url)}`;
}

function send({ url, req }: HttpExchange, { agent, upstream }: ForwardContext): ClientRequest {
  const headers = endToEndHeaders(req.rawHeaders, ['host']);
  headers.unshift('Host', url.host);
  const path = `${url.pathname}${url.search}`;
  if (upstream?.authorization !== undefined) {
    headers.push('Proxy-Authorization', upstream.authorization);
  }
  return sendRequest({
    agent,
    // The agent pools connections by this pair. Connections to a customer's proxy are also pooled
    // per target.
    host: hostOf(url),
    port: portOf(url),
    method: req.method ?? 'GET',
    path: upstream === undefined ? path : `http://${url.host}${path}`,
    headers,
    setHost: false,
    // Real servers send headers that only browsers accept.
    insecureHTTPParser: true,
    maxHeaderSize,
    timeout: idleTimeoutMs,
  }).on('timeout', function endIdle(this: ClientRequest) {
    this.destroy();
  });
}

function passAnswer(incoming: IncomingMessage, res: ServerResponse, usage: UsageMeter): void {
  usage.receive(headerBytes(incoming.rawHeaders));
  if (usage.isExhausted) return;
  res.sendDate = false;
  try {
    res.writeHead(incoming.statusCode ?? 502, endToEndHeaders(incoming.rawHeaders));
  } catch {
    // A header that Node rejects.
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
  // A truncated response must not look complete.
  incoming.on('error', () => res.destroy());
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isRepeatable(req: IncomingMessage): boolean {
  return (req.method === 'GET' || req.method === 'HEAD') && !hasBody(req);
}
