import type { Mail } from './mail.ts';

const to = 'ada@example.com';
const firstName = 'Ada';
const expiresAt = '2026-01-01T00:10:00.000Z';
const plan = {
  to,
  firstName,
  planName: 'Basic',
  fees: '$9 / month',
  paid: '$7.20',
  creditsPerCycle: 1_000,
};
const credits = { to, firstName, total: 100, renewsAt: expiresAt, expiresAt };

/** Emails that an installation without billing never sends. */
export const billingMails: ReadonlySet<Mail['template']> = new Set([
  'credits_warning',
  'storage_warning',
  'budget_alert',
  'plan_bought',
  'plan_changed',
  'plan_ended',
  'payment_failed',
]);

/** Samples of each email, by template; for tests and the local preview. */
export const sampleMails: {
  readonly [Template in Mail['template']]: readonly Extract<Mail, { template: Template }>[];
} = {
  verification_code: [{ template: 'verification_code', to, code: '012345', expiresAt }],
  welcome: [{ template: 'welcome', to, firstName }],
  password_reset: [{ template: 'password_reset', to, firstName, token: 'a_token-x', expiresAt }],
  password_changed: [{ template: 'password_changed', to, firstName }],
  passkey_added: [{ template: 'passkey_added', to, firstName, name: 'Chrome on macOS' }],
  passkey_deleted: [{ template: 'passkey_deleted', to, firstName, name: 'Chrome on macOS' }],
  deletion_scheduled: [{ template: 'deletion_scheduled', to, firstName, deletedAt: expiresAt }],
  deletion_stopped: [{ template: 'deletion_stopped', to, firstName }],
  account_deleted: [{ template: 'account_deleted', to, firstName }],
  identity_hint: [{ template: 'identity_hint', to, firstName }],
  team_invite: [
    {
      template: 'team_invite',
      to,
      invitedBy: 'Grace Hopper',
      role: 'developer',
      token: 'a_token-x',
      expiresAt,
    },
  ],
  member_removed: [{ template: 'member_removed', to, firstName }],
  credits_warning: [75, 95, 100].map((percent) => ({
    template: 'credits_warning',
    ...credits,
    percent,
    left: 100 - percent,
  })),
  storage_warning: [
    {
      template: 'storage_warning',
      to,
      firstName,
      percent: 80,
      usedBytes: 430_000_000,
      limitBytes: 512 * 1024 ** 2,
    },
  ],
  budget_alert: [80, 100].map((percent) => ({
    template: 'budget_alert',
    to,
    firstName,
    kind: percent === 100 ? 'project' : 'api_key',
    name: percent === 100 ? 'Website' : 'Nightly job',
    percent,
    used: percent * 5,
    limit: 500,
    resetsAt: expiresAt,
    expiresAt,
  })),
  key_expiry: [{ template: 'key_expiry', to, firstName, name: 'Nightly job', expiresAt }],
  batch_finished: [0, 2].map((failed) => ({
    template: 'batch_finished',
    to,
    firstName,
    batchName: failed === 0 ? null : 'Product pages',
    items: 20,
    complete: 20 - failed,
    failed,
    creditsCharged: 20 - failed,
  })),
  schedule_changed: [0.013, 0.00002].map((diffRatio) => ({
    template: 'schedule_changed',
    to,
    firstName,
    scheduleName: 'Home page',
    url: 'https://example.com/',
    diffRatio,
    previousId: '0190f5a4-6f3e-7c1a-9b77-3f2a5d1c0e42',
    screenshotId: '0190f5a4-7a10-7d52-8c3e-5b1f9e0d2a77',
  })),
  schedule_failed: [false, true].map((isPaused) => ({
    template: 'schedule_failed',
    to,
    firstName,
    scheduleName: 'Home page',
    url: isPaused ? null : 'https://example.com/',
    reason: 'The page did not respond in time.',
    isPaused,
  })),
  schedule_digest: [
    {
      template: 'schedule_digest',
      to,
      firstName,
      runs: [
        {
          scheduleName: 'Home page',
          plannedAt: '2026-11-28T09:00:00.000Z',
          diffRatio: 0.013,
          reason: null,
        },
        {
          scheduleName: 'Prices',
          plannedAt: '2026-11-28T08:00:00.000Z',
          diffRatio: null,
          reason: 'The page did not respond in time.',
        },
      ],
      count: 25,
    },
  ],
  plan_bought: [{ template: 'plan_bought', ...plan }],
  plan_changed: [{ template: 'plan_changed', ...plan }],
  plan_ended: [{ template: 'plan_ended', to, firstName, planName: 'Basic' }],
  payment_failed: [{ template: 'payment_failed', to, firstName, planName: 'Basic' }],
  ticket_reply: [
    { template: 'ticket_reply', to, firstName, ticketId: 7, title: 'The image is blank' },
  ],
  webhook_switched_off: (['gone', 'failing'] as const).map((reason) => ({
    template: 'webhook_switched_off',
    to,
    firstName,
    webhookName: 'Deploys',
    reason,
  })),
};
