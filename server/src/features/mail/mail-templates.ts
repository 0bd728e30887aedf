import { verificationCode } from '@shotwright/contract';
import type { Mail, MailBrand, MailContent } from './mail.ts';
import { creditsWarning, storageWarning } from './usage-mails.ts';

type MailOf<Template extends Mail['template']> = Extract<Mail, { template: Template }>;

type Templates = {
  readonly [Template in Mail['template']]: (
    mail: MailOf<Template>,
    brand: MailBrand,
  ) => MailContent;
};

const forgotPath = '/forgot-password';

const billingAction = ({ publicUrl }: MailBrand): NonNullable<MailContent['action']> => ({
  label: 'Look at your plan',
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
    closing: `The code expires in ${verificationCode.expiresInMinutes} minutes. If you did not ask for it, ignore this email.`,
  }),
  welcome: ({ firstName }, { productName, publicUrl }) => ({
    subject: `Welcome to ${productName}`,
    paragraphs: [
      `Hello ${firstName},`,
      'Your account is ready. Paste an address, press one button, and the picture of the page is yours.',
    ],
    action: { label: 'Take your first screenshot', href: `${publicUrl}/dashboard/playground` },
  }),
  password_reset: ({ firstName, token }, { productName, publicUrl }) => ({
    subject: `Set a new ${productName} password`,
    paragraphs: [
      `Hello ${firstName},`,
      'Somebody, hopefully you, asked to set a new password for your account.',
    ],
    action: {
      label: 'Set a new password',
      href: `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`,
    },
    closing:
      'The link works once and for 60 minutes. If you did not ask for it, ignore this email: your password stays as it is.',
  }),
  password_changed: ({ firstName }, { productName, publicUrl, supportEmail }) => ({
    subject: `Your ${productName} password was changed`,
    paragraphs: [
      `Hello ${firstName},`,
      'The password of your account was just changed, and your other devices were signed out.',
      `If that was not you, set a new password now and write to ${supportEmail}.`,
    ],
    action: { label: 'Set a new password', href: `${publicUrl}${forgotPath}` },
  }),
  identity_hint: ({ firstName }, { productName, publicUrl }) => ({
    subject: `How you sign in to ${productName}`,
    paragraphs: [
      `Hello ${firstName},`,
      `Somebody, hopefully you, asked for a new ${productName} password. Your account has none: you sign in with Google.`,
    ],
    action: { label: 'Sign in with Google', href: `${publicUrl}/` },
    closing: 'If you did not ask for this, ignore this email.',
  }),
  credits_warning: creditsWarning,
  storage_warning: storageWarning,
  plan_bought: (mail, brand) => ({
    subject: `Your ${brand.productName} ${mail.planName} plan is active`,
    paragraphs: [
      `Hello ${mail.firstName},`,
      `Thank you. Your payment of ${mail.paid} has arrived, and the ${mail.planName} plan (${mail.fees}) is active.`,
      creditsText(mail.creditsPerCycle),
    ],
    action: billingAction(brand),
    closing: 'Bills, payment method and cancellation are on the same page.',
  }),
  plan_changed: (mail, brand) => ({
    subject: `You are on the ${mail.planName} plan of ${brand.productName} now`,
    paragraphs: [
      `Hello ${mail.firstName},`,
      `Your plan is ${mail.planName} (${mail.fees}) from now on. The newest payment was ${mail.paid}.`,
      creditsText(mail.creditsPerCycle),
    ],
    action: billingAction(brand),
  }),
  plan_ended: (mail, brand) => ({
    subject: `Your ${brand.productName} ${mail.planName} plan has ended`,
    paragraphs: [
      `Hello ${mail.firstName},`,
      `Your ${mail.planName} plan has ended. Your projects and pictures stay; nothing more is charged.`,
    ],
    action: billingAction(brand),
  }),
  payment_failed: (mail, brand) => ({
    subject: `The payment for your ${brand.productName} plan did not work`,
    paragraphs: [
      `Hello ${mail.firstName},`,
      `The payment for your ${mail.planName} plan was declined. Choose another payment method; otherwise the plan ends after a few more tries.`,
    ],
    action: billingAction(brand),
  }),
  ticket_reply: ({ firstName, ticketId, title }, { productName, publicUrl }) => ({
    subject: `${productName} support answered: ${title} (#${ticketId})`,
    paragraphs: [
      `Hello ${firstName},`,
      `The support team has answered your ticket #${ticketId}, "${title}".`,
    ],
    action: { label: 'Read the answer', href: `${publicUrl}/dashboard/help?ticket=${ticketId}` },
    closing:
      'If it did not help, write back in the ticket; a closed one can be opened again for 14 days.',
  }),
  webhook_switched_off: ({ firstName, webhookName, reason }, { productName, publicUrl }) => ({
    subject: `Your ${productName} webhook "${webhookName}" was switched off`,
    paragraphs: [
      `Hello ${firstName},`,
      reason === 'gone'
        ? `The endpoint of your webhook "${webhookName}" answered 410 Gone, so nothing is sent to it any more.`
        : `For five days every delivery to your webhook "${webhookName}" has failed, so nothing is sent to it any more.`,
      'Once the endpoint works again, switch the webhook on; what failed meanwhile can be sent again from its list of deliveries.',
    ],
    action: { label: 'Look at your webhooks', href: `${publicUrl}/dashboard/webhooks` },
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
