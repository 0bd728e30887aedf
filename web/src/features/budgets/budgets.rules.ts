import type { Budget, Member } from '@shotwright/contract';
import { budgetLimits, memberRoles } from '@shotwright/contract/paths';
import { budgetMessages as messages } from '../../lib/messages/team/budgets.ts';
import type { Option } from '../../ui/option-list.ts';
import { readLimit } from '../api-keys/api-keys.rules.ts';
import { nameOf } from '../team/team.rules.ts';
import type { BudgetChange } from './budgets.api.ts';

/** Fields of the dialog as typed. */
export interface BudgetDraft {
  readonly limit: string;
  readonly thresholds: string;
  /** Values of {@link recipientOptions}. */
  readonly recipients: readonly string[];
}

const rolePrefix = 'role:';

/** Returns the fields for a budget. */
export function draftOf({ monthlyLimit, thresholds, recipients }: Budget): BudgetDraft {
  return {
    limit: monthlyLimit === null ? '' : String(monthlyLimit),
    thresholds: thresholds.join(', '),
    recipients: [...recipients.roles.map((role) => rolePrefix + role), ...recipients.userIds],
  };
}

/** Returns the options of the recipients: roles, then members. */
export function recipientOptions(members: readonly Member[]): readonly Option[] {
  return [
    ...memberRoles.map((role) => ({ value: rolePrefix + role, label: messages.roles[role] })),
    ...members.map((member) => ({ value: member.userId, label: nameOf(member) })),
  ];
}

/** Parses percentages separated by commas or spaces; undefined if they are not valid. */
export function readThresholds(text: string): number[] | undefined {
  const parts = text.split(/[\s,;%]+/).filter((part) => part !== '');
  const percents = [...new Set(parts.map(Number))].sort((a, b) => a - b);
  const areValid = percents.every((one) => Number.isInteger(one) && one >= 1 && one <= 100);
  return areValid && percents.length <= budgetLimits.thresholds ? percents : undefined;
}

/** Fields of the dialog that can be wrong. */
export type BudgetField = keyof BudgetDraft;

/** Returns the fields that are not valid. Alerts of a budget without a limit are not checked. */
export function wrongFields({ limit, thresholds, recipients }: BudgetDraft): BudgetField[] {
  const monthlyLimit = readLimit(limit);
  if (monthlyLimit === undefined) return ['limit'];
  if (monthlyLimit === null) return [];
  const percents = readThresholds(thresholds);
  if (percents === undefined) return ['thresholds'];
  return percents.length > 0 && recipients.length === 0 ? ['recipients'] : [];
}

/** Returns the request for valid fields. Without a limit, the stored alerts stay as they are. */
export function changeOf(draft: BudgetDraft, before: Budget): BudgetChange {
  const monthlyLimit = readLimit(draft.limit) ?? null;
  const { thresholds, recipients } = before;
  if (monthlyLimit === null) return { monthlyLimit, thresholds, recipients };
  const chosen = draft.recipients;
  return {
    monthlyLimit,
    thresholds: readThresholds(draft.thresholds) ?? thresholds,
    recipients: chosen.length === 0 ? recipients : recipientsOf(chosen),
  };
}

function recipientsOf(chosen: readonly string[]): Budget['recipients'] {
  return {
    roles: memberRoles.filter((role) => chosen.includes(rolePrefix + role)),
    userIds: chosen.filter((value) => !value.startsWith(rolePrefix)),
  };
}
