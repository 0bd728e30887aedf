import type { BatchFinished, MailBrand, MailContent } from './mail.ts';

const pluralRules = new Intl.PluralRules('en');
const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${pluralRules.select(count) === 'one' ? noun : `${noun}s`}`;

/** Email for a batch of which all captures have ended. */
export function batchFinished(mail: BatchFinished, brand: MailBrand): MailContent {
  const { batchName, items, complete, failed, creditsCharged } = mail;
  const batch = batchName === null ? 'Your batch' : `Your batch "${batchName}"`;
  const charged =
    brand.billing && creditsCharged > 0 ? ` It used ${counted(creditsCharged, 'credit')}.` : '';
  const outcome = failed === 0 ? 'is finished' : `is finished: ${failed} of ${items} failed`;
  return {
    subject: `${brand.productName}: ${batch.replace('Your', 'your')} ${outcome}`,
    paragraphs: [
      `Hello ${mail.firstName},`,
      `${batch} of ${counted(items, 'capture')} is finished: ${complete.toLocaleString('en-US')} complete, ${failed.toLocaleString('en-US')} failed.${charged}`,
      ...(failed > 0
        ? [
            `${brand.billing ? 'Failed captures cost nothing. ' : ''}Retry them with the API, or one by one from your files.`,
          ]
        : []),
    ],
    action: { label: 'View your screenshots', href: `${brand.publicUrl}/dashboard/files` },
    closing: 'We send this email once for each batch, when its last capture has ended.',
  };
}
