/** Words of the picture that a failed capture leaves of its page. */
export const pageImageMessages = {
  caption: 'The page as it was',
  /** `url` undefined: pasted HTML. */
  alt: (url: string | undefined) => `${url ?? 'Your HTML'} as it was when the capture failed`,
} as const;
