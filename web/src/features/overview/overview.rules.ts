/** Projects per page of the Overview. Source: specification §9. */
export const projectsPerPage = 3;

/** Returns the number of pages; an empty list has one. */
export function pagesOf(count: number): number {
  return Math.max(1, Math.ceil(count / projectsPerPage));
}

/** Returns the page in the URL, clamped to the existing pages. */
export function pageOf(asked: string | null, pageCount: number): number {
  const page = Number(asked ?? 1);
  return Number.isInteger(page) ? Math.min(Math.max(1, page), pageCount) : 1;
}

/** Returns the host and path of a URL, without the scheme. */
export function shortAddress(address: string): string {
  return address.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
}
