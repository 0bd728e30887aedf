import { plans } from '@shotwright/contract';
import { inTransaction, type Database, type Tx } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { advanceCycle, insertOrganization, lockEndedCycles } from './organizations.store.ts';

interface OrganizationsDependencies {
  readonly db: Database;
  /** Gives a new organisation the credits of the Free plan. */
  grantFreeCredits(tx: Tx, organizationId: string): Promise<void>;
  /** Expires what is left of the old cycle and grants the new one's credits. */
  startCreditCycle(
    tx: Tx,
    cycle: { organizationId: string; credits: number; cycleStartedAt: Date },
  ): Promise<void>;
}

/** What other features need of organisations. */
export interface OrganizationsService {
  /** Makes an organisation with its first credits inside the caller's transaction; answers its id. */
  createOrganization(tx: Tx, input: { name: string }): Promise<string>;
  /** Starts the next credit cycle of every organisation whose cycle is over; answers how many. */
  renewEndedCycles(): Promise<number>;
}

const batchSize = 100;

/** Organisations own everything; see {@link OrganizationsService}. */
export function createOrganizationsService(deps: OrganizationsDependencies): OrganizationsService {
  const renewBatch = (): Promise<number> =>
    inTransaction(deps.db, async (tx) => {
      const ended = await lockEndedCycles(tx, batchSize);
      for (const { organizationId, tier } of ended) {
        const cycleStartedAt = await advanceCycle(tx, organizationId);
        const credits = plans.find((plan) => plan.tier === tier)?.creditsPerCycle ?? 0;
        await deps.startCreditCycle(tx, { organizationId, credits, cycleStartedAt });
      }
      return ended.length;
    });
  return {
    createOrganization: async (tx, { name }) => {
      const id = newId();
      await insertOrganization(tx, { id, name });
      await deps.grantFreeCredits(tx, id);
      return id;
    },
    renewEndedCycles: async () => {
      let total = 0;
      for (let renewed = batchSize; renewed === batchSize; total += renewed)
        renewed = await renewBatch();
      return total;
    },
  };
}
