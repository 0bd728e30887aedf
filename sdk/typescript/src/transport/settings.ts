/** Settings of a client. */
export interface ClientOptions {
  /** URL of the server, such as `https://shots.example.com`. */
  readonly url: string;
  /** API key of the dashboard's API Keys page. */
  readonly apiKey: string;
  /** Time that a call may take in all, retries included; unit: ms. Default: 150,000. */
  readonly timeoutMs?: number | undefined;
  /** Number of retries after a lost connection or a temporary error. Default: 3. */
  readonly maxRetries?: number | undefined;
  /** Function that sends requests, for example through a proxy. Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

/** Settings of one call. */
export interface CallOptions {
  /** Aborts the call; its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
  /** Replaces the client's `timeoutMs` for this call. */
  readonly timeoutMs?: number | undefined;
  /**
   * Calls with the same key make one capture within 24 hours. Default: a new key, which all retries
   * of the call share.
   */
  readonly idempotencyKey?: string | undefined;
}

/** One request of the API. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path below `/api/v1`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
  /** True for a POST whose repeats change nothing more. */
  readonly isRepeatable?: boolean | undefined;
}

/** Settings that all calls of a client share. */
export interface Settings {
  /** Without a trailing slash. */
  readonly url: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly fetch: typeof fetch;
}

const defaultTimeoutMs = 150_000;
const defaultRetries = 3;

/** Checks the settings of a client and adds the defaults. Throws a `TypeError`. */
export function settingsOf(options: ClientOptions): Settings {
  const { url, apiKey } = options;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new TypeError(`url: must be an http or https URL such as https://shots.example.com`);
  }
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError('apiKey: must be an API key of the dashboard, without spaces');
  }
  return {
    url: url.replace(/\/+$/, '').replace(/\/api\/v1$/, ''),
    apiKey,
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    maxRetries: options.maxRetries ?? defaultRetries,
    // A method of another object would lose `this`.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
  };
}
