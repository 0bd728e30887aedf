import { availableParallelism, totalmem } from 'node:os';
import type { z } from 'zod';
import { variables } from './config-variables.ts';
import type { Variable } from './variable.ts';

type Variables = typeof variables;
type Read = { readonly [K in keyof Variables]: z.output<Variables[K]['schema']> };

/** Complete, validated settings of one process. */
export interface Config extends Omit<
  Read,
  | 'publicUrl'
  | 'isolation'
  | 'captureConcurrencyMin'
  | 'captureConcurrencyMax'
  | 'seedDemo'
  | 'localIdentity'
  | 'localPayments'
  | 'devMailbox'
  | 'devWebhooks'
> {
  readonly publicUrl: string;
  readonly isolation: 'required' | 'auto' | 'off';
  readonly captureConcurrencyMin: number;
  readonly captureConcurrencyMax: number;
  readonly seedDemo: boolean;
  readonly localIdentity: boolean;
  readonly localPayments: boolean;
  readonly devMailbox: boolean;
  readonly devWebhooks: boolean;
}

/** Lists all invalid variables at once. */
export class ConfigError extends Error {
  constructor(lines: readonly string[]) {
    super(`The configuration is not valid:\n${lines.map((line) => `  ${line}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Reads the settings. An empty variable counts as not set. Throws {@link ConfigError}. */
export function readConfig(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const problems: string[] = [];
  const read: Record<string, unknown> = {};
  for (const [key, { name, schema, isSecret }] of Object.entries<Variable<z.ZodType>>(variables)) {
    const value = env[name]?.trim() === '' ? undefined : env[name]?.trim();
    const result = schema.safeParse(value);
    if (result.success) read[key] = result.data;
    else {
      const given = isSecret === true ? '' : ` (it is ${JSON.stringify(value)})`;
      problems.push(`${name} ${result.error.issues[0]?.message ?? 'is wrong'}${given}`);
    }
  }
  const config = asRead(read);
  if (problems.length === 0) problems.push(...contradictions(config));
  if (problems.length > 0) throw new ConfigError(problems);
  const isDemo = config.databaseUrl === undefined && config.nodeEnv !== 'production';
  const seedDemo = config.seedDemo ?? isDemo;
  return {
    ...config,
    ...concurrencyRange(config),
    publicUrl: config.publicUrl ?? defaultPublicUrl(config),
    isolation: config.isolation ?? (config.nodeEnv === 'production' ? 'required' : 'auto'),
    seedDemo,
    localIdentity: config.googleClientId === undefined && (config.localIdentity ?? seedDemo),
    localPayments:
      config.billing && config.stripeSecretKey === undefined && (config.localPayments ?? seedDemo),
    devMailbox: config.smtpUrl === undefined && (config.devMailbox ?? seedDemo),
    devWebhooks: config.devWebhooks ?? seedDemo,
  };
}

/** Returns the environment of this process with other variables in addition. */
export function environmentWith(
  more: Readonly<Record<string, string>>,
): Record<string, string | undefined> {
  return { ...process.env, ...more };
}

/** Memory for which one capture at a time is allowed. */
const bytesPerCapture = 256 * 2 ** 20;

function concurrencyRange({
  captureConcurrencyMin: min = Math.max(2, Math.min(16, availableParallelism() * 2)),
  captureConcurrencyMax: max = Math.max(
    min,
    Math.min(64, Math.floor(memoryBytes() / bytesPerCapture)),
  ),
}: Read): Pick<Config, 'captureConcurrencyMin' | 'captureConcurrencyMax'> {
  return { captureConcurrencyMin: Math.min(min, max), captureConcurrencyMax: max };
}

/** Returns the memory of the machine or, if it is less, that of the container. */
function memoryBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity);
}

/** Casts safely because the loop above stored one parsed value under each key of the table. */
function asRead(read: Record<string, unknown>): Read {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return read as unknown as Read;
}

function contradictions(config: Read): string[] {
  const rules: readonly (readonly [boolean, string])[] = [
    [
      config.captcha !== 'altcha' && (!config.captchaSiteKey || !config.captchaSecret),
      `CAPTCHA=${config.captcha} also needs CAPTCHA_SITE_KEY and CAPTCHA_SECRET`,
    ],
    [
      config.storage === 's3' && (!config.s3AccessKeyId || !config.s3SecretAccessKey),
      'STORAGE=s3 also needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY',
    ],
    [
      (config.captureConcurrencyMin ?? 0) > (config.captureConcurrencyMax ?? Infinity),
      'CAPTURE_CONCURRENCY_MIN cannot be larger than CAPTURE_CONCURRENCY_MAX',
    ],
    [
      config.captureConcurrency !== undefined &&
        (config.captureConcurrencyMin ?? config.captureConcurrencyMax) !== undefined,
      'CAPTURE_CONCURRENCY fixes the number of captures, so it cannot be set together with CAPTURE_CONCURRENCY_MIN or CAPTURE_CONCURRENCY_MAX',
    ],
    [
      config.databaseUrl === undefined && config.roles.length === 1,
      'ROLES with only one role needs DATABASE_URL, because the embedded database serves only one process',
    ],
    [
      config.nodeEnv === 'production' && config.localIdentity === true,
      'LOCAL_IDENTITY accepts any email address, so it cannot be true with NODE_ENV=production',
    ],
    [
      config.nodeEnv === 'production' && config.localPayments === true,
      'LOCAL_PAYMENTS sells plans without payment, so it cannot be true with NODE_ENV=production',
    ],
    [
      (config.stripeSecretKey === undefined) !== (config.stripeWebhookSecret === undefined),
      'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together',
    ],
    [
      config.nodeEnv === 'production' && config.devMailbox === true,
      'DEV_MAILBOX shows all emails without authentication, so it cannot be true with NODE_ENV=production',
    ],
    [
      config.nodeEnv === 'production' && config.devWebhooks === true,
      'DEV_WEBHOOKS shows webhooks without authentication, so it cannot be true with NODE_ENV=production',
    ],
    [
      (config.analyticsHost === undefined) !== (config.analyticsKey === undefined),
      'ANALYTICS_HOST and ANALYTICS_KEY must be set together',
    ],
  ];
  return rules.flatMap(([isBroken, sentence]) => (isBroken ? [sentence] : []));
}

/** Returns the text of `docs/configuration.md`. */
export function configDocumentation(): string {
  const rows = Object.values<Variable<z.ZodType>>(variables).map((one) => {
    const preset = one.shownDefault ?? shownDefault(one.schema);
    const doc = one.isSecret === true ? `${one.doc} *Secret.*` : one.doc;
    return `| \`${one.name}\` | ${preset} | ${doc} |`;
  });
  return `# Configuration

Environment variables, read once at start. All are optional: by default, the product runs in one process with an
embedded database. The server does not start if a value is not valid; the error names every such variable. Printed from \`server/src/config/config.ts\`.

| Variable | Default | Description |
|---|---|---|
${rows.join('\n')}
`;
}

function shownDefault(schema: z.ZodType): string {
  const result = schema.safeParse(undefined);
  const value: unknown = result.success ? result.data : undefined;
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'not set';
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

const loopbackHosts = ['127.0.0.1', '::1', 'localhost'];
const anyHosts = ['0.0.0.0', '::'];

/** A server that listens on one IP address of the network is reached under it, not as localhost. */
function defaultPublicUrl({ host, port }: Pick<Read, 'host' | 'port'>): string {
  const isLocal = loopbackHosts.includes(host) || anyHosts.includes(host);
  const name = isLocal ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
