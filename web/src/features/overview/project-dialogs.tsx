import type { Project } from '@shotwright/contract';
import { lazy, Suspense } from 'react';

/** Project to delete; retained while the dialog closes. */
export interface Deletion {
  readonly project: Project;
  readonly isOpen: boolean;
}

const CreateProjectDialog = lazy(async () => ({
  default: (await import('../projects/create-project-dialog.tsx')).CreateProjectDialog,
}));
const DeleteProjectDialog = lazy(async () => ({
  default: (await import('../projects/delete-project-dialog.tsx')).DeleteProjectDialog,
}));

/**
 * Dialogs of `Your Projects`, loaded with the first one that opens. `isCreating` is null until it
 * is first requested.
 */
export function ProjectDialogs(props: {
  isCreating: boolean | null;
  onCreating: (isCreating: boolean) => void;
  onCreated: (project: Project) => void;
  takenNames: readonly string[];
  deletion: Deletion | null;
  onDeletion: (deletion: Deletion) => void;
  finalFocus: () => HTMLElement | null;
}) {
  const { deletion } = props;
  return (
    <Suspense>
      {props.isCreating !== null && (
        <CreateProjectDialog
          open={props.isCreating}
          onOpenChange={props.onCreating}
          takenNames={props.takenNames}
          onCreated={props.onCreated}
        />
      )}
      {deletion && (
        <DeleteProjectDialog
          {...deletion}
          onClose={() => props.onDeletion({ ...deletion, isOpen: false })}
          finalFocus={props.finalFocus}
        />
      )}
    </Suspense>
  );
}
