import type { Budget, OperationRequest } from '@shotwright/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/operations.ts';
import { queryKeys } from '../../lib/api/query-client.ts';
import { budgetMessages as messages } from '../../lib/messages/team/budgets.ts';
import { toasts } from '../../lib/toasts.ts';

/** The project or API key of a budget. */
export interface BudgetSubject {
  readonly kind: 'project' | 'apiKey';
  readonly id: number;
  readonly name: string;
}

/** Changeable part of a budget. */
export type BudgetChange = OperationRequest<'setProjectBudget'>['body'];

const isSilent = () => true;
const keyOf = ({ kind, id }: BudgetSubject) => [...queryKeys.budgets, kind, id];

/** Returns the budget of a project or API key, read again each time. */
export function useBudget(subject: BudgetSubject) {
  const { kind, id } = subject;
  const params = { id };
  return useQuery({
    queryKey: keyOf(subject),
    queryFn: ({ signal }): Promise<Budget> =>
      kind === 'project'
        ? callApi('getProjectBudget', { params, signal })
        : callApi('getApiKeyBudget', { params, signal }),
    staleTime: 0,
    gcTime: 0,
    // The dialog displays the error itself.
    meta: { isSilent },
  });
}

/** Saves a budget and refetches what shows its limit. */
export function useSaveBudget({ kind, id }: BudgetSubject) {
  const queryClient = useQueryClient();
  const params = { id };
  return useMutation({
    meta: { fallback: messages.saveFailed },
    mutationFn: (body: BudgetChange): Promise<Budget> =>
      kind === 'project'
        ? callApi('setProjectBudget', { params, body })
        : callApi('setApiKeyBudget', { params, body }),
    onSuccess: async () => {
      toasts.success({ title: messages.saved });
      const shown =
        kind === 'project' ? [queryKeys.projects, queryKeys.overview] : [queryKeys.apiKeys];
      await Promise.all(shown.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
  });
}
