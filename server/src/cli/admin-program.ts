import { Command } from 'commander';
import type { Config } from '../config/config.ts';
import { billingDisabled } from '../features/billing/billing-disabled.ts';
import type { Logger } from '../lib/logger.ts';
import { newId } from '../lib/ids.ts';
import { email, keyName, personName, positiveNumber, wholeNumber } from './arguments.ts';
import { addBackupCommands } from './backup/backup-commands.ts';
import { addCouponCommands } from './coupon-commands.ts';
import { addDoctorCommand } from './doctor-command.ts';
import { addSeedCommand } from './seed-command.ts';
import { addTicketCommands } from './ticket-commands.ts';
import type { AdminContext, Output, WithAdminContext } from './admin-context.ts';
import { addUserShow } from './user-show-command.ts';

/** Dependencies of the admin commands. */
export interface AdminProgramOptions {
  /** Environment of the commands that need no {@link AdminContext}. */
  readonly environment: () => { readonly config: Config; readonly logger: Logger };
  /** Opened by a command that needs it and closed at its end. */
  readonly open: () => Promise<AdminContext>;
  readonly print: (line: string) => void;
  /** Used by a command that runs until it is interrupted. */
  readonly stopSignal: () => AbortSignal;
}

/** Creates the admin commands; tools depend on their names and JSON. Throws if a command fails. */
export function adminProgram(options: AdminProgramOptions): Command {
  const program = new Command('admin')
    .description(
      'Manages accounts, API keys, credits, coupons, tickets, sample data and backups, and checks this machine, with or without a running server.',
    )
    .exitOverride()
    .showHelpAfterError('Run with --help to list the options.');
  const withContext: WithAdminContext = async (output, work) => {
    const context = await options.open();
    try {
      const { json, text } = await work(context);
      options.print(output.json === true ? JSON.stringify(json) : text);
    } finally {
      await context.close();
    }
  };
  addUserCommands(program, withContext);
  addKeyCommands(program, withContext);
  const withBillingContext: WithAdminContext = (output, work) =>
    withContext(output, async (context) => {
      if (!context.features.isBillingOn) throw billingDisabled();
      return work(context);
    });
  addCreditCommands(program, withBillingContext);
  addCouponCommands(program, withBillingContext);
  addTicketCommands(program, withContext);
  addSeedCommand(program, withContext);
  addBackupCommands(program, options);
  addDoctorCommand(program, options);
  return program;
}

function addUserCommands(program: Command, withContext: WithAdminContext): void {
  const user = program.command('user').description('accounts');
  user
    .command('create')
    .description('create an account without captcha and verification code')
    .requiredOption('--email <email>', 'email address for signing in', email)
    .requiredOption('--password <password>', '8 to 128 characters')
    .option('--first-name <name>', 'first name', personName, 'New')
    .option('--last-name <name>', 'last name', personName, 'User')
    .option('--json', 'print one line of JSON')
    .action(
      (given: Output & { email: string; password: string; firstName: string; lastName: string }) =>
        withContext(given, async ({ features }) => {
          const ids = await features.accounts.admin.createUserByAdmin(given);
          const { userId, organizationId } = ids;
          return { json: { userId, organizationId }, text: `Created the account ${userId}.` };
        }),
    );
  user
    .command('grant-staff')
    .description('give an account access to the staff pages')
    .requiredOption('--email <email>', 'email address of the account', email)
    .option('--json', 'print one line of JSON')
    .action((given: Output & { email: string }) =>
      withContext(given, async ({ features }) => {
        await features.accounts.admin.grantStaff(given.email);
        return {
          json: { email: given.email },
          text: `${given.email} can now see the staff pages.`,
        };
      }),
    );
  addUserShow(user, withContext);
}

function addKeyCommands(program: Command, withContext: WithAdminContext): void {
  program
    .command('key')
    .description('API keys')
    .command('create')
    .description('create an API key')
    .requiredOption('--email <email>', 'email address of the account', email)
    .requiredOption('--name <name>', 'name of the key', keyName)
    .option('--project <id>', 'ID of the only project that the key can use', wholeNumber)
    .option(
      '--monthly-limit <credits>',
      'credits per cycle (captures if billing is disabled); 0 for no limit',
      wholeNumber,
    )
    .option('--test', 'a key of test mode, whose captures are free')
    .option('--json', 'print one line of JSON')
    .action(
      (
        given: Output & {
          email: string;
          name: string;
          project?: number;
          monthlyLimit?: number;
          test?: boolean;
        },
      ) =>
        withContext(given, async ({ features }) => {
          const { organizationId } = await features.accounts.admin.getAccount(given.email);
          const { id, key } = await features.apiKeys.createApiKey({
            isTest: given.test ?? false,
            organizationId,
            name: given.name,
            projectId: given.project ?? null,
            monthlyLimit: given.monthlyLimit || null,
          });
          return { json: { id, key }, text: key };
        }),
    );
}

function addCreditCommands(program: Command, withContext: WithAdminContext): void {
  program
    .command('credits')
    .description('credits')
    .command('grant')
    .description('add credits to an account')
    .requiredOption('--email <email>', 'email address of the account', email)
    .requiredOption('--amount <credits>', 'how many', positiveNumber)
    .option('--json', 'print one line of JSON')
    .action((given: Output & { email: string; amount: number }) =>
      withContext(given, async ({ features, inTransaction }) => {
        const { organizationId } = await features.accounts.admin.getAccount(given.email);
        const { amount } = given;
        const uniqueKey = `grant:admin:${newId()}`;
        const balance = await inTransaction(async (tx) => {
          await features.credits.grant(tx, { organizationId, amount, uniqueKey, note: 'Operator' });
          return features.credits.balanceOf(tx, organizationId);
        });
        const json = { organizationId, amount, available: balance.available };
        return { json, text: `${given.email} has ${balance.available} credits now.` };
      }),
    );
}
