/** Messages for the image of the page at the time of a failure. */
export const pageImageMessages = {
  caption: 'The page as it was',
  /** `url` is undefined for pasted HTML. */
  alt: (url: string | undefined) => `${url ?? 'Your HTML'} as it was when the capture failed`,
} as const;
