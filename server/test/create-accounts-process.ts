import { openAdminContext } from '../src/cli/admin-context.ts';
import { readConfig } from '../src/config/config.ts';
import { silentLogger } from '../src/lib/logger.ts';

interface Account {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Creates the accounts of a JSON list on the command line, beside the running server of this environment. */
const accounts: readonly Account[] = JSON.parse(process.argv[2] ?? '[]');
const context = await openAdminContext(readConfig(process.env), silentLogger);
try {
  for (const account of accounts) await context.features.accounts.admin.createUserByAdmin(account);
} finally {
  await context.close();
}
