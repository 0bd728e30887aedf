import type { IncomingHttpHeaders } from 'node:http';

/**
 * Image in place of an error, in grey and without text, so that a page looks complete and tells its
 * readers nothing about the account behind a link.
 */
export const placeholderImage = {
  contentType: 'image/svg+xml',
  body: [
    '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360" viewBox="0 0 640 360">',
    '<rect width="640" height="360" fill="#eceef1"/>',
    '<g fill="none" stroke="#a3a9b3" stroke-width="6" stroke-linejoin="round">',
    '<rect x="260" y="130" width="120" height="100" rx="8"/><circle cx="296" cy="164" r="10"/>',
    '<path d="m264 216 34-30 22 20 28-34 30 36"/></g></svg>',
  ].join(''),
} as const;

/** True if the client shows the response as an image; `on_error` decides if it is given. */
export function wantsPlaceholder(headers: IncomingHttpHeaders, onError: unknown): boolean {
  if (onError === 'placeholder' || onError === 'json') return onError === 'placeholder';
  // The dashboard itself handles images that cannot be loaded.
  if (headers['sec-fetch-site'] === 'same-origin') return false;
  if (headers['sec-fetch-dest'] === 'image') return true;
  const [preferred = ''] = (headers.accept ?? '').split(',');
  return preferred.trim().startsWith('image/');
}
