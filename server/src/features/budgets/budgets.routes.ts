import { budgetEndpoints, type Budget, type EndpointInput } from '@shotwright/contract';
import { route, type Route } from '../../http/route.ts';
import type { BudgetsService } from './budgets.service.ts';
import type { BudgetChange, BudgetKind, BudgetRef, BudgetRow } from './budgets.store.ts';

/** Routes for the budgets of projects and API keys. */
export function budgetsRoutes(budgets: BudgetsService): Route[] {
  const message = 'Budget saved';
  return [
    route(budgetEndpoints.getProjectBudget, async (req) => ({
      data: presentBudget(await budgets.getBudget(ref('project', req))),
    })),
    route(budgetEndpoints.setProjectBudget, async (req) => ({
      data: presentBudget(await budgets.setBudget(ref('project', req), changeOf(req.body))),
      message,
    })),
    route(budgetEndpoints.getApiKeyBudget, async (req) => ({
      data: presentBudget(await budgets.getBudget(ref('api_key', req))),
    })),
    route(budgetEndpoints.setApiKeyBudget, async (req) => ({
      data: presentBudget(await budgets.setBudget(ref('api_key', req), changeOf(req.body))),
      message,
    })),
  ];
}

const ref = (
  kind: BudgetKind,
  { caller, params }: { caller: { organizationId: string }; params: { id: number } },
): BudgetRef => ({ kind, organizationId: caller.organizationId, id: params.id });

function changeOf({
  monthlyLimit,
  thresholds,
  recipients,
}: EndpointInput<typeof budgetEndpoints.setProjectBudget>['body']): BudgetChange {
  return { monthlyLimit, percents: thresholds, ...recipients };
}

/** Converts a budget to its wire format. The owner is the recipient if all others have left. */
function presentBudget(row: BudgetRow): Budget {
  const hasRecipients = row.roles.length + row.userIds.length > 0;
  return {
    monthlyLimit: row.monthlyLimit,
    monthlyUsage: row.used,
    usageResetsAt: row.resetsAt.toISOString(),
    thresholds: [...row.percents],
    recipients: { roles: hasRecipients ? [...row.roles] : ['owner'], userIds: [...row.userIds] },
  };
}
