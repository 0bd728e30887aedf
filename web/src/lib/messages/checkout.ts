/** Messages of the two result pages of a checkout. Source: specification §2. */
export const checkoutMessages = {
  transaction: 'Transaction ID:',
  viewBilling: 'View Billing Details',
  goToDashboard: 'Go to Dashboard',
  mailFollows: 'A confirmation email will follow shortly.',
  needHelp: 'Questions? Write to',
  activating: 'Activating…',
  activatingText: 'The payment provider is confirming your payment.',
  active: 'Active',
  activeText: (plan: string, credits: string) =>
    `${plan} is active, with ${credits} credits to use.`,
  processing: 'Still processing',
  processingText:
    'Confirmation is taking longer than usual. You can leave this page: your plan becomes active as soon as the payment is confirmed.',
  expired: 'Checkout expired',
  expiredText: 'This checkout expired before it was paid. You were not charged.',
  unconfirmed: 'Not confirmed',
  unconfirmedText: 'This payment could not be confirmed for your account.',
  confirmFailed: 'Failed to confirm the payment',
  checkAgain: 'Check again',
  seePlans: 'See plans',
  yourPlan: (plan: string) => `Your plan: ${plan}`,

  whatHappened: 'What happened?',
  causes: [
    'You cancelled the payment.',
    'Your payment method was declined.',
    'The checkout session expired or ran into an error.',
  ],
  tryAgain: 'Try Again',
  backToDashboard: 'Back to Dashboard',
} as const;
