import type { PathTable } from '../endpoint-path.ts';

/** Methods and paths of the endpoints for the audit log. */
export const auditPaths = {
  listAuditEvents: { method: 'GET', path: '/audit-events' },
  exportAuditEvents: { method: 'GET', path: '/audit-events.csv' },
} as const satisfies PathTable;

/** Groups of audited actions, by which the log is filtered. */
export const auditGroups = [
  'keys',
  'files',
  'exports',
  'members',
  'security',
  'billing',
  'settings',
] as const;
/** One of the {@link auditGroups}. */
export type AuditGroup = (typeof auditGroups)[number];

/** Every audited action with its group. */
export const auditActions = {
  'api_key.created': 'keys',
  'api_key.updated': 'keys',
  'api_key.enabled': 'keys',
  'api_key.disabled': 'keys',
  'api_key.rotated': 'keys',
  'api_key.deleted': 'keys',
  'link_secret.revealed': 'keys',
  'link_secret.rotated': 'keys',
  'project.created': 'files',
  'project.renamed': 'files',
  'project.budget_changed': 'files',
  'project.deleted': 'files',
  'files.deleted': 'files',
  'files.moved': 'files',
  'screenshot.deleted': 'files',
  'screenshot.cancelled': 'files',
  'screenshot.annotated': 'files',
  'batch.cancelled': 'files',
  'public_link.created': 'files',
  'public_link.revoked': 'files',
  'report.created': 'files',
  'report.deleted': 'files',
  'report.shared': 'files',
  'report.unshared': 'files',
  'files.exported': 'exports',
  'batch.exported': 'exports',
  'credit_ledger.exported': 'exports',
  'audit_log.exported': 'exports',
  'account.exported': 'exports',
  'member.invited': 'members',
  'invite.revoked': 'members',
  'member.joined': 'members',
  'member.role_changed': 'members',
  'member.removed': 'members',
  'member.left': 'members',
  'ownership.transferred': 'members',
  'profile.updated': 'members',
  'sign_in.succeeded': 'security',
  'sign_in.failed': 'security',
  sign_out: 'security',
  'session.ended': 'security',
  'sessions.ended': 'security',
  'password.changed': 'security',
  'password.reset': 'security',
  'passkey.added': 'security',
  'passkey.renamed': 'security',
  'passkey.deleted': 'security',
  'account.deletion_scheduled': 'security',
  'account.deletion_cancelled': 'security',
  'checkout.started': 'billing',
  'checkout.confirmed': 'billing',
  'plan.changed': 'billing',
  'plan.cancelled': 'billing',
  'plan.resumed': 'billing',
  'billing_portal.opened': 'billing',
  'coupon.redeemed': 'billing',
  'saved_setting.created': 'settings',
  'saved_setting.updated': 'settings',
  'saved_setting.deleted': 'settings',
  'saved_settings.exported': 'exports',
  'saved_settings.imported': 'settings',
  'schedule.created': 'settings',
  'schedule.updated': 'settings',
  'schedule.paused': 'settings',
  'schedule.resumed': 'settings',
  'schedule.deleted': 'settings',
  'webhook.created': 'settings',
  'webhook.updated': 'settings',
  'webhook.enabled': 'settings',
  'webhook.disabled': 'settings',
  'webhook.deleted': 'settings',
  'webhook_secret.revealed': 'settings',
  'webhook_secret.rotated': 'settings',
  'destination.created': 'settings',
  'destination.updated': 'settings',
  'destination.deleted': 'settings',
  'baseline.approved': 'settings',
  'baseline.removed': 'settings',
} as const satisfies Record<string, AuditGroup>;
/** Name of an audited action. */
export type AuditAction = keyof typeof auditActions;

/** Limits of the audit log. */
export const auditLimits = {
  /** Events are deleted after this time. Unit: days. */
  keptDays: 400,
  pageSize: 50,
  /** Newest events that one CSV file has at most. */
  exportedEvents: 50_000,
  /** Characters of a stored browser or program. */
  userAgentLength: 256,
  /** Characters of a searched name or email. */
  actorLength: 100,
} as const;
