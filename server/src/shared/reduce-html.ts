import sanitizeHtml, { type IOptions } from 'sanitize-html';

/** Elements, attributes and schemes that HTML may keep. */
export type AllowedHtml = IOptions;

/** Reduces HTML to what is allowed. */
export function reduceHtml(html: string, allowed: AllowedHtml): string {
  return sanitizeHtml(html, allowed);
}
