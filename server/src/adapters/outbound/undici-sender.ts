import type { Dispatcher } from 'undici';
import {
  describeFailure,
  openLine,
  startDeadline,
  type Line,
  type OutboundNetwork,
} from './checked-line.ts';
import type { OutboundMessage, OutboundSender } from './outbound-sender.ts';

interface SenderOptions extends OutboundNetwork {
  /** Maximum time from DNS resolution to the status. Unit: ms. Default: 15 000. */
  readonly timeoutMs?: number;
}

const usualTimeoutMs = 15_000;
/**
 * Maximum time to read the body once the status is known. The body is only for display. Unit: ms.
 */
const bodyMs = 2_000;
const bodyBytes = 64 * 1_024;

/** Creates an {@link OutboundSender} over undici. */
export function createOutboundSender(options: SenderOptions): OutboundSender {
  const { timeoutMs = usualTimeoutMs } = options;
  const send =
    (method: 'POST' | 'PUT'): OutboundSender['post'] =>
    async (message, signal) => {
      const startedAt = performance.now();
      const elapsed = () => Math.round(performance.now() - startedAt);
      const deadline = startDeadline(timeoutMs, signal);
      const line = openLine(options, new URL(message.url));
      try {
        const response = await deadline.race(request(line, { method, ...message }));
        const durationMs = elapsed();
        const { bytes, isCut } = await readSome(response.body);
        return {
          kind: 'answered',
          durationMs,
          statusCode: response.statusCode,
          headers: plainHeaders(response.headers),
          body: bytes,
          isBodyCut: isCut,
        };
      } catch (error) {
        const failure = describeFailure(options, error, { url: message.url, timeoutMs });
        return { kind: 'failed', durationMs: elapsed(), ...failure };
      } finally {
        deadline.end();
        line.close();
      }
    };
  return { post: send('POST'), put: send('PUT') };
}

async function request(
  line: Line,
  { url, headers, body, method }: OutboundMessage & { readonly method: 'POST' | 'PUT' },
) {
  const { pathname, search } = new URL(url);
  const client = await line.client;
  return client.request({ method, path: pathname + search, headers, body });
}

/** Reads the first 64 KiB that arrive in time. A truncated body yields the part that arrived. */
async function readSome(
  stream: Dispatcher.ResponseData['body'],
): Promise<{ readonly bytes: Buffer; readonly isCut: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  let isCut = true;
  stream.on('error', () => undefined);
  const timer = setTimeout(() => stream.destroy(), bodyMs);
  try {
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk);
      chunks.push(bytes.subarray(0, bodyBytes - size));
      size += bytes.length;
      if (size > bodyBytes) break;
    }
    isCut = size > bodyBytes;
  } catch {
    // The status is already known; a truncated body changes nothing.
  } finally {
    clearTimeout(timer);
    stream.destroy();
  }
  return { bytes: Buffer.concat(chunks), isCut };
}

function plainHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}
