/** Messages of the plan comparison and the frequently asked questions. */
export const planFactMessages = {
  compare: 'Compare plans',
  feature: 'Feature',
  rows: {
    price: 'Price per month',
    annual: 'Price per year',
    credits: 'Credits each month',
    unused: 'Unused credits',
    storage: 'Storage',
    parallel: 'Parallel captures',
    projects: 'Projects',
    api: 'API, webhooks, every option',
  },
  expire: 'Expire with the cycle',
  rollOver: (most: string) => `Roll over, up to ${most}`,
  unlimited: 'Unlimited',
  upTo: (count: string) => `Up to ${count}`,
  yes: 'Yes',
  none: '—',
  noneText: 'Not offered',
  agreed: 'By agreement',

  questions: 'Questions',
  faq: (prices: { capture: number; fullPage: number; retina: number; freeCredits: string }) => [
    {
      question: 'What is a credit?',
      answer: `Captures are paid for in credits. A capture costs ${creditText(prices.capture)}, ${String(prices.fullPage)} more for the full page and ${String(prices.retina)} more for high resolution. The price is shown next to the button before you capture.`,
    },
    {
      question: 'What is free?',
      answer:
        'Captures that fail for any reason, and captures you cancel before they are taken. Their credits are returned immediately and appear in the ledger.',
    },
    {
      question: 'What happens when I run out of credits?',
      answer:
        'New captures are rejected (402, insufficient_credits) and you are not charged. Your existing screenshots are kept. You can capture again when the next cycle starts, or right away with a larger plan or a coupon.',
    },
    {
      question: 'What happens to unused credits?',
      answer:
        'With Free and lifetime plans they expire at the end of each cycle. With Basic and Advanced they roll over, up to twice the monthly credits. Credits from coupons never expire and are spent last.',
    },
    {
      question: 'When does a plan change take effect?',
      answer:
        'An upgrade takes effect immediately, with its additional credits; the unused part of your current period is credited. A downgrade takes effect at the start of the next period.',
    },
    {
      question: 'How do I cancel?',
      answer: `On this page, at any time. You keep your plan until the period ends, then move to Free with ${prices.freeCredits} credits each month.`,
    },
  ],
} as const;

function creditText(count: number): string {
  return `${String(count)} ${count === 1 ? 'credit' : 'credits'}`;
}
