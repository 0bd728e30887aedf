import type { StoredFile } from '@shotwright/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { callApi } from '../../../lib/api/operations.ts';
import { publicLinkMessages as messages } from '../../../lib/messages/files.ts';
import { queryKeys } from '../../../lib/api/query-client.ts';
import { toasts } from '../../../lib/toasts.ts';
import { Button, LoadingButton } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';

/** Creates, copies and revokes the public URL of an image. */
export function PublicLink({ file }: { file: StoredFile }) {
  const open = useOpenToPublic();
  const close = useCloseToPublic();
  const { publicUrl } = file;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-table font-semibold">{messages.title}</h3>
      {publicUrl === undefined ? (
        <>
          <p className="text-table text-muted">{messages.none}</p>
          <LoadingButton
            size="sm"
            variant="outline"
            className="justify-self-start"
            isLoading={open.isPending}
            onClick={() => open.mutate(file.id)}
          >
            <Globe aria-hidden="true" />
            {messages.create}
          </LoadingButton>
        </>
      ) : (
        <>
          <p className="text-table text-muted">{messages.open}</p>
          <p className="flex min-h-9 items-center gap-2 rounded-control border border-line bg-sunk py-1 pr-1 pl-3">
            <code className="min-w-0 flex-1 truncate font-mono text-label">{publicUrl}</code>
            <CopyButton text={publicUrl} label={messages.copy} />
          </p>
          <Button
            size="sm"
            variant="outline"
            className="justify-self-start hover:text-red"
            disabled={close.isPending}
            onClick={() => close.mutate(file.id)}
          >
            {messages.revoke}
          </Button>
        </>
      )}
    </section>
  );
}

function useOpenToPublic() {
  const show = useShowLink();
  return useMutation({
    meta: { fallback: messages.createFailed },
    mutationFn: (id: string) => callApi('createPublicLink', { params: { id } }),
    onSuccess: ({ publicUrl }, id) => {
      show(id, publicUrl);
      toasts.success({ title: messages.created });
    },
  });
}

function useCloseToPublic() {
  const show = useShowLink();
  return useMutation({
    meta: { fallback: messages.revokeFailed },
    mutationFn: (id: string) => callApi('revokePublicLink', { params: { id } }),
    onSuccess: (_, id) => {
      show(id, undefined);
      toasts.success({ title: messages.revoked });
    },
  });
}

/**
 * Writes a link into the cached list, because the list may be long and nothing else in it has
 * changed.
 */
function useShowLink() {
  const queryClient = useQueryClient();
  return (id: string, publicUrl: string | undefined) =>
    queryClient.setQueryData<{ screenshots: StoredFile[] }>(
      queryKeys.files,
      (list) =>
        list && {
          ...list,
          screenshots: list.screenshots.map((file) =>
            file.id === id ? withLink(file, publicUrl) : file,
          ),
        },
    );
}

function withLink(file: StoredFile, publicUrl: string | undefined): StoredFile {
  const { publicUrl: _, ...rest } = file;
  return publicUrl === undefined ? rest : { ...rest, publicUrl };
}
