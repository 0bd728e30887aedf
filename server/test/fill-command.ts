import { parseArgs } from 'node:util';
import { openInfrastructure } from '../src/composition/open-infrastructure.ts';
import { readConfig } from '../src/config/config.ts';
import { silentLogger } from '../src/lib/logger.ts';

/**
 * Opens the database and the store of this environment for a command that adds rows to the account
 * of `--email`, beside the running server. `stack` closes them.
 */
export async function openFillCommand(stack: AsyncDisposableStack, defaultCount: number) {
  const { values } = parseArgs({
    options: {
      email: { type: 'string', default: '' },
      count: { type: 'string', default: String(defaultCount) },
      json: { type: 'boolean' },
    },
  });
  const config = readConfig(process.env);
  const data = await openInfrastructure({ config, logger: silentLogger, isCommand: true, stack });
  const { organization_id: organizationId } = await data.db
    .selectFrom('users')
    .select('organization_id')
    .where('email', '=', values.email)
    .executeTakeFirstOrThrow();
  return { data, organizationId, count: Number(values.count) };
}
