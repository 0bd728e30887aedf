import type { KeyExpiry, MailBrand, MailContent } from './mail.ts';

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** Email for an API key that expires soon. */
export function keyExpiry(mail: KeyExpiry, { productName, publicUrl }: MailBrand): MailContent {
  const { firstName, name } = mail;
  const time = `${timeFormat.format(new Date(mail.expiresAt))} UTC`;
  return {
    subject: `${productName}: the API key "${name}" expires soon`,
    paragraphs: [
      `Hello ${firstName},`,
      `The API key "${name}" expires on ${time}. From then on, requests with it are rejected, and its signed links end.`,
      'If it is still in use, set a later date under Restrictions in the menu of the key.',
    ],
    action: { label: 'View your API keys', href: `${publicUrl}/dashboard/api-keys` },
    closing:
      'Owners and admins of the organisation receive this email once, a week before the date.',
  };
}
