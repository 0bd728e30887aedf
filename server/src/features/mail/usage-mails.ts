import type {
  BudgetAlert,
  CreditsWarning,
  MailBrand,
  MailContent,
  StorageWarning,
} from './mail.ts';

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const dateOf = (instant: string): string => dateFormat.format(new Date(instant));
const count = (credits: number): string => credits.toLocaleString('en-US');

/** Email for credits that are nearly or completely used up. */
export function creditsWarning(mail: CreditsWarning, brand: MailBrand): MailContent {
  const { percent, left, total } = mail;
  const renewal = `Your credits renew on ${dateOf(mail.renewsAt)}.`;
  const isEmpty = percent >= 100;
  return {
    subject: isEmpty
      ? `Your ${brand.productName} credits are used up`
      : `${percent}% of your ${brand.productName} credits are used`,
    paragraphs: [
      `Hello ${mail.firstName},`,
      isEmpty
        ? `You have used all your credits for this cycle. ${renewal} Until then, new captures are rejected. Your existing screenshots are kept.`
        : `You have ${count(left)} of ${count(total)} credits left in this cycle. ${renewal}`,
      'Upgrade your plan or redeem a coupon to get more now.',
    ],
    action: { label: 'Get more credits', href: `${brand.publicUrl}/dashboard/billing` },
    closing: 'We send this email at 75%, 95% and 100% of the credits of each cycle.',
  };
}

/** Email for storage that is nearly full. */
export function storageWarning(mail: StorageWarning, brand: MailBrand): MailContent {
  return {
    subject: `Your ${brand.productName} storage is ${mail.percent}% full`,
    paragraphs: [
      `Hello ${mail.firstName},`,
      `Your screenshots use ${sizeOf(mail.usedBytes)} of the ${sizeOf(mail.limitBytes)} of your plan. When the storage is full, new captures are rejected.`,
      'Delete files you no longer need, or upgrade your plan.',
    ],
    action: { label: 'View your files', href: `${brand.publicUrl}/dashboard/files` },
    closing: 'We send this email at 80% and 95% of the storage, at most once each per cycle.',
  };
}

/** Email for a budget that has reached one of its thresholds. */
export function budgetAlert(mail: BudgetAlert, { productName, publicUrl }: MailBrand): MailContent {
  const { kind, name, percent, used, limit } = mail;
  const subject = kind === 'project' ? `the project "${name}"` : `the API key "${name}"`;
  const usage = `${count(used)} of ${count(limit)} credits of its monthly limit`;
  const reset = `The limit resets on ${dateOf(mail.resetsAt)}.`;
  const isEmpty = percent >= 100;
  const page = kind === 'project' ? 'dashboard' : 'dashboard/api-keys';
  return {
    subject: `${productName}: ${percent}% of the budget of ${subject} is used`,
    paragraphs: [
      `Hello ${mail.firstName},`,
      `${subject.replace('the', 'The')} has used ${usage}. ${reset}`,
      isEmpty
        ? 'Until then, its new captures are rejected. Raise the limit if they should continue.'
        : 'When the limit is used up, its new captures are rejected.',
    ],
    action: {
      label: kind === 'project' ? 'View your projects' : 'View your API keys',
      href: `${publicUrl}/${page}`,
    },
    closing: `You receive this email because of the alert at ${percent}% of this budget. It is sent once in a cycle.`,
  };
}

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

// Base 1024 and two decimals, as the dashboard shows sizes.
function sizeOf(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${(bytes / 1024 ** power).toFixed(2)} ${units[power]}`;
}
