/** A link that captures and returns an image, without an API key in it. */
export interface LinkInput {
  /** URL of the server. */
  readonly server: string;
  /** Id and secret that sign links, from the dashboard's page of the API key. */
  readonly keyId: string;
  readonly secret: string;
  /** URL to capture and other options; a list becomes a repeated parameter. */
  readonly options: Readonly<
    Record<string, string | number | boolean | readonly string[] | undefined>
  > & { readonly url: string };
  /** End of the link, at most 366 days ahead. */
  readonly expires?: Date | undefined;
  /** File name in the link, such as `page.png`; its ending is the format. */
  readonly name?: string | undefined;
}

/**
 * Returns a signed link, without a request. Source: version 1 of the signature, which the server's
 * documentation describes.
 */
export async function signLink(input: LinkInput): Promise<string> {
  const { server, keyId, secret, options, expires, name } = input;
  const given = Object.entries({
    ...options,
    key_id: keyId,
    ...(expires && { expires: Math.floor(expires.getTime() / 1_000) }),
  });
  const query = given
    .flatMap(([key, value]) =>
      (Array.isArray(value) ? value : [value])
        .filter((one) => one !== undefined)
        .map((one) => [encode(key), encode(String(one))] as const),
    )
    .sort((one, other) => compare(one[0], other[0]) || compare(one[1], other[1]))
    .map((pair) => pair.join('='))
    .join('&');
  const canonical = `/api/v1/take${name === undefined ? '' : `/${encode(name)}`}?${query}`;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const bytes = new TextEncoder().encode(secret);
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(canonical));
  const text = btoa(String.fromCharCode(...new Uint8Array(signature)));
  const encoded = text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return `${server.replace(/\/+$/, '')}${canonical}&signature=${encoded}`;
}

// By bytes, as other languages sort: encoded text is ASCII.
function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

// RFC 3986 reserves these characters too, which encodeURIComponent leaves.
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
