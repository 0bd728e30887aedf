import { deletionGraceDays } from '@shotwright/contract';
import type { MailBrand, MailContent, PasskeyMail } from './mail.ts';

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Email that confirms the request to delete an account. */
export function deletionScheduled(
  { firstName, deletedAt }: { readonly firstName: string; readonly deletedAt: string },
  { productName, publicUrl, supportEmail }: MailBrand,
): MailContent {
  const date = dateFormat.format(new Date(deletedAt));
  return {
    subject: `Your ${productName} account will be deleted on ${date}`,
    paragraphs: [
      `Hello ${firstName},`,
      `You asked us to delete your account. It will be deleted on ${date}, in ${deletionGraceDays} days. Until then, it works as before.`,
      'To keep your account, sign in and choose "Keep my account".',
      `If you did not ask for this, keep your account, set a new password and write to ${supportEmail}.`,
    ],
    action: { label: 'Keep my account', href: `${publicUrl}/dashboard/privacy` },
  };
}

/** Email about a deletion that did not take place, because the organisation has other members. */
export function deletionStopped(
  { firstName }: { readonly firstName: string },
  { productName, publicUrl }: MailBrand,
): MailContent {
  return {
    subject: `Your ${productName} account was not deleted`,
    paragraphs: [
      `Hello ${firstName},`,
      'Your account was not deleted, because you own an organisation that now has other members.',
      'Transfer ownership to one of them, or remove them. Then you can delete your account.',
    ],
    action: { label: 'View your team', href: `${publicUrl}/dashboard/team` },
  };
}

/** Email about the deletion of an account. */
export function accountDeleted(
  { firstName }: { readonly firstName: string },
  { productName, supportEmail }: MailBrand,
): MailContent {
  return {
    subject: `Your ${productName} account was deleted`,
    paragraphs: [
      `Hello ${firstName},`,
      'Your account was deleted, as you asked. Your email address can be used for a new account.',
    ],
    closing: `This is our last email about this account. If you have a question, write to ${supportEmail}.`,
  };
}

const passkeysAction = ({ publicUrl }: MailBrand): NonNullable<MailContent['action']> => ({
  label: 'View your passkeys',
  href: `${publicUrl}/dashboard/settings`,
});

/** Email about a passkey that now signs in. */
export function passkeyAdded({ firstName, name }: PasskeyMail, brand: MailBrand): MailContent {
  return {
    subject: `A passkey was added to your ${brand.productName} account`,
    paragraphs: [
      `Hello ${firstName},`,
      `The passkey "${name}" was added to your account and can now sign in.`,
      `If that was not you, delete the passkey, sign out of all devices and write to ${brand.supportEmail}.`,
    ],
    action: passkeysAction(brand),
  };
}

/** Email about a passkey that no longer signs in. */
export function passkeyDeleted({ firstName, name }: PasskeyMail, brand: MailBrand): MailContent {
  return {
    subject: `A passkey of your ${brand.productName} account was deleted`,
    paragraphs: [
      `Hello ${firstName},`,
      `The passkey "${name}" was deleted from your account and no longer signs in.`,
      `If that was not you, sign out of all devices and write to ${brand.supportEmail}.`,
    ],
    action: passkeysAction(brand),
  };
}
