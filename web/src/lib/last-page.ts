/** The pages that say nothing about where trouble was. */
const help = '/dashboard/help';

let last: string | undefined;

/** Remembers the page that is shown, for a ticket that may be written about it. */
export function rememberPage(pathname: string): void {
  if (pathname !== help) last = pathname;
}

/** The page that was shown before Help; undefined where Help was the first. */
export function lastPage(): string | undefined {
  return last;
}
