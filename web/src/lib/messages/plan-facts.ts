/** Messages of the plan comparison and the frequently asked questions. */
export const planFactMessages = {
  compare: 'Compare plans',
  feature: 'What you get',
  rows: {
    price: 'Price per month',
    annual: 'Price per year',
    credits: 'Credits each month',
    unused: 'Unused credits',
    storage: 'Storage',
    parallel: 'Captures at the same time',
    projects: 'Projects',
    api: 'API, webhooks, every option',
  },
  expire: 'expire with the cycle',
  rollOver: (most: string) => `roll over, up to ${most}`,
  unlimited: 'Unlimited',
  upTo: (count: string) => `up to ${count}`,
  yes: 'Yes',
  none: '—',
  noneText: 'not offered',
  agreed: 'by agreement',

  questions: 'Questions',
  faq: (prices: { capture: number; fullPage: number; retina: number; freeCredits: string }) => [
    {
      question: 'What is a credit?',
      answer: `The unit a capture is paid in. A capture takes ${creditText(prices.capture)}, ${String(prices.fullPage)} more for the full page and ${String(prices.retina)} more for high resolution. The price stands beside the button before you capture.`,
    },
    {
      question: 'What costs nothing?',
      answer:
        'A capture that fails, whatever the cause, and one you cancel before it is taken. Its credits come back at once, and the ledger shows it.',
    },
    {
      question: 'What happens when no credits are left?',
      answer:
        'New captures are refused with a clear answer (402, insufficient_credits) and nothing is charged. Pictures you have stay. Captures go on with the next cycle, a larger plan or a coupon.',
    },
    {
      question: 'What happens to unused credits?',
      answer:
        'With Free and lifetime plans they expire at the end of each cycle. With Basic and Advanced they roll over, up to twice the monthly credits. Credits of coupons never expire and are spent last.',
    },
    {
      question: 'When does a change of plan take effect?',
      answer:
        'A larger plan at once, and its additional credits with it; what you have paid for the rest of the period counts. A smaller plan with the next period.',
    },
    {
      question: 'How do I cancel?',
      answer: `On this page, at any time. The plan stays until its period ends, then Free follows with ${prices.freeCredits} credits each month.`,
    },
  ],
} as const;

function creditText(count: number): string {
  return `${String(count)} ${count === 1 ? 'credit' : 'credits'}`;
}
