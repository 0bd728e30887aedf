import type { OperationRequest, StaffNewsSlide } from '@shotwright/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { fieldError } from '../../lib/api/error.ts';
import { callApi } from '../../lib/api/operations.ts';
import { queryKeys } from '../../lib/api/query-client.ts';
import { noticeMessages, slideMessages as messages } from '../../lib/messages/news/news.ts';
import { toasts } from '../../lib/toasts.ts';
import { noticeFields, slideFields } from './news-drafts.rules.ts';

/** Returns the slides in their order. */
export function useSlides() {
  return useQuery({
    queryKey: queryKeys.newsSlides,
    queryFn: ({ signal }) => callApi('listNewsSlides', { signal }),
    select: (data) => data.slides,
    meta: { fallback: messages.loadFailed },
  });
}

/** Creates a slide, or replaces the values of the one with an ID. */
export function useSaveSlide(id: number | undefined) {
  const refresh = useRefresh(queryKeys.newsSlides);
  return useMutation({
    meta: { fallback: messages.saveFailed, isSilent: (error) => hasField(error, slideFields) },
    mutationFn: (body: OperationRequest<'createNewsSlide'>['body']) =>
      id === undefined
        ? callApi('createNewsSlide', { body })
        : callApi('updateNewsSlide', { params: { id }, body }),
    onSuccess: ({ slide }) => {
      toasts.success({ title: messages.saved, description: slide.title });
      return refresh();
    },
  });
}

/** Moves a slide by one place. */
export function useMoveSlide() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.moveFailed },
    mutationFn: ({ id, direction }: { id: number; direction: 'up' | 'down' }) =>
      callApi('moveNewsSlide', { params: { id }, body: { direction } }),
    onSuccess: (data: { slides: StaffNewsSlide[] }) =>
      queryClient.setQueryData(queryKeys.newsSlides, data),
  });
}

/** Deletes a slide. */
export function useDeleteSlide() {
  const refresh = useRefresh(queryKeys.newsSlides);
  return useMutation({
    meta: { fallback: messages.deleteFailed },
    mutationFn: (id: number) => callApi('deleteNewsSlide', { params: { id } }),
    onSuccess: () => {
      toasts.success({ title: messages.deleted });
      return refresh();
    },
  });
}

/** Returns the notices, the latest start first. */
export function useStatusNotices() {
  return useQuery({
    queryKey: queryKeys.statusNotices,
    queryFn: ({ signal }) => callApi('listStatusNotices', { signal }),
    select: (data) => data.notices,
    meta: { fallback: noticeMessages.loadFailed },
  });
}

/** Creates a notice, or replaces the values of the one with an ID. */
export function useSaveNotice(id: number | undefined) {
  const refresh = useRefresh(queryKeys.statusNotices);
  return useMutation({
    meta: {
      fallback: noticeMessages.saveFailed,
      isSilent: (error) => hasField(error, noticeFields),
    },
    mutationFn: (body: OperationRequest<'createStatusNotice'>['body']) =>
      id === undefined
        ? callApi('createStatusNotice', { body })
        : callApi('updateStatusNotice', { params: { id }, body }),
    onSuccess: ({ notice }) => {
      toasts.success({ title: noticeMessages.saved, description: notice.title });
      return refresh();
    },
  });
}

/** Resolves a notice. */
export function useResolveNotice() {
  const refresh = useRefresh(queryKeys.statusNotices);
  return useMutation({
    meta: { fallback: noticeMessages.resolveFailed },
    mutationFn: (id: number) => callApi('resolveStatusNotice', { params: { id } }),
    onSuccess: ({ notice }) => {
      toasts.success({ title: noticeMessages.resolved, description: notice.title });
      return refresh();
    },
  });
}

/** Deletes a notice. */
export function useDeleteNotice() {
  const refresh = useRefresh(queryKeys.statusNotices);
  return useMutation({
    meta: { fallback: noticeMessages.deleteFailed },
    mutationFn: (id: number) => callApi('deleteStatusNotice', { params: { id } }),
    onSuccess: () => {
      toasts.success({ title: noticeMessages.deleted });
      return refresh();
    },
  });
}

/** A change of a notice also changes the status that the dashboard shows. */
function useRefresh(queryKey: readonly string[]) {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [queryKey, queryKeys.serviceStatus].map((key) =>
        queryClient.invalidateQueries({ queryKey: key }),
      ),
    );
}

/** True if the form shows the error at one of its fields. */
function hasField(error: unknown, fields: readonly string[]): boolean {
  return fields.some((path) => fieldError(error, path) !== undefined);
}
