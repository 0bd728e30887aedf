import { inTransaction, type Database, type Db, type Tx } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { cycleAt } from './cycles.rules.ts';
import type { CyclesService } from './cycles.service.ts';
import { insertOrganization, lockEndedCycles, updatePlanState } from './organizations.store.ts';
import { termsOf } from './plans.rules.ts';

interface OrganizationsDependencies {
  readonly db: Database;
  readonly cycles: CyclesService;
  /** Returns the time that periods are measured by: the database's. */
  now(db: Db): Promise<Date>;
}

/** Organisation operations for other features. */
export interface OrganizationsService {
  /** Creates an organisation with its first credits in the caller's transaction; returns its id. */
  createOrganization(tx: Tx, input: { name: string }): Promise<string>;
  /** Starts the due cycles of every organisation; returns the number of organisations. */
  renewEndedCycles(): Promise<number>;
}

// Captures of these accounts are blocked while a batch is running.
const batchSize = 20;

/** Creates an {@link OrganizationsService} that renews cycles in batches. */
export function createOrganizationsService(deps: OrganizationsDependencies): OrganizationsService {
  const { db, cycles, now } = deps;
  const renewBatch = (): Promise<number> =>
    inTransaction(db, async (tx) => {
      const moment = await now(tx);
      const ended = await lockEndedCycles(tx, { now: moment, limit: batchSize });
      for (const state of ended) await updatePlanState(tx, await cycles.catchUp(tx, state, moment));
      return ended.length;
    });
  return {
    createOrganization: async (tx, { name }) => {
      const organizationId = newId();
      const anchor = await now(tx);
      const cycle = cycleAt(anchor, anchor);
      const terms = { ...termsOf('free', 0), lifetimeCodes: 0 };
      const { tier, creditsPerCycle: cycleGrant } = terms;
      const state = { organizationId, ...terms, anchor, cycle, cycleGrant };
      await insertOrganization(tx, { name, ...state });
      await cycles.begin(tx, state, { cycle, lastTier: tier });
      return organizationId;
    },
    renewEndedCycles: async () => {
      let total = 0;
      for (let renewed = batchSize; renewed === batchSize; total += renewed)
        renewed = await renewBatch();
      return total;
    },
  };
}
