import type { OperationRequest, Passkey } from '@shotwright/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { fieldError } from '../../../lib/api/error.ts';
import { callApi } from '../../../lib/api/operations.ts';
import { queryKeys } from '../../../lib/api/query-client.ts';
import { passkeyMessages as messages } from '../../../lib/messages/security/passkeys.ts';
import { toasts } from '../../../lib/toasts.ts';
import { isCancelled } from './availability.ts';

/** Returns the passkeys of the user. */
export function usePasskeys() {
  return useQuery({
    queryKey: queryKeys.passkeys,
    queryFn: ({ signal }) => callApi('listPasskeys', { signal }),
    select: ({ passkeys }) => passkeys,
    // The section displays the error itself.
    meta: { isSilent: () => true },
  });
}

function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: queryKeys.passkeys });
}

/** Has the browser create a passkey and adds it to the account. */
export function useAddPasskey() {
  return useMutation({
    meta: {
      title: messages.addFailed,
      isSilent: (error) => isCancelled(error) || fieldError(error, 'currentPassword') !== undefined,
    },
    mutationFn: async ({
      name,
      ...body
    }: { name: string } & OperationRequest<'startPasskey'>['body']) => {
      const [{ options }, { createPasskey }] = await Promise.all([
        callApi('startPasskey', { body }),
        import('./webauthn.ts'),
      ]);
      const credential = await createPasskey(options);
      return callApi('addPasskey', { body: { name, credential } });
    },
    onSuccess: () =>
      toasts.success({ title: messages.addedToast, description: messages.addedToastText }),
    onSettled: useRefresh(),
  });
}

/** Renames a passkey. */
export function useRenamePasskey() {
  return useMutation({
    meta: { fallback: messages.renameFailed },
    mutationFn: ({ id, name }: Pick<Passkey, 'id' | 'name'>) =>
      callApi('renamePasskey', { params: { id }, body: { name } }),
    onSuccess: () => toasts.success({ title: messages.renamed }),
    onSettled: useRefresh(),
  });
}

/** Deletes a passkey. */
export function useDeletePasskey() {
  return useMutation({
    meta: { fallback: messages.deleteFailed },
    mutationFn: (id: string) => callApi('deletePasskey', { params: { id } }),
    onSuccess: () => toasts.success({ title: messages.deleted, description: messages.deletedText }),
    onSettled: useRefresh(),
  });
}
