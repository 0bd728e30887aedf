import type { OperationRequest, Report } from '@shotwright/contract';
import { reportPaths } from '@shotwright/contract/paths';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { download } from '../../lib/api/download.ts';
import { errorCode } from '../../lib/api/error.ts';
import { callApi } from '../../lib/api/operations.ts';
import { queryKeys } from '../../lib/api/query-client.ts';
import { upload } from '../../lib/api/upload.ts';
import {
  reportEditorMessages,
  reportMessages,
  reportShareMessages,
} from '../../lib/messages/captures/reports.ts';
import { saveFile } from '../../lib/save-file.ts';
import { toasts } from '../../lib/toasts.ts';
import type { ReportBody } from './report.rules.ts';

const isSilent = () => true;

/** Captures that the editor offers at once. */
const choices = 60;

/** Times that a PDF which is still being made is asked for again, each after a server's wait. */
const pdfRetries = 10;
const pdfRetryMs = 1_000;

/** Returns the reports, newest first. */
export function useReports() {
  return useQuery({
    queryKey: [...queryKeys.reports, 'list'],
    queryFn: ({ signal }) => callApi('listReports', { signal }),
    staleTime: 0,
    // The page displays the error itself.
    meta: { isSilent },
  });
}

/** Returns one report with its captures. */
export function useReport(id: string) {
  return useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => callApi('getReport', { params: { id }, signal }),
    staleTime: 0,
    meta: { isSilent },
  });
}

/** Returns the newest captures that contain the words of `search`. */
export function useCaptureChoices(search: string, isEnabled: boolean) {
  const query = { limit: choices, ...(search !== '' && { search }) };
  return useQuery({
    queryKey: [...queryKeys.reports, 'choices', query],
    queryFn: ({ signal }) => callApi('listFiles', { query, signal }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { isSilent },
  });
}

/** Creates a report. */
export function useCreateReport() {
  const keep = useKeepReport();
  return useMutation({
    meta: { fallback: reportMessages.createFailed },
    mutationFn: (body: OperationRequest<'createReport'>['body']) =>
      callApi('createReport', { body }),
    onSuccess: async (report) => {
      toasts.success({ title: reportMessages.created });
      await keep(report);
    },
  });
}

/** Saves the values and captures of a report. */
export function useSaveReport(id: string) {
  const keep = useKeepReport();
  return useMutation({
    meta: { fallback: reportEditorMessages.saveFailed },
    mutationFn: (body: ReportBody) => callApi('updateReport', { params: { id }, body }),
    onSuccess: keep,
  });
}

/** Deletes a report with its public page. */
export function useDeleteReport() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: reportMessages.deleteFailed },
    mutationFn: (id: string) => callApi('deleteReport', { params: { id } }),
    onSuccess: () => {
      toasts.success({ title: reportMessages.deleted });
      return queryClient.invalidateQueries({ queryKey: [...queryKeys.reports, 'list'] });
    },
  });
}

/** Replaces the logo of a report; null removes it. */
export function useSetLogo(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: reportEditorMessages.logoFailed },
    mutationFn: async (file: File | null) => {
      if (file === null) return callApi('deleteReportLogo', { params: { id } });
      const form = new FormData();
      form.append('logo', file);
      const path = reportPaths.setReportLogo.path.replace('{id}', id);
      return upload(path, form, {
        onProgress: () => undefined,
        signal: new AbortController().signal,
      });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: oneKey(id) }),
  });
}

/** Creates the public page of a report. */
export function useShareReport(id: string) {
  const keep = useKeepReport();
  return useMutation({
    meta: { fallback: reportShareMessages.createFailed },
    mutationFn: (body: OperationRequest<'shareReport'>['body']) =>
      callApi('shareReport', { params: { id }, body }),
    onSuccess: async (report) => {
      toasts.success({ title: reportShareMessages.created });
      await keep(report);
    },
  });
}

/** Ends the public page of a report. */
export function useUnshareReport(id: string) {
  const keep = useKeepReport();
  return useMutation({
    meta: { fallback: reportShareMessages.stopFailed },
    mutationFn: () => callApi('unshareReport', { params: { id } }),
    onSuccess: async (report) => {
      toasts.success({ title: reportShareMessages.stopped });
      await keep(report);
    },
  });
}

/** Downloads the PDF of a report; waits while it is being made. */
export function useReportPdf() {
  return useMutation({
    meta: { fallback: reportEditorMessages.pdfFailed },
    retry: (count, error) => count < pdfRetries && errorCode(error) === 'not_ready',
    retryDelay: pdfRetryMs,
    mutationFn: async ({ reportId: id, title }: Pick<Report, 'reportId' | 'title'>) => {
      const { method, path } = reportPaths.readReportPdf;
      const blob = await download(
        { method, path, params: { id } },
        { onBytes: () => undefined, signal: new AbortController().signal },
      );
      saveFile({ blob, name: `${title.replaceAll(/[\\/:*?"<>|]/g, '-')}.pdf` });
    },
    onSuccess: () => toasts.success({ title: reportEditorMessages.pdfDone }),
  });
}

function oneKey(id: string) {
  return [...queryKeys.reports, 'one', id];
}

/** Returns a function that stores a changed report in the cache and refreshes the list. */
function useKeepReport(): (report: Report) => Promise<void> {
  const queryClient = useQueryClient();
  return (report) => {
    queryClient.setQueryData(oneKey(report.reportId), report);
    return queryClient.invalidateQueries({ queryKey: [...queryKeys.reports, 'list'] });
  };
}
