import { verificationCode } from '@shotwright/contract';
import type { Mail, MailBrand, MailContent } from './mail.ts';
import {
  accountDeleted,
  deletionScheduled,
  deletionStopped,
  passkeyAdded,
  passkeyDeleted,
} from './account-mails.ts';
import { batchFinished } from './batch-mail.ts';
import { keyExpiry } from './key-mails.ts';
import { scheduleChanged, scheduleDigest, scheduleFailed } from './schedule-mails.ts';
import { memberRemoved, teamInvite } from './team-mails.ts';
import { budgetAlert, creditsWarning, storageWarning } from './usage-mails.ts';

type MailOf<Template extends Mail['template']> = Extract<Mail, { template: Template }>;

type Templates = {
  readonly [Template in Mail['template']]: (
    mail: MailOf<Template>,
    brand: MailBrand,
  ) => MailContent;
};

const forgotPath = '/forgot-password';

const billingAction = ({ publicUrl }: MailBrand): NonNullable<MailContent['action']> => ({
  label: 'View your plan',
  href: `${publicUrl}/dashboard/billing`,
});

const creditsText = (credits: number): string =>
  `You get ${credits.toLocaleString('en-US')} credits each month.`;

/** Content of each email. */
const templates: Templates = {
  verification_code: ({ code }, { productName }) => ({
    subject: `${code} is your ${productName} code`,
    paragraphs: [`Enter this code to verify your email address for ${productName}:`],
    code,
    closing: `The code expires in ${verificationCode.expiresInMinutes} minutes. If you did not request it, ignore this email.`,
  }),
  welcome: ({ firstName }, { productName, publicUrl }) => ({
    subject: `Welcome to ${productName}`,
    paragraphs: [
      `Hello ${firstName},`,
      'Your account is ready. Enter the URL of a web page and take your first screenshot.',
    ],
    action: { label: 'Take your first screenshot', href: `${publicUrl}/dashboard/playground` },
  }),
  password_reset: ({ firstName, token }, { productName, publicUrl }) => ({
    subject: `Set a new ${productName} password`,
    paragraphs: [
      `Hello ${firstName},`,
      'We received a request to set a new password for your account.',
    ],
    action: {
      label: 'Set a new password',
      href: `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`,
    },
    closing:
      'The link works once and for 60 minutes. If you did not request it, ignore this email: your password does not change.',
  }),
  password_changed: ({ firstName }, { productName, publicUrl, supportEmail }) => ({
    subject: `Your ${productName} password was changed`,
    paragraphs: [
      `Hello ${firstName},`,
      'The password of your account was changed, and your other devices were signed out.',
      `If that was not you, set a new password now and write to ${supportEmail}.`,
    ],
    action: { label: 'Set a new password', href: `${publicUrl}${forgotPath}` },
  }),
  identity_hint: ({ firstName }, { productName, publicUrl }) => ({
    subject: `How you sign in to ${productName}`,
    paragraphs: [
      `Hello ${firstName},`,
      `We received a request to set a new password for your ${productName} account. Your account has no password: you sign in with Google.`,
    ],
    action: { label: 'Sign in with Google', href: `${publicUrl}/` },
    closing: 'If you did not request this, ignore this email.',
  }),
  passkey_added: passkeyAdded,
  passkey_deleted: passkeyDeleted,
  deletion_scheduled: deletionScheduled,
  deletion_stopped: deletionStopped,
  account_deleted: accountDeleted,
  team_invite: teamInvite,
  member_removed: memberRemoved,
  credits_warning: creditsWarning,
  storage_warning: storageWarning,
  budget_alert: budgetAlert,
  key_expiry: keyExpiry,
  batch_finished: batchFinished,
  schedule_changed: scheduleChanged,
  schedule_failed: scheduleFailed,
  schedule_digest: scheduleDigest,
  plan_bought: (mail, brand) => ({
    subject: `Your ${brand.productName} ${mail.planName} plan is active`,
    paragraphs: [
      `Hello ${mail.firstName},`,
      `Thank you for your payment of ${mail.paid}. Your ${mail.planName} plan (${mail.fees}) is active.`,
      creditsText(mail.creditsPerCycle),
    ],
    action: billingAction(brand),
    closing: 'You can find your invoices, change your payment method or cancel on the same page.',
  }),
  plan_changed: (mail, brand) => ({
    subject: `Your ${brand.productName} plan is now ${mail.planName}`,
    paragraphs: [
      `Hello ${mail.firstName},`,
      `Your plan is now ${mail.planName} (${mail.fees}). Your latest payment was ${mail.paid}.`,
      creditsText(mail.creditsPerCycle),
    ],
    action: billingAction(brand),
  }),
  plan_ended: (mail, brand) => ({
    subject: `Your ${brand.productName} ${mail.planName} plan has ended`,
    paragraphs: [
      `Hello ${mail.firstName},`,
      `Your ${mail.planName} plan has ended. You keep your projects and screenshots and will not be charged again.`,
    ],
    action: billingAction(brand),
  }),
  payment_failed: (mail, brand) => ({
    subject: `The payment for your ${brand.productName} plan failed`,
    paragraphs: [
      `Hello ${mail.firstName},`,
      `The payment for your ${mail.planName} plan was declined. Please choose another payment method. Otherwise, your plan ends after a few more attempts.`,
    ],
    action: billingAction(brand),
  }),
  ticket_reply: ({ firstName, ticketId, title }, { productName, publicUrl }) => ({
    subject: `${productName} support replied: ${title} (#${ticketId})`,
    paragraphs: [
      `Hello ${firstName},`,
      `The support team has replied to your ticket #${ticketId}, "${title}".`,
    ],
    action: { label: 'Read the reply', href: `${publicUrl}/dashboard/help?ticket=${ticketId}` },
    closing:
      'If this does not solve your problem, reply in the ticket. You can reopen a closed ticket within 14 days.',
  }),
  webhook_switched_off: ({ firstName, webhookName, reason }, { productName, publicUrl }) => ({
    subject: `Your ${productName} webhook "${webhookName}" was disabled`,
    paragraphs: [
      `Hello ${firstName},`,
      reason === 'gone'
        ? `The endpoint of your webhook "${webhookName}" responded with 410 Gone, so we no longer send events to it.`
        : `All deliveries to your webhook "${webhookName}" have failed for five days, so we no longer send events to it.`,
      'When the endpoint works again, enable the webhook. You can then resend the failed deliveries from its list of deliveries.',
    ],
    action: { label: 'View your webhooks', href: `${publicUrl}/dashboard/webhooks` },
  }),
};

/** Returns the content of an email. */
export function contentOf<Template extends Mail['template']>(
  mail: MailOf<Template>,
  brand: MailBrand,
): MailContent {
  const template: (mail: MailOf<Template>, brand: MailBrand) => MailContent =
    templates[mail.template];
  return template(mail, brand);
}
