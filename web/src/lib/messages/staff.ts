/** Words of the support team's own pages. */
export const staffMessages = {
  area: 'Support team',
  navigation: 'Support team',
  tickets: 'Tickets',
  coupons: 'Coupons',
  toDashboard: 'Back to dashboard',
} as const;
