import type {
  InvitesTable,
  OrganizationsTable,
  PasskeyChallengesTable,
  PasskeysTable,
  PlanChangesTable,
  SessionsTable,
  ThrottlesTable,
  UsageWarningsTable,
  UsedCaptchasTable,
  UsersTable,
  VerificationsTable,
} from './accounts.ts';
import type { AuditEventsTable } from './audit.ts';
import type { BaselineApprovalsTable, BaselineChecksTable, BaselinesTable } from './baselines.ts';
import type { BatchesTable } from './batches.ts';
import type { CouponRedemptionsTable, CouponsTable, CouponTriesTable } from './coupons.ts';
import type { BillingAccountsTable, PaymentEventsTable } from './billing.ts';
import type { CreditAccountsTable, CreditLedgerTable, SpentCountsTable } from './credits.ts';
import type { DestinationsTable, FileDeliveriesTable } from './destinations.ts';
import type { InstallationTable } from './installation.ts';
import type { NewsSlidesTable, StatusNoticesTable } from './news.ts';
import type {
  ApiKeysTable,
  ApiKeyUsageTable,
  BudgetAlertsTable,
  LinkSecretsTable,
  ProjectUsageTable,
  ProjectsTable,
  RequestLogTable,
} from './projects.ts';
import type { ReportItemsTable, ReportPdfsTable, ReportsTable } from './reports.ts';
import type { SavedSettingsTable } from './saved-settings.ts';
import type { ScheduleRunsTable, SchedulesTable } from './schedules.ts';
import type {
  CaptureCacheTable,
  CaptureCountsTable,
  DeletedObjectsTable,
  FileTextsTable,
  FilesTable,
  IdempotencyRecordsTable,
  PublicLinksTable,
  ScreenshotsTable,
  VerdictRefundsTable,
} from './screenshots.ts';
import type {
  SavedRepliesTable,
  StaffActionsTable,
  TicketAttachmentsTable,
  TicketMessagesTable,
  TicketNotesTable,
  TicketsTable,
} from './tickets.ts';
import type {
  WebhookAttemptsTable,
  WebhookDeliveriesTable,
  WebhookProjectsTable,
  WebhookSamplesTable,
  WebhookSecretsTable,
  WebhooksTable,
} from './webhooks.ts';

/** All tables, as typed for kysely. */
export interface Tables {
  installation: InstallationTable;
  organizations: OrganizationsTable;
  invites: InvitesTable;
  plan_changes: PlanChangesTable;
  usage_warnings: UsageWarningsTable;
  users: UsersTable;
  sessions: SessionsTable;
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
  verifications: VerificationsTable;
  throttles: ThrottlesTable;
  used_captchas: UsedCaptchasTable;
  projects: ProjectsTable;
  api_keys: ApiKeysTable;
  api_key_usage: ApiKeyUsageTable;
  project_usage: ProjectUsageTable;
  budget_alerts: BudgetAlertsTable;
  link_secrets: LinkSecretsTable;
  request_log: RequestLogTable;
  audit_events: AuditEventsTable;
  billing_accounts: BillingAccountsTable;
  payment_events: PaymentEventsTable;
  credit_accounts: CreditAccountsTable;
  credit_ledger: CreditLedgerTable;
  spent_counts: SpentCountsTable;
  batches: BatchesTable;
  screenshots: ScreenshotsTable;
  capture_cache: CaptureCacheTable;
  capture_counts: CaptureCountsTable;
  verdict_refunds: VerdictRefundsTable;
  files: FilesTable;
  file_texts: FileTextsTable;
  public_links: PublicLinksTable;
  baselines: BaselinesTable;
  baseline_approvals: BaselineApprovalsTable;
  baseline_checks: BaselineChecksTable;
  saved_settings: SavedSettingsTable;
  schedules: SchedulesTable;
  schedule_runs: ScheduleRunsTable;
  reports: ReportsTable;
  report_items: ReportItemsTable;
  report_pdfs: ReportPdfsTable;
  deleted_objects: DeletedObjectsTable;
  idempotency_records: IdempotencyRecordsTable;
  webhooks: WebhooksTable;
  webhook_projects: WebhookProjectsTable;
  webhook_secrets: WebhookSecretsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_attempts: WebhookAttemptsTable;
  webhook_samples: WebhookSamplesTable;
  destinations: DestinationsTable;
  file_deliveries: FileDeliveriesTable;
  staff_actions: StaffActionsTable;
  tickets: TicketsTable;
  ticket_messages: TicketMessagesTable;
  ticket_notes: TicketNotesTable;
  ticket_attachments: TicketAttachmentsTable;
  saved_replies: SavedRepliesTable;
  news_slides: NewsSlidesTable;
  status_notices: StatusNoticesTable;
  coupons: CouponsTable;
  coupon_redemptions: CouponRedemptionsTable;
  coupon_tries: CouponTriesTable;
}
