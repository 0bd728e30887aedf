import { deletionGraceDays } from '@shotwright/contract/paths';
import { privacyShellMessages } from '../shell.ts';

/** Messages of the Privacy page. Source: acceptance ST-13. */
export const privacyMessages = {
  title: privacyShellMessages.title,
  lead: 'Your preferences, your data and your account.',
  loadFailed: 'Failed to load your account',
  loadFailedHelp: 'Try again, or reload the page.',

  preferences: {
    heading: 'Preferences',
    timeZone: 'Time zone',
    timeZoneHelp: 'The dashboard shows times in it.',
    automatic: (zone: string) => `Automatic (${zone})`,
    emails: 'Emails',
    emailsText:
      'Emails about sign-in, security, members and payments are always sent. Schedules and budgets have their own choices.',
    emailsTextWithoutBilling:
      'Emails about sign-in, security and members are always sent. Schedules have their own choices.',
    emailNames: {
      usage_warnings: 'Credits or storage nearly used up',
      batch_finished: 'A batch of mine has finished',
      ticket_replies: 'Support has replied to a ticket',
      webhook_disabled: 'A webhook was disabled',
    },
    saved: 'Preferences saved',
    failed: 'Failed to save your preferences',
  },

  export: {
    heading: 'Export my data',
    text: 'A ZIP with your profile, sessions, tickets and actions, and with the captures, projects, settings and keys of your organisation that your role may see. Secrets are not included.',
    images: 'The images of captures are not included. Download them in the',
    files: 'File Manager',
    start: 'Download my data',
    preparing: (received: string) => `${received} received`,
    cancel: 'Cancel download',
    fileName: 'account-data.zip',
    done: 'Your data is downloaded',
    failed: 'Failed to download your data',
  },

  deletion: {
    heading: 'Delete account',
    text: `Your account is deleted ${deletionGraceDays} days after you ask for it. Until then, you can keep it.`,
    alone:
      'Captures with their files, projects, API keys, settings, webhooks, schedules, reports and tickets are deleted with it. API keys work until then.',
    aloneBilling: 'A paid plan is cancelled at once and not charged again.',
    member:
      'Your name, email, sessions and tickets are deleted. The captures, projects and keys of the organisation remain.',
    begin: 'Delete account',
    title: 'Delete your account?',
    confirmText: (date: string) =>
      `It will be deleted on ${date}. Type your email address to confirm.`,
    email: 'Email',
    emailHelp: (email: string) => `Type ${email}`,
    emailWrong: 'This is not the email of your account.',
    password: 'Current password',
    passwordRequired: 'Enter your current password',
    confirm: 'Delete account',
    confirming: 'Deleting...',
    failed: 'Failed to delete your account',
    scheduled: (date: string) => `This account will be deleted on ${date}.`,
    scheduledToast: (date: string) => `Your account will be deleted on ${date}`,
    scheduledToastText: 'We have sent you an email about it.',
    scheduledText:
      'You can use it as before until then. A plan that was cancelled stays cancelled until you resume it.',
    scheduledTextWithoutBilling: 'You can use it as before until then.',
    keep: privacyShellMessages.keep,
    keeping: 'Keeping...',
    kept: 'Your account will be kept',
    keepFailed: 'Failed to keep your account',
  },
} as const;
