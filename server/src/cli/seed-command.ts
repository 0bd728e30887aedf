import type { Command } from 'commander';
import { signInLines } from '../composition/startup-banner.ts';
import { hasOtherUsers, openSamples, removeSamples } from '../demo/samples/seed.ts';
import { webhookInboxPath } from '../demo/webhook-inbox/webhook-inbox.ts';
import { AppError } from '../shared/app-error.ts';
import type { Output, WithAdminContext } from './admin-context.ts';

/** Adds `seed`, which creates the sample users and their data, for development only. */
export function addSeedCommand(program: Command, withContext: WithAdminContext): void {
  program
    .command('seed')
    .description('create the sample users and their data, for development only')
    .option('--reset', 'delete them first')
    .option('--json', 'print one line of JSON')
    .action((given: Output & { reset?: boolean }) =>
      withContext(given, async ({ features, config, inTransaction, data: { db, store } }) => {
        if (config.nodeEnv === 'production') throw notHere('NODE_ENV is production');
        if (await hasOtherUsers(db)) throw notHere('this database has accounts of other users');
        if (given.reset === true) await inTransaction(removeSamples);
        const { publicUrl, devWebhooks } = config;
        const webhookInboxUrl = devWebhooks ? `${publicUrl}${webhookInboxPath}/in` : undefined;
        const seeding = {
          features,
          db,
          store,
          inTransaction,
          webhookInboxUrl,
          isProduction: false,
        };
        const { accounts, fill } = await openSamples(seeding, { isComplete: true });
        await fill();
        const { signIns } = accounts;
        const json = {
          users: signIns.map(({ persona, email, password }) => ({ persona, email, password })),
        };
        return { json, text: signInLines([...signIns]).join('\n') };
      }),
    );
}

function notHere(reason: string): AppError {
  const message = `Sample data is only for development, and ${reason}. Nothing was changed.`;
  return new AppError({ code: 'conflict', message });
}
