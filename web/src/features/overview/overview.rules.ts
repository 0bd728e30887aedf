/** Projects per page of the Overview. Source: specification §9. */
export const projectsPerPage = 3;

/** Returns the page in the URL, clamped to the existing pages. */
export function pageOf(requested: string | null, pageCount: number): number {
  const page = Number(requested ?? 1);
  return Number.isInteger(page) ? Math.min(Math.max(1, page), pageCount) : 1;
}

/** Returns the host and path of a URL, without the scheme. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
}
