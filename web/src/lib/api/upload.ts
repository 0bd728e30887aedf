import { csrf } from '@shotwright/contract/paths';
import { apiBase, toApiError } from './client.ts';
import { ApiError } from './error.ts';
import { readCsrfToken } from './csrf-cookie.ts';

/**
 * Maximum time an upload may stall, and maximum wait for the response once everything is sent.
 * Units: ms.
 */
export const uploadStallMs = 60_000;

/** Observer of an upload. */
interface UploadWatch {
  /** Called with the fraction that has been sent, 0 to 1. */
  readonly onProgress: (part: number) => void;
  /** Aborts the upload. */
  readonly signal: AbortSignal;
}

/**
 * Posts a form to a path of the API and returns the JSON response. For files: it reports progress
 * and has no timeout except for stalls. Rejects with {@link ApiError}, or with the signal's reason
 * if it is aborted.
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
    return reject(toApiError({ path, statusCode: request.status, data, retryAfter }));
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
