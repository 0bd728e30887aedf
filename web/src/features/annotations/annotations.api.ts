import type { AnnotationInput } from '@shotwright/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/operations.ts';
import { queryKeys } from '../../lib/api/query-client.ts';
import { annotationMessages as messages } from '../../lib/messages/captures/annotations.ts';
import { toasts } from '../../lib/toasts.ts';
import { refreshFiles } from '../files/files.api.ts';

const isSilent = () => true;

/** Returns the annotated copies of a capture, newest first. */
export function useAnnotatedCopies(id: string) {
  return useQuery({
    queryKey: copiesKey(id),
    queryFn: ({ signal }) => callApi('listAnnotatedCopies', { params: { id }, signal }),
    select: ({ copies }) => copies,
    staleTime: 0,
    // The details show no copies instead.
    meta: { isSilent },
  });
}

/** Saves an annotated copy of a capture. */
export function useSaveCopy(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.saveFailed },
    mutationFn: (body: AnnotationInput) => callApi('createAnnotatedCopy', { params: { id }, body }),
    onSuccess: async () => {
      toasts.success({ title: messages.saved });
      await Promise.all([
        refreshFiles(queryClient),
        queryClient.invalidateQueries({ queryKey: copiesKey(id) }),
      ]);
    },
  });
}

function copiesKey(id: string) {
  return [...queryKeys.screenshots, 'copies', id];
}
