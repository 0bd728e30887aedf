import { createInterface } from 'node:readline';
import { openDatabase } from '../src/db/open.ts';
import { silentLogger } from '../src/lib/logger.ts';
import { createCouponsRig, outcomeOf } from './coupons.ts';

/**
 * A separate process that redeems coupons: prints `ready`; for each line of input, `{code,
 * accounts}`, it redeems the code for all accounts at once and prints the outcomes.
 */
const [url = ''] = process.argv.slice(2);
const connection = { connectionString: url };
const { db, close } = openDatabase({ connection, maxConnections: 10, logger: silentLogger });
const { redeem } = createCouponsRig(db);
process.stdout.write('"ready"\n');
for await (const line of createInterface({ input: process.stdin })) {
  const { code, accounts }: RedeemOrder = JSON.parse(line);
  const outcomes = await Promise.all(
    accounts.map((account) => outcomeOf(redeem({ ...account, code }))),
  );
  process.stdout.write(`${JSON.stringify(outcomes)}\n`);
}
await close();

interface RedeemOrder {
  readonly code: string;
  readonly accounts: readonly { readonly organizationId: string; readonly userId: string }[];
}
