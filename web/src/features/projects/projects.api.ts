import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/operations.ts';
import { overviewMessages as messages } from '../../lib/messages/overview.ts';
import { cacheTimes, queryKeys } from '../../lib/api/query-client.ts';
import { toasts } from '../../lib/toasts.ts';

/** Returns the projects of the organisation. */
export function useProjects() {
  return useQuery({
    queryKey: queryKeys.projects,
    queryFn: ({ signal }) => callApi('listProjects', { signal }),
    select: (data) => data.projects,
    meta: { fallback: messages.projectsFailed },
    ...cacheTimes.projects,
  });
}

/** Creates a project; invalidates projects and overview. */
export function useCreateProject() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.createFailed },
    mutationFn: (name: string) => callApi('createProject', { body: { name } }),
    onSuccess: async () => {
      toasts.success({ title: messages.projectCreated });
      await Promise.all(
        [queryKeys.projects, queryKeys.overview].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
}

/** Renames a project; refetches what shows its name. */
export function useRenameProject() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.renameFailed },
    mutationFn: ({ id, name }: { id: number; name: string }) =>
      callApi('renameProject', { params: { id }, body: { name } }),
    onSuccess: async () => {
      toasts.success({ title: messages.projectRenamed });
      const touched = [queryKeys.projects, queryKeys.overview, queryKeys.files, queryKeys.apiKeys];
      await Promise.all(touched.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
  });
}

/** Deletes a project and refetches everything that was deleted with it. */
export function useDeleteProject() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.deleteFailed },
    mutationFn: (id: number) => callApi('deleteProject', { params: { id } }),
    onSuccess: async () => {
      toasts.success({ title: messages.projectDeleted });
      const touched = [
        queryKeys.projects,
        queryKeys.overview,
        queryKeys.files,
        queryKeys.screenshots,
        queryKeys.apiKeys,
        queryKeys.webhooks,
        queryKeys.savedSettings,
      ];
      await Promise.all(touched.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
  });
}

/** Returns the number of keys restricted to a project, for the deletion dialog. */
export function useProjectKeyCount(projectId: number) {
  return useQuery({
    queryKey: queryKeys.apiKeys,
    queryFn: ({ signal }) => callApi('listApiKeys', { signal }),
    select: (data) => data.apiKeys.filter((key) => key.projectId === projectId).length,
    // The deletion dialog works without this count.
    meta: { isSilent: () => true },
    ...cacheTimes.apiKeys,
  });
}
