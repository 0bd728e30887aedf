/** Messages of the restrictions of a key. */
export const keyRestrictionMessages = {
  title: 'Restrictions',
  text: (name: string) => `Where, for what and until when ${name} can be used.`,
  access: 'Access',
  accesses: { full: 'Full access', capture: 'Capture only' },
  accessHelp: {
    full: 'Everything that the API offers to keys.',
    capture: 'Captures, and sees only its own captures. Deletes nothing.',
  },
  ips: 'Allowed IP addresses',
  ipsHelp: 'One address or range a line, such as 203.0.113.0/24. Blank means any.',
  ipWrong: (entry: string) =>
    `“${entry}” is not an IP address or range. Enter one a line, such as 203.0.113.7 or 203.0.113.0/24.`,
  ipsTooMany: (max: number) => `Enter at most ${String(max)} addresses and ranges.`,
  expires: 'Expires',
  expiresHelp: (zone: string) => `${zone}. Blank means never.`,
  expiresWrong: (years: number) =>
    `Choose a time in the future, at most ${String(years)} years ahead.`,
  captureOnly: 'Capture only',
  ranges: (count: number) => `${String(count)} IP ${count === 1 ? 'range' : 'ranges'}`,
  expired: 'Expired',
  expiresOn: (date: string) => `Expires ${date}`,
} as const;
