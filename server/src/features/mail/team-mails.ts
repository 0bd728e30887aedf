import { inviteLimits } from '@shotwright/contract';
import type { MailBrand, MailContent, TeamInvite } from './mail.ts';

/** Email with the link that accepts an invitation. */
export function teamInvite(mail: TeamInvite, brand: MailBrand): MailContent {
  const { invitedBy, role, token } = mail;
  const { productName, publicUrl } = brand;
  return {
    subject: `${invitedBy} invites you to ${productName}`,
    paragraphs: [
      'Hello,',
      `${invitedBy} invites you to join their organisation on ${productName}, which turns web pages into images. Your role will be ${roleTexts[role]}.`,
    ],
    action: {
      label: 'Accept the invitation',
      href: `${publicUrl}/invite?token=${encodeURIComponent(token)}`,
    },
    closing: `The link works once and for ${inviteLimits.expiresInDays} days. If you do not know the sender, ignore this email.`,
  };
}

const roleTexts: Readonly<Record<TeamInvite['role'], string>> = {
  admin: 'Admin',
  developer: 'Developer',
  billing: 'Billing',
  viewer: 'Viewer',
};

/** Email for a user who is no longer a member of an organisation. */
export function memberRemoved(
  { firstName }: { readonly firstName: string },
  { productName, publicUrl }: MailBrand,
): MailContent {
  return {
    subject: `You have left an organisation on ${productName}`,
    paragraphs: [
      `Hello ${firstName},`,
      'You are no longer a member of your organisation, so you cannot open its captures, projects and settings.',
      'Your account still exists. It now has an organisation of its own, which is empty.',
    ],
    action: { label: 'Sign in', href: `${publicUrl}/` },
  };
}
