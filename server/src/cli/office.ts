import { openData } from '../compose-data.ts';
import { composeFeatures, type Features } from '../compose-features.ts';
import type { Config } from '../config.ts';
import { inTransaction, type Tx } from '../db/transaction.ts';
import type { Logger } from '../lib/logger.ts';

/** What an operator's command works with: the features over the data, without browser and HTTP. */
export interface Office {
  readonly features: Features;
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Opens the office beside a running server, or alone: an embedded database is shared, or started for the while. */
export async function openOffice(config: Config, logger: Logger): Promise<Office> {
  await using stack = new AsyncDisposableStack();
  const data = await openData({ config, logger, isCommand: true, stack });
  const commandConfig = {
    ...config,
    localIdentity: false,
    localPayments: false,
    devWebhooks: false,
  };
  const features = await composeFeatures({ config: commandConfig, data, logger, stack });
  const open = stack.move();
  return {
    features,
    inTransaction: (work) => inTransaction(data.db, work),
    close: () => open.disposeAsync(),
  };
}
