import { csrf } from '@shotwright/contract';
import { apiBase, refusal } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { readCsrfToken } from './csrf-cookie.ts';

/** How long an upload may stand still, and how long its answer may take once all has arrived. Units: ms. */
export const uploadStallMs = 60_000;

/** Who follows an upload. */
interface UploadWatch {
  /** The part that has left the browser, 0 to 1. */
  readonly onProgress: (part: number) => void;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/**
 * Posts a form to an address below the API and answers its JSON. For files: it says how far it is and has no deadline but
 * that it must not stand still. Rejects with {@link ApiError}, or with the signal's reason once that is aborted.
 */
export async function upload(path: string, form: FormData, watch: UploadWatch): Promise<unknown> {
  const request = new XMLHttpRequest();
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const fail = (transportMessage: string) =>
    reject(new ApiError({ statusCode: 0, transportMessage }));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      fail('The upload stood still for a minute. Try again.');
      request.abort();
    }, uploadStallMs);
  };
  const abort = () => {
    reject(watch.signal.reason);
    request.abort();
  };
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    restart();
    watch.onProgress(total === 0 ? 1 : loaded / total);
  });
  request.addEventListener('load', () => {
    const data = readJson(request.responseText);
    if (request.status >= 200 && request.status < 300) return resolve(data);
    const retryAfter = request.getResponseHeader('retry-after');
    return reject(refusal({ path, statusCode: request.status, data, retryAfter }));
  });
  request.addEventListener('error', () => fail('The upload broke off. Try again.'));
  watch.signal.addEventListener('abort', abort, { once: true });
  try {
    watch.signal.throwIfAborted();
    send(request, path, form);
    restart();
    return await promise;
  } finally {
    clearTimeout(timer);
    watch.signal.removeEventListener('abort', abort);
  }
}

function send(request: XMLHttpRequest, path: string, form: FormData): void {
  request.open('POST', `${apiBase}${path}`);
  request.withCredentials = true;
  request.setRequestHeader('accept', 'application/json');
  const token = readCsrfToken();
  if (token !== undefined) request.setRequestHeader(csrf.header, token);
  request.send(form);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
