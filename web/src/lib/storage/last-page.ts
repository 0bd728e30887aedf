/** Page that is not recorded, because it does not indicate where the problem occurred. */
const help = '/dashboard/help';

let last: string | undefined;

/** Records the current page for a ticket that may be written about it. */
export function rememberPage(pathname: string): void {
  if (pathname !== help) last = pathname;
}

/** Returns the page shown before Help, or undefined if Help was the first page. */
export function lastPage(): string | undefined {
  return last;
}
