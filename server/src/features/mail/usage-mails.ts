import type { CreditsWarning, MailBrand, MailContent, StorageWarning } from './mail.ts';

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const dateOf = (instant: string): string => dateFormat.format(new Date(instant));
const count = (credits: number): string => credits.toLocaleString('en-US');

/** Email for credits that are nearly or completely used up. */
export function creditsWarning(mail: CreditsWarning, brand: MailBrand): MailContent {
  const { percent, left, total } = mail;
  const renewal = `New credits come on ${dateOf(mail.renewsAt)}.`;
  const isEmpty = percent >= 100;
  return {
    subject: isEmpty
      ? `Your ${brand.productName} credits are used up`
      : `${percent} % of your ${brand.productName} credits are used`,
    paragraphs: [
      `Hello ${mail.firstName},`,
      isEmpty
        ? `You have used all your credits for this cycle. ${renewal} Until then captures are refused; the pictures you have stay.`
        : `Of this cycle's ${count(total)} credits ${count(left)} are left. ${renewal}`,
      'Upgrade your plan or redeem a coupon to have more at once.',
    ],
    action: { label: 'Get more credits', href: `${brand.publicUrl}/dashboard/billing` },
    closing: 'We write at 75, 95 and 100 % of the credits of a cycle, once each.',
  };
}

/** Email for storage that is nearly full. */
export function storageWarning(mail: StorageWarning, brand: MailBrand): MailContent {
  return {
    subject: `Your ${brand.productName} storage is ${mail.percent} % full`,
    paragraphs: [
      `Hello ${mail.firstName},`,
      `Your pictures take ${sizeOf(mail.usedBytes)} of the ${sizeOf(mail.limitBytes)} of your plan. Once it is full, captures are refused.`,
      'Delete files you no longer need, or upgrade your plan.',
    ],
    action: { label: 'Look at your files', href: `${brand.publicUrl}/dashboard/files` },
    closing: 'We write at 80 and 95 % of the storage, once each in a cycle.',
  };
}

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

// Base 1024 and two decimals, as the dashboard shows sizes.
function sizeOf(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${(bytes / 1024 ** power).toFixed(2)} ${units[power]}`;
}
