import type { Project } from '@shotwright/contract';
import { formatCount, formatSize } from '../../lib/format/format.ts';
import { overviewMessages as messages } from '../../lib/messages/overview.ts';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { useDeleteProject, useProjectKeyCount } from './projects.api.ts';

/** Number of files above which the project name must be typed. */
const mustTypeAbove = 100;

/** Confirms the deletion of a project and lists the data deleted with it (ruling RL-29). */
export function DeleteProjectDialog(props: {
  project: Project;
  isOpen: boolean;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
}) {
  const remove = useDeleteProject();
  const { project } = props;
  const keyCount = useProjectKeyCount(project.id).data ?? 0;
  const parts = [
    project.screenshotCount > 0 &&
      messages.screenshotsCount(
        formatCount(project.screenshotCount),
        project.screenshotCount === 1,
        formatSize(project.totalSize),
      ),
    keyCount > 0 && messages.apiKeysCount(keyCount),
  ].filter((part) => part !== false);
  return (
    <DeleteDialog
      open={props.isOpen}
      onOpenChange={(open) => !open && props.onClose()}
      type={messages.project}
      name={project.name}
      isDeleting={remove.isPending}
      mustTypeName={project.screenshotCount > mustTypeAbove}
      finalFocus={props.finalFocus}
      onDelete={() => remove.mutate(project.id, { onSuccess: props.onClose })}
    >
      {parts.length > 0 && (
        <p className="mt-3 rounded-control bg-amber-wash px-3 py-2 text-table text-amber">
          {messages.alsoDeletes(parts.join(messages.and))}
        </p>
      )}
    </DeleteDialog>
  );
}
