import type { Project } from '@shotwright/contract';
import { lazy, Suspense } from 'react';

/** The project that is asked about; it keeps its name while the question closes. */
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

/** The dialogs of `Your Projects`; their code is loaded with the first one. `isCreating` null: not asked for yet. */
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
