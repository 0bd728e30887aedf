import { networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import type { Server } from './compose.ts';
import type { Config } from '../config/config.ts';
import type { SampleAccounts } from '../demo/samples/sample-users.ts';

/** Returns the startup banner for the terminal: URLs, embedded parts and, if given, the demo sign-in. */
export function startupBanner(
  server: Pick<Server, 'url' | 'publicUrl'>,
  config: Config,
  demo?: SampleAccounts,
): string {
  const lines = [
    `${config.productName} is running. Stop it with Ctrl-C.`,
    '',
    ...(config.roles.includes('api')
      ? [`  Dashboard  ${server.publicUrl}`, `  API        ${server.publicUrl}/docs`]
      : [`  Health     ${server.url}/health/ready`]),
    ...(config.devMailbox ? [`  Mailbox    ${server.publicUrl}/dev/mailbox`] : []),
    ...(config.devWebhooks ? [`  Webhooks   ${server.publicUrl}/dev/webhooks`] : []),
    ...embeddedLines(config),
    ...(demo ? networkLines(server.publicUrl) : []),
    ...(demo ? demoLines(demo, server.publicUrl) : []),
  ];
  return `\n${lines.join('\n')}\n\n`;
}

function embeddedLines(config: Config): string[] {
  const parts = [
    ...(config.databaseUrl === undefined ? ['PostgreSQL'] : []),
    ...(config.storage === 'disk' ? ['files'] : []),
    ...(config.smtpUrl === undefined ? ['mail (stored, not sent)'] : []),
  ];
  return parts.length === 0
    ? []
    : [`  Embedded   ${parts.join(', ')} in ${resolve(config.dataDir)}`];
}

/** Without TLS, a service is tried from other machines of a network; the default is this one only. */
function networkLines(publicUrl: string): string[] {
  const { hostname, port } = new URL(publicUrl);
  const own = ownIpAddress();
  return hostname === 'localhost' && own !== undefined
    ? [
        `  Network    this machine only; for others on your network: HOST=${own} PORT=${port} npm start`,
      ]
    : [];
}

function ownIpAddress(): string | undefined {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
}

function demoLines({ signIns, apiKey }: SampleAccounts, publicUrl: string): string[] {
  const [{ email, password }, ...others] = signIns;
  return [
    '',
    `  Sign in    ${email}`,
    `  Password   ${password}   (new at each start)`,
    '',
    ...signInLines(others),
    '',
    '  First screenshot, saved to shot.png:',
    '',
    `  ${firstCall(`${publicUrl}/api/v1`, apiKey)}`,
  ];
}

/** Returns a line for each sample user, with the persona, the email and the password. */
export function signInLines(signIns: SampleAccounts['signIns'][number][]): string[] {
  return signIns.map(
    ({ persona, email, password }) => `  ${persona.padEnd(11)}${email.padEnd(28)}${password}`,
  );
}

/** Returns a shell command that captures a screenshot and runs unchanged. */
function firstCall(apiUrl: string, key: string): string {
  return `curl -X POST ${apiUrl}/screenshots -H "x-api-key: ${key}" -H "content-type: application/json" -d '{"url":"https://example.com","response_type":"image"}' -o shot.png`;
}
