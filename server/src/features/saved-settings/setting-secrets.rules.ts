import { secretMask } from '@shotwright/contract';
import { invalidField } from '../../shared/app-error.ts';

/** Options that may contain secrets, as text: header values, user name and password of a proxy. */
export interface SettingSecrets {
  readonly proxy_url?: string;
  readonly custom_header?: string;
}

type Options = Readonly<Record<string, string>>;

const openProxy = /^(?:http:\/\/)?(?:\[[0-9a-f:.]+\]|[^\s/?#@:[\]]+):\d{1,5}\/?$/i;
const proxyWithUser = /^(http:\/\/)([^\s/?#@:]*)(?::([^\s/?#@]*))?@([^\s/?#@]+\/?)$/i;

/** Returns the options of a setting that are stored encrypted, or null if it has none. */
export function secretsOf({ proxy_url, custom_header }: Options): SettingSecrets | null {
  if (proxy_url === undefined && custom_header === undefined) return null;
  return {
    ...(proxy_url !== undefined && { proxy_url }),
    ...(custom_header !== undefined && { custom_header }),
  };
}

/**
 * Returns the options with secrets masked, to be shown and stored in plain text. Masked options
 * stay unchanged.
 */
export function maskOptions(options: Options): Record<string, string> {
  const { proxy_url, custom_header } = options;
  return {
    ...options,
    ...(proxy_url !== undefined && { proxy_url: maskProxy(proxy_url) }),
    ...(custom_header !== undefined && { custom_header: maskHeaderText(custom_header) }),
  };
}

/**
 * Returns the given options with stored values in place of their masks. A proxy is filled in only
 * if everything except its secret is unchanged, so that a stored password is never sent to another
 * host. Throws `validation_failed` below `path` for a mask without a stored value.
 */
export function fillMasks(
  given: SettingSecrets,
  { stored, path }: { readonly stored: SettingSecrets; readonly path: string },
): SettingSecrets {
  const { proxy_url, custom_header } = given;
  return {
    ...(proxy_url !== undefined && {
      proxy_url: fillProxy(proxy_url, stored.proxy_url, `${path}proxy_url`),
    }),
    ...(custom_header !== undefined && {
      custom_header: fillHeaders(custom_header, stored.custom_header, `${path}custom_header`),
    }),
  };
}

function maskProxy(text: string): string {
  if (text.trim() === '' || openProxy.test(text)) return text;
  const [, scheme, user, password, host] = proxyWithUser.exec(text) ?? [];
  // Not parseable, so any part of it may be the secret.
  if (host === undefined) return secretMask;
  const shown = password ? `${user}:${secretMask}` : secretMask;
  return `${scheme}${shown}@${host}`;
}

function fillProxy(given: string, stored: string | undefined, path: string): string {
  if (!isMaskedProxy(given)) return given;
  if (stored !== undefined && maskProxy(stored) === given) return stored;
  throw invalidField(
    path,
    `contains ${secretMask}, and no stored password belongs to this proxy; give the real one`,
  );
}

function isMaskedProxy(text: string): boolean {
  const [, , user, password] = proxyWithUser.exec(text) ?? [];
  return text === secretMask || user === secretMask || password === secretMask;
}

function maskHeaderText(text: string): string {
  if (text.trim() === '') return text;
  const headers = parseHeaders(text);
  if (!headers) return secretMask;
  return JSON.stringify(Object.fromEntries(headers.map(([name]) => [name, secretMask])));
}

/** Per header, so that one can be added, changed or removed while the others stay masked. */
function fillHeaders(given: string, stored: string | undefined, path: string): string {
  if (given === secretMask && stored !== undefined && !parseHeaders(stored)) return stored;
  const headers = parseHeaders(given);
  if (!headers?.some(([, value]) => value === secretMask)) return given;
  const known = new Map(
    (stored === undefined ? [] : (parseHeaders(stored) ?? [])).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  );
  const filled = headers.map(([name, value]) => {
    if (value !== secretMask) return [name, value] as const;
    if (known.has(name.toLowerCase())) return [name, known.get(name.toLowerCase())] as const;
    throw invalidField(
      path,
      `the value of ${JSON.stringify(name.slice(0, 100))} is ${secretMask}, and no stored value belongs to it; give the real one`,
    );
  });
  return JSON.stringify(Object.fromEntries(filled));
}

function parseHeaders(text: string): [string, unknown][] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return Object.entries(value);
    }
  } catch {
    // Not JSON: the caller treats the text as a whole.
  }
  return undefined;
}
