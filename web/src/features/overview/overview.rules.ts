/** How many projects one page of the Overview shows. Source: specification §9. */
export const projectsPerPage = 3;

/** How many pages a list has; an empty one has one. */
export function pagesOf(count: number): number {
  return Math.max(1, Math.ceil(count / projectsPerPage));
}

/** The page the address bar asks for, kept within what there is. */
export function pageOf(asked: string | null, pageCount: number): number {
  const page = Number(asked ?? 1);
  return Number.isInteger(page) ? Math.min(Math.max(1, page), pageCount) : 1;
}

/** Part of an address that tells most: host and path, without the scheme. */
export function shortAddress(address: string): string {
  return address.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
}
