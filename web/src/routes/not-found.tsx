import { dashboardPages } from '@shotwright/contract/paths';
import { distance } from 'fastest-levenshtein';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useAuth } from '../features/accounts/session/auth-context.tsx';
import { errorPageMessages as messages } from '../lib/messages/common.ts';
import { Overlays, type Overlay } from '../shell/overlays.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { useDocumentTitle } from '../ui/page.tsx';
import { Viewfinder } from '../ui/viewfinder.tsx';

/** Fallback route for unknown paths: the nearest page, and for signed-in users a search. */
export function NotFoundRoute() {
  const { pathname } = useLocation();
  const { user } = useAuth();
  const near = nearestPage(pathname, { isStaff: user?.isStaff === true });
  useDocumentTitle(messages.notFound);
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center p-4 outline-none">
      <Viewfinder className="grid w-full max-w-lg justify-items-center gap-2 px-8 py-14 text-center">
        <p className="figures text-display font-semibold tracking-[-0.03em]">
          {messages.notFoundCode}
        </p>
        <h1 tabIndex={-1} className="text-title font-semibold">
          {messages.notFound}
        </h1>
        <p className="text-muted">{messages.notFoundHelp}</p>
        {near !== undefined && (
          <p className="[overflow-wrap:anywhere]">
            {messages.didYouMean}{' '}
            <Link to={near} className="text-cobalt underline underline-offset-2">
              {near}
            </Link>
            ?
          </p>
        )}
        {user !== null && <SearchButton />}
        <ButtonLink to="/" className="mt-5">
          {messages.returnHome}
        </ButtonLink>
      </Viewfinder>
    </main>
  );
}

/** Button that looks like a search field and opens the command palette. */
function SearchButton() {
  const [shown, show] = useState<Overlay | null>(null);
  return (
    <>
      <button
        type="button"
        onClick={() => show('palette')}
        className="mt-5 flex h-10 w-full max-w-80 items-center gap-2 rounded-control border border-control bg-card px-3 text-left text-muted shadow-sheet hover:border-faint pointer-coarse:h-11"
      >
        <Search aria-hidden="true" className="size-4 shrink-0" />
        {messages.searchEverything}
      </button>
      <Overlays shown={shown} onShow={show} />
    </>
  );
}

/**
 * Returns the page whose path is most similar to an unknown one, with or without `/dashboard`; undefined if none is
 * similar. Pages of staff are only known to staff.
 */
function nearestPage(path: string, { isStaff }: { isStaff: boolean }): string | undefined {
  const wanted = path.toLowerCase().replace(/\/+$/, '');
  const [nearest] = dashboardPages
    .filter(
      (page) => !page.includes(':') && page !== '/' && (isStaff || !page.startsWith('/staff')),
    )
    .map((page) => ({ page, edits: editsTo(page, wanted) }))
    .toSorted((a, b) => a.edits - b.edits);
  const limit = Math.max(2, withoutPrefix(wanted).length / 3);
  return nearest !== undefined && nearest.edits <= limit ? nearest.page : undefined;
}

function editsTo(page: string, wanted: string): number {
  return Math.min(distance(wanted, page), distance(withoutPrefix(wanted), withoutPrefix(page)));
}

function withoutPrefix(path: string): string {
  return path.replace(/^\/dashboard(?=\/)/, '');
}
