import { auditActions, type AuditEvent } from '@shotwright/contract';
import { csvLine } from '../../lib/csv.ts';
import type { AuditEventRow } from './audit.store.ts';

/** Converts an event to its wire format. */
export function presentAuditEvent(row: AuditEventRow): AuditEvent {
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    action: row.action,
    group: auditActions[row.action],
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName, email: row.actorEmail },
    network: row.network,
    userAgent: row.userAgent,
    targetId: row.targetId,
    targetName: row.targetName,
    count: row.fileCount,
  };
}

/** Header of the log as CSV. */
export const auditCsvHead = csvLine([
  'time',
  'action',
  'group',
  'actor_kind',
  'actor_id',
  'actor_name',
  'actor_email',
  'network',
  'user_agent',
  'target_id',
  'target_name',
  'files',
]);

/** Converts an event to a CSV line. */
export function auditCsvLine(row: AuditEventRow): string {
  const { createdAt, action, group, actor, network, userAgent, targetId, targetName, count } =
    presentAuditEvent(row);
  return csvLine([
    createdAt,
    action,
    group,
    actor.kind,
    actor.id,
    actor.name,
    actor.email,
    network,
    userAgent,
    targetId,
    targetName,
    count,
  ]);
}
