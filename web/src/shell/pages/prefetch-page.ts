import type { QueryKey } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, type ComponentProps } from 'react';
import { ignoreErrors } from '../../lib/ignore-errors.ts';
import { callApi } from '../../lib/api/operations.ts';
import { queryKeys } from '../../lib/api/query-client.ts';
import { useLoadPage } from './load-page.ts';

/** Maximum age of data that is not requested again. Unit: ms. */
const freshMs = 10_000;

/** Time on a link after which it is probably not only crossed. Unit: ms. */
const hoverMs = 80;

type Operation =
  | 'getOverview'
  | 'listProjects'
  | 'listApiKeys'
  | 'listSavedSettings'
  | 'listWebhooks'
  | 'getSubscription'
  | 'getProfile';

/** First query of pages; the File Manager's begins with its code, and Help's is that of the sidebar's dot. */
const firstQueries: Readonly<Record<string, readonly [QueryKey, Operation]>> = {
  '/dashboard': [queryKeys.overview, 'getOverview'],
  '/dashboard/playground': [queryKeys.projects, 'listProjects'],
  '/dashboard/api-keys': [queryKeys.apiKeys, 'listApiKeys'],
  '/dashboard/saved-settings': [queryKeys.savedSettings, 'listSavedSettings'],
  '/dashboard/webhooks': [queryKeys.webhooks, 'listWebhooks'],
  '/dashboard/billing': [queryKeys.subscription, 'getSubscription'],
  '/dashboard/settings': [queryKeys.profile, 'getProfile'],
};

/** Handlers of a link. */
type LinkHandlers = Pick<ComponentProps<'a'>, 'onMouseEnter' | 'onMouseLeave' | 'onFocus'>;

/**
 * Returns handlers for a link to a page, which load its code and its first data when the link gets the focus
 * or the mouse stays on it.
 */
export function usePrefetchOnHover(): (path: string) => LinkHandlers {
  const queryClient = useQueryClient();
  const loadPage = useLoadPage();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const prefetch = (path: string): void => {
    if (location.pathname === path) return;
    loadPage(path);
    const [queryKey, operation] = firstQueries[path] ?? [];
    if (queryKey === undefined || operation === undefined) return;
    const prefetched = queryClient.prefetchQuery({
      queryKey,
      queryFn: ({ signal }) => callApi(operation, { signal }),
      staleTime: freshMs,
      // The page itself shows an error, if it is opened.
      meta: { isSilent: () => true },
    });
    ignoreErrors(prefetched);
  };
  return (path) => ({
    onMouseEnter: () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => prefetch(path), hoverMs);
    },
    onMouseLeave: () => clearTimeout(timer.current),
    onFocus: () => prefetch(path),
  });
}
