import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser/browser.ts';
import { canMove, stillImage } from './still-image.ts';

/** A response that the browser has paused. */
export type PausedResponse = Protocol.Fetch.RequestPausedEvent;

const streamTypes = /^text\/event-stream\b/;
/** Maximum time for the body of a response. Unit: ms. */
const bodyMs = 8_000;

/** Body to pass on instead of the server's own. */
export interface ResponseBody {
  readonly bytes: Buffer;
  /** True if it is the first frame of a moving image. */
  readonly isStill: boolean;
}

/** Returns true for responses that only scripts read. */
export function isData(type: Protocol.Network.ResourceType): boolean {
  return type === 'Fetch' || type === 'XHR';
}

/** Passes a response on to the page, with another body if one is given. */
export async function passOn(
  session: CdpSession,
  paused: PausedResponse,
  body: ResponseBody | undefined,
): Promise<void> {
  const { requestId, responseErrorReason: errorReason, responseHeaders = [] } = paused;
  if (body !== undefined) {
    await session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: paused.responseStatusCode ?? 200,
      responseHeaders: responseHeaders.filter(
        ({ name }) => !/^content-(?:length|encoding)$/i.test(name),
      ),
      body: body.bytes.toString('base64'),
    });
  } else if (errorReason !== undefined) {
    await session.send('Fetch.failRequest', { requestId, errorReason });
  } else await session.send('Fetch.continueResponse', { requestId });
}

/**
 * Returns the body to pass on: of a moving image its first frame; of documents and data the whole, so that
 * their scripts meet it at one time, whatever the pace of the server. Returns undefined for everything else,
 * and for streams.
 */
export async function bodyOf(
  session: CdpSession,
  paused: PausedResponse,
): Promise<ResponseBody | undefined> {
  const { resourceType, responseStatusCode, responseHeaders = [] } = paused;
  const type =
    responseHeaders.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  if (!hasBody(responseStatusCode ?? 0) || streamTypes.test(type)) return undefined;
  if (resourceType === 'Document' || isData(resourceType)) {
    const bytes = await readBody(session, paused);
    return bytes && { bytes, isStill: false };
  }
  if (resourceType !== 'Image' || !canMove(type)) return undefined;
  const bytes = await readBody(session, paused);
  const still = bytes && stillImage(bytes);
  return still && { bytes: still, isStill: true };
}

function hasBody(status: number): boolean {
  const isRedirect = status >= 300 && status < 400;
  return status >= 200 && !isRedirect && status !== 204 && status !== 205;
}

async function readBody(
  session: CdpSession,
  { requestId }: PausedResponse,
): Promise<Buffer | undefined> {
  try {
    const options = { timeoutMs: bodyMs };
    const read = await session.send('Fetch.getResponseBody', { requestId }, options);
    return Buffer.from(read.body, read.base64Encoded ? 'base64' : 'utf8');
  } catch {
    // The request was cancelled meanwhile, or its body does not end.
    return undefined;
  }
}
