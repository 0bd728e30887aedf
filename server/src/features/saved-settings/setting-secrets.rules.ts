import {
  optionSecretsOf,
  secretMask,
  secretOptionNames,
  type OptionSecrets,
  type SecretOptionName,
} from '@shotwright/contract';
import { invalidField } from '../../shared/app-error.ts';

type Options = Readonly<Record<string, string>>;

interface SecretRule {
  readonly mask: (text: string) => string;
  readonly fill: (given: string, stored: string | undefined, path: string) => string;
}

const secretRules: Readonly<Record<SecretOptionName, SecretRule>> = {
  proxy_url: { mask: maskProxy, fill: fillProxy },
  custom_header: { mask: maskHeaderText, fill: fillHeaders },
  cookies: { mask: maskAll, fill: fillAll },
  basic_auth_user: { mask: maskAll, fill: fillAll },
  basic_auth_password: { mask: maskAll, fill: fillAll },
  steps: { mask: maskAll, fill: fillAll },
  upload_url: { mask: maskAll, fill: fillAll },
};

/** Returns the options of a setting that are stored encrypted, or null if it has none. */
export function secretsOf(options: Options): OptionSecrets | null {
  const secrets = optionSecretsOf(options);
  return Object.keys(secrets).length === 0 ? null : secrets;
}

/**
 * Returns the options with secrets masked, to be shown and stored in plain text. Masked options
 * stay unchanged.
 */
export function maskOptions(options: Options): Record<string, string> {
  return { ...options, ...mapSecrets(options, (name, text) => secretRules[name].mask(text)) };
}

/**
 * Returns the given options with stored values in place of their masks. A proxy is filled in only
 * if everything except its secret is unchanged, so that a stored password is never sent to another
 * host. Throws `validation_failed` below `path` for a mask without a stored value.
 */
export function fillMasks(
  given: OptionSecrets,
  { stored, path }: { readonly stored: OptionSecrets; readonly path: string },
): OptionSecrets {
  return mapSecrets(given, (name, text) =>
    secretRules[name].fill(text, stored[name], `${path}${name}`),
  );
}

function mapSecrets(
  secrets: OptionSecrets,
  change: (name: SecretOptionName, text: string) => string,
): OptionSecrets {
  return Object.fromEntries(
    secretOptionNames.flatMap((name) => {
      const text = secrets[name];
      return text === undefined ? [] : [[name, change(name, text)]];
    }),
  );
}

function maskAll(text: string): string {
  return text === '' ? text : secretMask;
}

function fillAll(given: string, stored: string | undefined, path: string): string {
  if (given !== secretMask) return given;
  if (stored !== undefined) return stored;
  throw invalidField(path, `is ${secretMask}, and no value is stored for it; send the real value`);
}

const openProxy = /^(?:http:\/\/)?(?:\[[0-9a-f:.]+\]|[^\s/?#@:[\]]+):\d{1,5}\/?$/i;
const proxyWithUser = /^(http:\/\/)([^\s/?#@:]*)(?::([^\s/?#@]*))?@([^\s/?#@]+\/?)$/i;

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
    `contains ${secretMask}, and no password is stored for this proxy; send the real password`,
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
      `the value of ${JSON.stringify(name.slice(0, 100))} is ${secretMask}, and no value is stored for it; send the real value`,
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
