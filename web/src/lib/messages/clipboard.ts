/** Messages of copying text, URLs and images. */
export const clipboardMessages = {
  urlCopied: 'URL copied to clipboard',
  urlCopyFailed: 'Failed to copy URL',
  imageCopied: 'Image copied to clipboard',
  imageCopyFailed: 'Failed to copy the image',
  imageCopyNeedsHttps: 'Images can be copied only on https pages. Download the image instead.',
} as const;
