import type { StoredFile } from '@shotwright/contract';
import { useState } from 'react';
import { formatCount } from '../../../lib/format/format.ts';
import { fileMessages as messages } from '../../../lib/messages/files.ts';
import { useReturnFocus } from '../../../lib/use-return-focus.ts';
import { DeleteDialog } from '../../../ui/delete-dialog.tsx';
import type { FileView } from '../file-search-params.ts';
import type { Matching, Selection } from '../selection.ts';
import { useDeleteMatches } from './matches.api.ts';

/**
 * Returns the number of selected files and the deletion of these: of the files themselves, or after
 * the confirmation in `dialog` of all files that match the filter.
 */
export function useBulkDeletion(
  { filter }: Pick<FileView, 'filter'>,
  {
    selection,
    selected,
    askFiles,
  }: {
    selection: Selection;
    selected: readonly StoredFile[];
    askFiles: (files: readonly StoredFile[]) => void;
  },
) {
  const { matching } = selection;
  // The dialog retains its count while it closes.
  const [asked, setAsked] = useState<{ matching: Matching; isOpen: boolean } | null>(null);
  const remove = useDeleteMatches();
  const returnFocus = useReturnFocus();
  const ask = () => {
    if (matching === null) return askFiles(selected);
    returnFocus.remember();
    setAsked({ matching, isOpen: true });
  };
  const close = () => setAsked(asked && { ...asked, isOpen: false });
  const started = () => {
    selection.clear();
    close();
  };
  return {
    count: matching?.total ?? selected.length,
    ask,
    dialog: asked && (
      <DeleteDialog
        open={asked.isOpen}
        onOpenChange={close}
        type="file"
        name={messages.fileCount(formatCount(asked.matching.total))}
        isDeleting={remove.isPending}
        onDelete={() => remove.mutate({ filter, matching: asked.matching }, { onSuccess: started })}
        finalFocus={returnFocus.finalFocus}
      />
    ),
  };
}
