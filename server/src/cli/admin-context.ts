import { openInfrastructure, type Infrastructure } from '../composition/open-infrastructure.ts';
import { composeFeatures, type Features } from '../composition/compose-features.ts';
import type { Config } from '../config/config.ts';
import { inTransaction, type Tx } from '../db/transaction.ts';
import type { Logger } from '../lib/logger.ts';

/** Context of an admin command: the features over the data, without browser and HTTP. */
export interface AdminContext {
  readonly features: Features;
  readonly config: Config;
  readonly data: Pick<Infrastructure, 'db' | 'store'>;
  inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Output format of a command. */
export interface Output {
  /** Prints one line of JSON instead of a sentence. */
  readonly json?: true;
}

/**
 * Opens the {@link AdminContext} for a command, prints the result of `work`, and closes the
 * {@link AdminContext} in every case.
 */
export type WithAdminContext = (
  output: Output,
  work: (context: AdminContext) => Promise<{ readonly json: object; readonly text: string }>,
) => Promise<void>;

/**
 * Opens the context beside a running server, or alone. An embedded database is shared, or started
 * for the duration of the command.
 */
export async function openAdminContext(config: Config, logger: Logger): Promise<AdminContext> {
  await using stack = new AsyncDisposableStack();
  const data = await openInfrastructure({ config, logger, isCommand: true, stack });
  const commandConfig = {
    ...config,
    localIdentity: false,
    localPayments: false,
    // A server that chooses its port has no address that a command could know.
    devWebhooks: config.devWebhooks && config.port !== 0,
  };
  const features = await composeFeatures({ config: commandConfig, data, logger, stack });
  const open = stack.move();
  return {
    features,
    config,
    data,
    inTransaction: (work) => inTransaction(data.db, work),
    close: () => open.disposeAsync(),
  };
}
