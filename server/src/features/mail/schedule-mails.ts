import type {
  MailBrand,
  MailContent,
  ScheduleChanged,
  ScheduleDigest,
  ScheduleFailed,
} from './mail.ts';

/** Email for a run of a schedule that differs from the run before. */
export function scheduleChanged(mail: ScheduleChanged, brand: MailBrand): MailContent {
  const { scheduleName, diffRatio, previousId, screenshotId } = mail;
  const share = percentText(diffRatio);
  return {
    subject: `${brand.productName}: "${scheduleName}" changed by ${share}`,
    paragraphs: [
      `Hello ${mail.firstName},`,
      `The last capture of your schedule "${scheduleName}"${pageOf(mail)} differs from the one before by ${share} of its pixels.`,
    ],
    action: {
      label: 'Compare the captures',
      href: `${brand.publicUrl}/dashboard/compare?a=${previousId}&b=${screenshotId}`,
    },
    closing: closingText,
  };
}

/** Email for a run of a schedule that failed. */
export function scheduleFailed(mail: ScheduleFailed, brand: MailBrand): MailContent {
  const { scheduleName, reason, isPaused } = mail;
  const outcome = isPaused ? 'is paused' : 'has a failed capture';
  return {
    subject: `${brand.productName}: "${scheduleName}" ${outcome}`,
    paragraphs: [
      `Hello ${mail.firstName},`,
      `The last capture of your schedule "${scheduleName}"${pageOf(mail)} failed: ${reason}`,
      ...(isPaused
        ? [
            'Too many captures have failed in a row, so the schedule is paused. Resume it when the page can be captured again.',
          ]
        : []),
    ],
    action: { label: 'View your schedules', href: `${brand.publicUrl}/dashboard/schedules` },
    closing: closingText,
  };
}

/** Email once a day about the changes and failures of schedules. */
export function scheduleDigest(mail: ScheduleDigest, brand: MailBrand): MailContent {
  const { runs, count } = mail;
  const noun = count === 1 ? 'change or failure' : 'changes and failures';
  const omitted = count - runs.length;
  return {
    subject: `${brand.productName}: ${count} ${noun} in your schedules`,
    paragraphs: [
      `Hello ${mail.firstName},`,
      `Since the last daily email, your schedules had ${count} ${noun}:`,
      ...runs.map(
        ({ scheduleName, plannedAt, diffRatio, reason }) =>
          `${timeText(plannedAt)}: "${scheduleName}" ${reason === null ? `changed by ${percentText(diffRatio ?? 0)}.` : `failed: ${reason}`}`,
      ),
      ...(omitted > 0 ? [`${omitted} more are listed in the dashboard.`] : []),
    ],
    action: { label: 'View your schedules', href: `${brand.publicUrl}/dashboard/schedules` },
    closing: closingText,
  };
}

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  dateStyle: 'medium',
  timeStyle: 'short',
});
const timeText = (iso: string): string => `${timeFormat.format(new Date(iso))} UTC`;

const closingText = 'You choose in the schedule when we send this email.';

const pageOf = ({ url }: { readonly url: string | null }): string =>
  url === null ? '' : ` of ${url}`;

/** Returns a ratio in percent; a small one is not rounded to 0. */
function percentText(ratio: number): string {
  const percent = ratio * 100;
  if (percent < 0.01) return 'less than 0.01 %';
  return `${Number(percent.toFixed(percent < 1 ? 2 : 1))} %`;
}
