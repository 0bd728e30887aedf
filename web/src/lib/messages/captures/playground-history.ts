/** Messages of the captures of this tab. */
export const historyMessages = {
  title: 'This session',
  restore: (name: string) => `Restore the options of ${name}`,
  compare: 'Compare',
  compareHelp: 'Select two images to compare them.',
  compareOne: (name: string) => `Compare ${name}`,
  html: 'HTML',
  restored: (hasSecrets: boolean) =>
    hasSecrets
      ? 'The options of the capture were restored, except headers, cookies and other secrets: they are not stored.'
      : 'The options of the capture were restored.',
} as const;
