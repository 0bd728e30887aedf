import { inTransaction, type Database, type Db, type Tx } from '../../db/transaction.ts';
import { fieldError, notFound, type AppError } from '../../shared/app-error.ts';
import {
  countSpentByProject,
  findBudget,
  listMemberIds,
  lockBudget,
  updateBudget,
  type BudgetChange,
  type BudgetKind,
  type BudgetRef,
  type BudgetRow,
} from './budgets.store.ts';

interface BudgetsDependencies {
  readonly db: Database;
  /** Serialises the acceptance of an organisation's batches until the transaction ends. */
  lockWaiting(tx: Tx, organizationId: string): Promise<void>;
  /** Keeps credits of an organisation from being held or released until the transaction ends. */
  lockAccount(tx: Tx, organizationId: string): Promise<unknown>;
  enqueueAlerts(tx: Tx, organizationId: string): Promise<void>;
}

/** Monthly limits of projects and API keys, and the recipients of their alerts. */
export interface BudgetsService {
  /** Throws `project_not_found` or `api_key_not_found`. */
  getBudget(ref: BudgetRef): Promise<BudgetRow>;
  /**
   * Changes a budget, and sends the alerts of thresholds that it has already reached. A new limit of a
   * project counts what the project has spent in the cycle before. Throws as {@link getBudget} does, and
   * `member_not_found` for a recipient.
   */
  setBudget(ref: BudgetRef, change: BudgetChange): Promise<BudgetRow>;
}

/** Creates a {@link BudgetsService}. */
export function createBudgetsService(deps: BudgetsDependencies): BudgetsService {
  return {
    getBudget: (ref) => getBudget(deps.db, ref),
    setBudget: (ref, change) =>
      inTransaction(deps.db, async (tx) => {
        const { organizationId, kind, id } = ref;
        // Batches lock the account before their project, and single captures after it: with this lock
        // there is no batch, so that the order of single captures is free of deadlocks.
        if (kind === 'project') await deps.lockWaiting(tx, organizationId);
        const before = await lockBudget(tx, ref);
        if (!before) throw missing(kind);
        await requireMembers(tx, { organizationId, userIds: change.userIds });
        await updateBudget(tx, ref, change);
        if (kind === 'project' && before.monthlyLimit === null && change.monthlyLimit !== null) {
          await deps.lockAccount(tx, organizationId);
          await countSpentByProject(tx, id);
        }
        await deps.enqueueAlerts(tx, organizationId);
        return getBudget(tx, ref);
      }),
  };
}

async function getBudget(db: Db, ref: BudgetRef): Promise<BudgetRow> {
  const row = await findBudget(db, ref);
  if (!row) throw missing(ref.kind);
  return row;
}

async function requireMembers(
  tx: Tx,
  input: { readonly organizationId: string; readonly userIds: readonly string[] },
): Promise<void> {
  if (input.userIds.length === 0) return;
  const members = new Set(await listMemberIds(tx, input));
  const index = input.userIds.findIndex((id) => !members.has(id.toLowerCase()));
  if (index === -1) return;
  throw fieldError('member_not_found', {
    path: `recipients.userIds.${index}`,
    message: 'no member of this organisation has this ID',
  });
}

const missing = (kind: BudgetKind): AppError =>
  kind === 'project'
    ? notFound('project_not_found', 'This project does not exist.')
    : notFound('api_key_not_found', 'This API key does not exist.');
