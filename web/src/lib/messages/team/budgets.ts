import type { MemberRole } from '@shotwright/contract';
import { budgetLimits } from '@shotwright/contract/paths';
import { counted } from '../../format/format.ts';

/** Messages of budgets. Source: acceptance TM-4. */
export const budgetMessages = {
  title: (name: string) => `Budget of ${name}`,
  edit: (name: string) => `Budget of ${name}`,
  column: 'Monthly Budget',
  usageOf: (used: string, limit: string | null) =>
    limit === null ? counted(used, 'credit') : `${used} of ${counted(limit, 'credit')}`,
  used: 'Used in this cycle',
  resets: (date: string) => `Resets ${date}`,
  share: (percent: number, date: string) => `${String(percent)} % used. Resets ${date}`,
  unlimited: 'Unlimited',
  limit: 'Monthly credit limit',
  limitHelp: {
    project: 'Captures of the project beyond it are rejected. Blank means unlimited.',
    apiKey: 'Captures with the key beyond it are rejected. Blank means unlimited.',
  },
  limitWrong: 'Enter a whole number of credits, or leave blank.',
  thresholds: 'Send an email at (percent of the limit)',
  thresholdsHelp: `Up to ${budgetLimits.thresholds} percentages, such as 50, 80, 100. Blank sends no email.`,
  thresholdsWrong: `Enter up to ${budgetLimits.thresholds} whole numbers from 1 to 100, separated by commas.`,
  recipients: 'Recipients',
  recipientsHelp: 'Each email is sent once in a cycle.',
  recipientsWrong: 'Choose at least one recipient.',
  noRecipients: 'Choose roles or members',
  roles: {
    owner: 'The owner',
    admin: 'All admins',
    developer: 'All developers',
    billing: 'All with the role Billing',
    viewer: 'All viewers',
  } satisfies Record<MemberRole, string>,
  save: 'Save',
  saving: 'Saving...',
  saved: 'Budget saved',
  saveFailed: 'Failed to save the budget',
  loadFailed: 'Failed to load the budget',
  loadFailedHelp: 'Please try again.',
} as const;
