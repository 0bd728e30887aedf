import type { Client } from 'undici';
import { describeFailure, openLine, startDeadline, type OutboundNetwork } from './checked-line.ts';

interface DownloadOptions extends OutboundNetwork {
  /** Address policy for each URL before its name is resolved; `reason` is a sentence. */
  checkUrl(url: string): { readonly isAllowed: boolean; readonly reason?: string };
  /** Maximum time for each URL, with its body. Unit: ms. */
  readonly timeoutMs: number;
}

/** Limits of one download. */
export interface DownloadLimits {
  /** Maximum size as sent, maybe compressed. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** A file of a web server; `url` is the one that it was read from after redirects. */
export interface DownloadedFile {
  readonly kind: 'downloaded';
  readonly url: string;
  /** As sent, maybe compressed. */
  readonly bytes: Buffer;
}

/** Reason why there is no file: a sentence for the customer who chose the URL. */
export interface DownloadFailure {
  readonly kind: 'failed';
  readonly message: string;
}

/**
 * Reads a file from a customer's URL. Up to three redirects are followed; each URL is checked against the address
 * policy and uses a new connection. Never throws for the server's errors.
 */
export type Download = (
  url: string,
  limits: DownloadLimits,
) => Promise<DownloadedFile | DownloadFailure>;

const maxRedirects = 3;

/** Creates a {@link Download} over undici. */
export function createDownload(options: DownloadOptions): Download {
  return async (url, limits) => {
    let target = url;
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const { isAllowed, reason = '' } = options.checkUrl(target);
      if (!isAllowed) return failed(`${target} is not allowed. ${reason}`);
      const answer = await readOnce(options, target, limits);
      if (answer.kind !== 'redirected') return answer;
      target = answer.url;
    }
    return failed(`${url} redirects more than ${maxRedirects} times.`);
  };
}

type Answer =
  | DownloadedFile
  | DownloadFailure
  | { readonly kind: 'redirected'; readonly url: string };

async function readOnce(
  options: DownloadOptions,
  url: string,
  { maxBytes, signal }: DownloadLimits,
): Promise<Answer> {
  const { timeoutMs } = options;
  const deadline = startDeadline(timeoutMs, signal);
  const line = openLine(options, new URL(url));
  try {
    return await deadline.race(line.client.then((client) => request(client, { url, maxBytes })));
  } catch (error) {
    return failed(describeFailure(options, error, { url, timeoutMs }).message);
  } finally {
    deadline.end();
    line.close();
  }
}

async function request(
  client: Client,
  { url, maxBytes }: { readonly url: string; readonly maxBytes: number },
): Promise<Answer> {
  const { pathname, search } = new URL(url);
  const { statusCode, headers, body } = await client.request({
    method: 'GET',
    path: pathname + search,
    headers: { 'user-agent': 'Shotwright-Sitemaps/1', 'accept-encoding': 'gzip' },
  });
  body.on('error', () => undefined);
  const { location } = headers;
  if (statusCode >= 300 && statusCode < 400 && typeof location === 'string') {
    if (!URL.canParse(location, url)) return failed(`${url} redirects to an invalid URL.`);
    return { kind: 'redirected', url: new URL(location, url).href };
  }
  if (statusCode !== 200) return failed(`${url} responded with status ${statusCode}.`);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBytes) {
      return failed(`${url} is larger than ${Math.floor(maxBytes / 1_048_576)} MiB.`);
    }
    chunks.push(bytes);
  }
  return { kind: 'downloaded', url, bytes: Buffer.concat(chunks) };
}

function failed(message: string): DownloadFailure {
  return { kind: 'failed', message };
}
