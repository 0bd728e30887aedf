import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { docsSuggestionMessages as messages } from '../../lib/messages/tickets.ts';
import { useRuntimeConfig } from '../../lib/api/runtime-config.ts';
import { unsafeCast } from '../../lib/unsafe-cast.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { ExternalLink } from '../../ui/button.tsx';

/** Idle time after typing before the documentation is searched. Unit: ms. */
const quietMs = 400;
const timeoutMs = 5_000;
const mostPages = 3;
/** Words that say something about a problem: not `of` and `the`, but `PDF` and `404`. */
const tellingWord = /^(?:.{4,}|[A-Z\d]{2,3})$/u;
/** Pages for programs rather than for problems. */
const references = /^\/docs\/(?:dashboard-)?reference\b/;

interface FoundPage {
  readonly url: string;
  readonly page: string;
  readonly title: string;
}

/** Guides and error pages that match the title of a new ticket. Shows nothing if none do. */
export function DocsSuggestions({ title }: { title: string }) {
  const found = useFoundPages(title);
  return (
    <>
      <output className="sr-only">
        {found.length > 0 && messages.count(found.length, title.trim())}
      </output>
      {found.length > 0 && (
        <section
          aria-label={messages.label}
          className="-mt-1 grid gap-1.5 rounded-control bg-sunk px-3 py-2.5 text-table"
        >
          <p className="text-muted">{messages.label}</p>
          <ul className="grid gap-1">
            {found.map(({ url, page, title: heading }) => (
              <li key={url} className="[overflow-wrap:anywhere]">
                <ExternalLink
                  href={url}
                  className="font-medium text-cobalt underline underline-offset-4"
                >
                  {heading}
                </ExternalLink>
                {page !== heading && <span className="text-muted"> · {page}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Searches the documentation of this server; one at another address cannot be searched. */
function useFoundPages(title: string): readonly FoundPage[] {
  const { docsUrl } = useRuntimeConfig();
  const query = useDebounced(wordsOf(title), quietMs);
  const { data } = useQuery({
    queryKey: ['docsSearch', query],
    queryFn: async ({ signal }) => {
      const response = await fetch(`${docsUrl}/search.json?q=${encodeURIComponent(query)}`, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      if (!response.ok) return [];
      const body = unsafeCast<{ results?: readonly FoundPage[] }>(await response.json());
      return (body.results ?? []).filter(({ url }) => !references.test(url)).slice(0, mostPages);
    },
    enabled: docsUrl.startsWith('/') && query !== '',
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    retry: false,
    // The ticket can be written without them.
    meta: { isSilent: () => true },
  });
  return query === '' ? [] : (data ?? []);
}

function wordsOf(title: string): string {
  return title
    .split(/[^\p{L}\p{N}_]+/u)
    .filter((word) => tellingWord.test(word))
    .join(' ');
}
