import { z } from 'zod';
import { monthlyLimitField } from '../api-keys/api-keys.ts';
import { defineEndpoint } from '../endpoint.ts';
import { budgetLimits, budgetPaths } from '../paths/billing.ts';
import { memberRoles } from '../paths/team/rights.ts';
import { wireId, wireInstant, wireNumber, wireUuid } from '../wire.ts';

const roles = z.array(z.enum(memberRoles));

/** Budget of a project or an API key in the current cycle. Unit: credits. */
export const budgetSchema = z.object({
  /** Null: no limit. */
  monthlyLimit: z.int().nullable(),
  monthlyUsage: z.int(),
  usageResetsAt: wireInstant,
  /** Percentages of the limit at which an email is sent, ascending. */
  thresholds: z.array(z.int()),
  /** Recipients of the emails: all members with one of the roles, and the listed members. */
  recipients: z.object({ roles, userIds: z.array(wireUuid) }),
});

const list = <T extends z.ZodType>(item: T, max: number) =>
  z.array(item).max(max, { error: `must have at most ${max} items` });

const percent = wireNumber({ min: 1, max: 100 });

const recipients = z
  .strictObject({
    roles: roles
      .default([])
      .transform((given) => memberRoles.filter((role) => given.includes(role)))
      .describe('Roles whose members receive the emails.'),
    userIds: list(wireUuid, budgetLimits.recipients)
      .default([])
      .transform((ids) => [...new Set(ids)])
      .describe('Members who receive the emails.'),
  })
  .refine((given) => given.roles.length + given.userIds.length > 0, {
    error: 'must name at least one role or member',
  });

const tag = 'Budgets';
const params = z.object({ id: wireId });
const response = { kind: 'envelope', schema: budgetSchema } as const;
const body = z.strictObject({
  monthlyLimit: monthlyLimitField.describe(
    'Credits that captures may cost in a cycle. Null, empty and 0 mean no limit.',
  ),
  thresholds: list(percent, budgetLimits.thresholds)
    .default([...budgetLimits.defaultThresholds])
    .transform((given) => [...new Set(given)].sort((a, b) => a - b))
    .describe('Percentages of the limit at which an email is sent. An empty list sends none.'),
  recipients: recipients
    .default({ roles: ['owner'], userIds: [] })
    .describe('Recipients of the emails. The owner receives them if no recipient is a member.'),
});

/** Endpoints for monthly credit limits and their alerts. */
export const budgetEndpoints = {
  getProjectBudget: defineEndpoint({
    ...budgetPaths.getProjectBudget,
    operationId: 'getProjectBudget',
    summary: 'Read the budget of a project',
    tag,
    auth: 'session',
    params,
    response,
  }),
  setProjectBudget: defineEndpoint({
    ...budgetPaths.setProjectBudget,
    operationId: 'setProjectBudget',
    summary: 'Limit the credits of a project in a cycle, and choose who is alerted',
    tag,
    auth: 'session',
    right: 'integrate',
    params,
    body,
    response,
  }),
  getApiKeyBudget: defineEndpoint({
    ...budgetPaths.getApiKeyBudget,
    operationId: 'getApiKeyBudget',
    summary: 'Read the budget of an API key',
    tag,
    auth: 'session',
    right: 'integrate',
    params,
    response,
  }),
  setApiKeyBudget: defineEndpoint({
    ...budgetPaths.setApiKeyBudget,
    operationId: 'setApiKeyBudget',
    summary: 'Limit the credits of an API key in a cycle, and choose who is alerted',
    tag,
    auth: 'session',
    right: 'integrate',
    params,
    body,
    response,
  }),
} as const;

/** Type inferred from {@link budgetSchema}. */
export type Budget = z.infer<typeof budgetSchema>;
