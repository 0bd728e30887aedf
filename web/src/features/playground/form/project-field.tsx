import { useState } from 'react';
import { playgroundMessages as messages } from '../../../lib/messages/playground.ts';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { CreateProjectDialog } from '../../projects/create-project-dialog.tsx';
import { useProjects } from '../../projects/projects.api.ts';

const newProject = 'new';

/** Project selection for the image; the last option creates a project. */
export function ProjectField(props: { projectId: string; onChange: (projectId: string) => void }) {
  const projects = useProjects();
  const [isTouched, setTouched] = useState(false);
  const [isCreating, setCreating] = useState(false);
  const all = projects.data ?? [];
  const isEmpty = props.projectId === '';
  const hasFailed = projects.isError && projects.data === undefined;
  const problem = hasFailed ? messages.projectsFailed : isEmpty && isTouched && messages.required;
  const choose = (value: string) => {
    if (value === newProject) return setCreating(true);
    props.onChange(value);
  };
  return (
    <>
      <Field label={messages.project} error={problem} help={isEmpty && messages.required}>
        {(control) => (
          // The select fires a blur event when the focus leaves it, also from its popup; the blur
          // marks the field as touched.
          <div onBlur={() => setTouched(true)}>
            <Select
              {...control}
              options={[
                ...all.map(({ id, name }) => ({ value: String(id), label: name })),
                ...(hasFailed
                  ? []
                  : [{ value: newProject, label: messages.newProject, isSeparate: true }]),
              ]}
              value={isEmpty ? null : props.projectId}
              onValueChange={choose}
              placeholder={messages.chooseProject}
            />
          </div>
        )}
      </Field>
      <CreateProjectDialog
        open={isCreating}
        onOpenChange={setCreating}
        takenNames={all.map(({ name }) => name)}
        onCreated={(project) => props.onChange(String(project.id))}
      />
    </>
  );
}
