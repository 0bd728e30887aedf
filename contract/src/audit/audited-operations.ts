import type { AuditAction, OperationId } from '../paths/index.ts';

/** Kinds of things that an audited action changes. */
export type AuditTarget =
  | 'apiKey'
  | 'project'
  | 'screenshot'
  | 'batch'
  | 'setting'
  | 'schedule'
  | 'webhook'
  | 'destination'
  | 'baseline'
  | 'report'
  | 'member'
  | 'invite';

/** The action of an operation, and what it changes if that has a name. */
export interface AuditedOperation {
  readonly action: AuditAction;
  readonly target?: AuditTarget;
}

/**
 * Operations that the audit log records. Each operation that changes data is here or in
 * {@link unauditedOperations}; those that export data or reveal a secret are here as well.
 */
export const auditedOperations = {
  createApiKey: { action: 'api_key.created', target: 'apiKey' },
  updateApiKey: { action: 'api_key.updated', target: 'apiKey' },
  setApiKeyBudget: { action: 'api_key.updated', target: 'apiKey' },
  rotateApiKey: { action: 'api_key.rotated', target: 'apiKey' },
  deleteApiKey: { action: 'api_key.deleted', target: 'apiKey' },
  readLinkSecret: { action: 'link_secret.revealed', target: 'apiKey' },
  rotateLinkSecret: { action: 'link_secret.rotated', target: 'apiKey' },
  createProject: { action: 'project.created', target: 'project' },
  renameProject: { action: 'project.renamed', target: 'project' },
  setProjectBudget: { action: 'project.budget_changed', target: 'project' },
  deleteProject: { action: 'project.deleted', target: 'project' },
  deleteFiles: { action: 'files.deleted' },
  deleteFilesByPost: { action: 'files.deleted' },
  deleteMatches: { action: 'files.deleted' },
  deleteScreenshot: { action: 'screenshot.deleted', target: 'screenshot' },
  cancelScreenshot: { action: 'screenshot.cancelled', target: 'screenshot' },
  createAnnotatedCopy: { action: 'screenshot.annotated', target: 'screenshot' },
  cancelBatch: { action: 'batch.cancelled', target: 'batch' },
  moveFiles: { action: 'files.moved' },
  moveMatches: { action: 'files.moved' },
  createPublicLink: { action: 'public_link.created', target: 'screenshot' },
  revokePublicLink: { action: 'public_link.revoked', target: 'screenshot' },
  createReport: { action: 'report.created', target: 'report' },
  deleteReport: { action: 'report.deleted', target: 'report' },
  shareReport: { action: 'report.shared', target: 'report' },
  unshareReport: { action: 'report.unshared', target: 'report' },
  zipFiles: { action: 'files.exported' },
  exportFiles: { action: 'files.exported' },
  zipBatch: { action: 'batch.exported', target: 'batch' },
  exportCreditLedger: { action: 'credit_ledger.exported' },
  exportAccount: { action: 'account.exported' },
  exportAuditEvents: { action: 'audit_log.exported' },
  signup: { action: 'member.joined' },
  googleSignup: { action: 'member.joined' },
  acceptInvite: { action: 'member.joined' },
  joinTeam: { action: 'member.joined' },
  inviteMember: { action: 'member.invited', target: 'invite' },
  resendInvite: { action: 'member.invited', target: 'invite' },
  revokeInvite: { action: 'invite.revoked', target: 'invite' },
  changeMemberRole: { action: 'member.role_changed', target: 'member' },
  removeMember: { action: 'member.removed', target: 'member' },
  leaveTeam: { action: 'member.left' },
  transferOwnership: { action: 'ownership.transferred', target: 'member' },
  updateProfile: { action: 'profile.updated' },
  updatePreferences: { action: 'profile.updated' },
  scheduleAccountDeletion: { action: 'account.deletion_scheduled' },
  cancelAccountDeletion: { action: 'account.deletion_cancelled' },
  login: { action: 'sign_in.succeeded' },
  googleLogin: { action: 'sign_in.succeeded' },
  passkeyLogin: { action: 'sign_in.succeeded' },
  addPasskey: { action: 'passkey.added' },
  renamePasskey: { action: 'passkey.renamed' },
  deletePasskey: { action: 'passkey.deleted' },
  logout: { action: 'sign_out' },
  endSession: { action: 'session.ended' },
  endAllSessions: { action: 'sessions.ended' },
  resetPassword: { action: 'password.reset' },
  createCheckoutSession: { action: 'checkout.started' },
  confirmCheckout: { action: 'checkout.confirmed' },
  changePlan: { action: 'plan.changed' },
  cancelSubscription: { action: 'plan.cancelled' },
  resumeSubscription: { action: 'plan.resumed' },
  openBillingPortal: { action: 'billing_portal.opened' },
  redeemCoupon: { action: 'coupon.redeemed' },
  createSavedSetting: { action: 'saved_setting.created', target: 'setting' },
  updateSavedSetting: { action: 'saved_setting.updated', target: 'setting' },
  deleteSavedSetting: { action: 'saved_setting.deleted', target: 'setting' },
  exportSavedSettings: { action: 'saved_settings.exported' },
  importSavedSettings: { action: 'saved_settings.imported' },
  createSchedule: { action: 'schedule.created', target: 'schedule' },
  updateSchedule: { action: 'schedule.updated', target: 'schedule' },
  pauseSchedule: { action: 'schedule.paused', target: 'schedule' },
  resumeSchedule: { action: 'schedule.resumed', target: 'schedule' },
  deleteSchedule: { action: 'schedule.deleted', target: 'schedule' },
  createWebhook: { action: 'webhook.created', target: 'webhook' },
  updateWebhook: { action: 'webhook.updated', target: 'webhook' },
  setWebhookStatus: { action: 'webhook.enabled', target: 'webhook' },
  deleteWebhook: { action: 'webhook.deleted', target: 'webhook' },
  getWebhookSecret: { action: 'webhook_secret.revealed', target: 'webhook' },
  rotateWebhookSecret: { action: 'webhook_secret.rotated', target: 'webhook' },
  createDestination: { action: 'destination.created', target: 'destination' },
  updateDestination: { action: 'destination.updated', target: 'destination' },
  deleteDestination: { action: 'destination.deleted', target: 'destination' },
  approveBaseline: { action: 'baseline.approved', target: 'baseline' },
  removeBaseline: { action: 'baseline.removed', target: 'baseline' },
} as const satisfies Partial<Record<OperationId, AuditedOperation>>;

const capture = 'A capture is in the list of files and, with an API key, in the request log.';
const temporary = 'It changes no stored data of the organisation.';
const beforeSignIn = 'The caller has not proved who they are.';
const draft = 'A report is edited often; its creation, link and deletion are recorded.';
const support = 'A conversation with the support team keeps its own history.';

/** Operations other than GET that the audit log does not record, with the reason. */
export const unauditedOperations = {
  captureUrl: capture,
  captureHtml: capture,
  captureUrlFromDashboard: capture,
  captureHtmlFromDashboard: capture,
  retryScreenshot: capture,
  createBatch: capture,
  retryBatch: capture,
  runSchedule: capture,
  pauseBatch: 'A pause delays captures and is undone by resuming.',
  resumeBatch: 'A pause delays captures and is undone by resuming.',
  checkBaseline: 'A check is listed with its screenshot.',
  createLink: 'A signed link is computed and not stored; programs sign many of them.',
  readSitemap: temporary,
  estimateCapture: temporary,
  previewSettingsImport: temporary,
  compareScreenshots: temporary,
  previewPlanChange: temporary,
  testDestination: temporary,
  sendWebhookSample: temporary,
  dismissOnboarding: temporary,
  downloadFile: 'A single image is read as on its page; archives are recorded.',
  resendWebhookDelivery: 'A delivery keeps the history of its attempts.',
  resendFailedDeliveries: 'A delivery keeps the history of its attempts.',
  retryFileDelivery: 'A delivery keeps the history of its attempts.',
  updateReport: draft,
  setReportLogo: draft,
  deleteReportLogo: draft,
  verifyEmail: beforeSignIn,
  resendCode: beforeSignIn,
  forgotPassword: beforeSignIn,
  readInvite: beforeSignIn,
  startPasskeySignIn: beforeSignIn,
  startPasskey: temporary,
  createTicket: support,
  deleteTicket: support,
  answerTicket: support,
  reopenTicket: support,
} as const satisfies Partial<Record<OperationId, string>>;

const byOperation: Readonly<Record<string, AuditedOperation>> = auditedOperations;

/** Returns what the audit log records of an operation; undefined if nothing. */
export function auditedOperation(operationId: string): AuditedOperation | undefined {
  return Object.hasOwn(byOperation, operationId) ? byOperation[operationId] : undefined;
}
