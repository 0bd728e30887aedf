import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import {
  auditActions,
  auditGroups,
  auditLimits,
  auditPaths,
  type AuditAction,
} from '../paths/audit/audit.ts';
import { boundedText, storableTextRule, wireInstant, wireNumber, wireUuid } from '../wire.ts';

const actionNames = Object.keys(auditActions).filter(
  (name): name is AuditAction => name in auditActions,
);

/** An audited action: who did what, when and from where, with names as they were at that time. */
export const auditEventSchema = z.object({
  id: wireUuid,
  createdAt: wireInstant,
  action: z.enum(actionNames),
  group: z.enum(auditGroups),
  actor: z.object({
    kind: z.enum(['user', 'api_key']),
    /** ID of the user or the API key, which may be deleted by now. */
    id: z.string(),
    name: z.string(),
    /** Null for an API key. */
    email: z.string().nullable(),
  }),
  /** Network of the client: an IPv4 address without its last part, or the first 56 bits of an IPv6 address. */
  network: z.string(),
  /** `User-Agent` header; empty if there was none. */
  userAgent: z.string(),
  /** ID of the changed thing; null if the action has no single target. */
  targetId: z.string().nullable(),
  /** Null if it had no name. */
  targetName: z.string().nullable(),
  /** Files of an action on many; null if unknown or not of files. */
  count: z.int().nullable(),
});

const filter = {
  group: z.enum(auditGroups).optional().describe('Group of the actions.'),
  actor: boundedText(auditLimits.actorLength)
    .regex(storableTextRule.pattern, { error: storableTextRule.error })
    .optional()
    .describe('Part of the name or the email of the user, or of the name of the API key.'),
  from: wireInstant.optional().describe('Start of the period, included.'),
  to: wireInstant.optional().describe('End of the period, not included.'),
};

const tag = 'Audit log';

/** Endpoints of the audit log. */
export const auditEndpoints = {
  listAuditEvents: defineEndpoint({
    ...auditPaths.listAuditEvents,
    operationId: 'listAuditEvents',
    summary: `List the audited actions of the last ${auditLimits.keptDays} days, newest first`,
    tag,
    auth: 'session',
    right: 'team',
    query: z.strictObject({
      ...filter,
      cursor: wireUuid.optional().describe('`next` of the page before.'),
      limit: wireNumber({ min: 1, max: 100 }).default(auditLimits.pageSize),
    }),
    response: {
      kind: 'envelope',
      schema: z.object({
        events: z.array(auditEventSchema),
        /** Cursor of older events; null at the end. */
        next: wireUuid.nullable(),
      }),
    },
  }),
  exportAuditEvents: defineEndpoint({
    ...auditPaths.exportAuditEvents,
    operationId: 'exportAuditEvents',
    summary: `Download the newest ${auditLimits.exportedEvents} audited actions of a filter as CSV`,
    tag,
    auth: 'session',
    right: 'team',
    query: z.strictObject(filter),
    response: { kind: 'binary', contentTypes: ['text/csv'] },
  }),
} as const;

/** Type inferred from {@link auditEventSchema}. */
export type AuditEvent = z.infer<typeof auditEventSchema>;
