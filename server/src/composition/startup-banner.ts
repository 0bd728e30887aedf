import { resolve } from 'node:path';
import type { Server } from './compose.ts';
import type { Config } from '../config/config.ts';
import { firstCall } from '../http/docs/docs-pages.ts';

const demoEmail = 'demo@shotwright.local';
const demoKeyName = 'Demo key';

/** Returns the startup banner for the terminal: URLs, demo sign-in, embedded parts. */
export async function startupBanner(server: Server, config: Config): Promise<string> {
  const lines = [
    `${config.productName} is running. Stop it with Ctrl-C.`,
    '',
    ...(config.roles.includes('api')
      ? [`  Dashboard  ${server.publicUrl}`, `  API        ${server.publicUrl}/docs`]
      : [`  Health     ${server.url}/health/ready`]),
    ...(config.devMailbox ? [`  Mailbox    ${server.publicUrl}/dev/mailbox`] : []),
    ...(config.devWebhooks ? [`  Webhooks   ${server.publicUrl}/dev/webhooks`] : []),
    ...embeddedLines(config),
    ...(config.seedDemo && config.roles.includes('api') ? await demoLines(server) : []),
  ];
  return `\n${lines.join('\n')}\n\n`;
}

function embeddedLines(config: Config): string[] {
  const parts = [
    ...(config.databaseUrl === undefined ? ['PostgreSQL'] : []),
    ...(config.storage === 'disk' ? ['files'] : []),
    ...(config.smtpUrl === undefined ? ['mail (kept, not sent)'] : []),
  ];
  return parts.length === 0
    ? []
    : [`  Embedded   ${parts.join(', ')} in ${resolve(config.dataDir)}`];
}

async function demoLines({ features, publicUrl }: Server): Promise<string[]> {
  const { organizationId, password } = await features.accounts.admin.openDemoAccount(demoEmail);
  const keys = await features.apiKeys.listApiKeys(organizationId);
  const known = keys.find(({ name, isActive }) => name === demoKeyName && isActive);
  const { key } =
    known ??
    (await features.apiKeys.createApiKey({
      organizationId,
      name: demoKeyName,
      monthlyLimit: null,
      projectId: null,
    }));
  return [
    '',
    `  Sign in    ${demoEmail}`,
    `  Password   ${password}   (new at each start)`,
    '',
    '  A first picture, in shot.png:',
    '',
    `  ${firstCall(`${publicUrl}/api/v1`, key)}`,
  ];
}
