import { useQuery } from '@tanstack/react-query';
import { apiBase, sendRequest } from '../../../lib/api/client.ts';
import { unsafeCast } from '../../../lib/unsafe-cast.ts';

/** Element that a selector names alone. Box in CSS pixels of the page. */
export interface PageElement {
  readonly selector: string;
  /** Beginning of its text. */
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

/** Returns the elements in an extract of a capture. */
export function usePageElementList(url: string) {
  return useQuery({
    queryKey: ['page-elements', url],
    queryFn: async ({ signal }) => {
      const path = url.slice(url.indexOf(apiBase) + apiBase.length);
      const response = await sendRequest({ method: 'GET', path, signal });
      return unsafeCast<readonly PageElement[]>(await response.json());
    },
    staleTime: Infinity,
    // Shown in the dialog.
    meta: { isSilent: () => true },
  });
}
