import type { Project } from '@shotwright/contract';
import { lazy, Suspense } from 'react';

/** Project of an open dialog; retained while the dialog closes. */
export interface ProjectInDialog {
  readonly project: Project;
  readonly isOpen: boolean;
  /** Differs for each opening, so that earlier input does not reappear. */
  readonly openCount?: number;
}

const CreateProjectDialog = lazy(async () => ({
  default: (await import('../projects/create-project-dialog.tsx')).CreateProjectDialog,
}));
const BudgetDialog = lazy(async () => ({
  default: (await import('../budgets/budget-dialog.tsx')).BudgetDialog,
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
  deletion: ProjectInDialog | null;
  onDeletion: (deletion: ProjectInDialog) => void;
  budget: ProjectInDialog | null;
  onBudget: (budget: ProjectInDialog) => void;
  finalFocus: () => HTMLElement | null;
}) {
  const { deletion, budget } = props;
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
      {budget && (
        <BudgetDialog
          key={budget.openCount}
          subject={{ kind: 'project', id: budget.project.id, name: budget.project.name }}
          open={budget.isOpen}
          onClose={() => props.onBudget({ ...budget, isOpen: false })}
        />
      )}
    </Suspense>
  );
}
