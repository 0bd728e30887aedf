import { apiBase } from './client.ts';

/**
 * Placeholder for the key in a command that is copied without one; the `.env` file of a new key
 * defines it.
 */
export const keyVariable = 'SHOTWRIGHT_API_KEY';

/**
 * Returns a curl command for the public API, ready to paste into a POSIX shell. Without `key` it is
 * read from {@link keyVariable}.
 */
export function curlCommand(request: {
  path: '/screenshots' | '/html-to-image';
  body: Readonly<Record<string, unknown>>;
  key?: string;
  /** File the image is written to. */
  output?: string;
  origin?: string;
}): string {
  const { path, body, ...rest } = request;
  return curlCall({
    ...rest,
    method: 'POST',
    path: `${apiBase}${path}`,
    body: JSON.stringify(body),
  });
}

/** Returns a curl command for any call, as {@link curlCommand} does; `path` begins at the origin. */
export function curlCall(request: {
  method: string;
  path: string;
  /** JSON. */
  body?: string | undefined;
  key?: string;
  output?: string;
  origin?: string;
}): string {
  const { origin = location.origin, method, path, body, key, output } = request;
  const header = key === undefined ? `"x-api-key: $${keyVariable}"` : quote(`x-api-key: ${key}`);
  return [
    `curl -X ${method} ${quote(`${origin}${path}`)}`,
    `  -H ${header}`,
    ...(body === undefined ? [] : [`  -H 'content-type: application/json'`, `  -d ${quote(body)}`]),
    ...(output === undefined ? [] : [`  -o ${quote(output)}`]),
  ].join(' \\\n');
}

/**
 * Converts capture options to an API request: trimmed texts, without options that only the
 * dashboard uses, and without the saved setting, which would add options that the capture did not have.
 */
export function captureRequest(options: Readonly<Record<string, unknown>>): {
  path: '/screenshots' | '/html-to-image';
  body: Record<string, unknown>;
} {
  const isHtml =
    options['mode'] === 'html' || (!isGiven(options['url']) && isGiven(options['html']));
  const foreign = ['mode', 'setting_id', ...(isHtml ? ['url', 'proxy_url'] : ['html'])];
  if (isGiven(options['emulate_device'])) foreign.push('width', 'height');
  const body = Object.fromEntries(
    Object.entries(options).filter(([name, value]) => isGiven(value) && !foreign.includes(name)),
  );
  return { path: isHtml ? '/html-to-image' : '/screenshots', body };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
