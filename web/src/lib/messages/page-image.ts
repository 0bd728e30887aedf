/** Messages for the image of the page at the time of a failure. */
export const pageImageMessages = {
  caption: 'Page at the time of failure',
  /** `url` is undefined for pasted HTML. */
  alt: (url: string | undefined) => `${url ?? 'Your HTML'} at the time of failure`,
} as const;

/** Messages for the image beside a file that is none. */
export const documentMessages = {
  note: (format: string) => `This image shows the page. Download the ${format} to read it.`,
} as const;
