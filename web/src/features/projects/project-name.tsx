import type { Project } from '@shotwright/contract';
import { textLimits } from '@shotwright/contract/paths';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { overviewMessages as messages } from '../../lib/messages/overview.ts';
import { Input } from '../../ui/field.tsx';
import { useRenameProject } from './projects.api.ts';

/**
 * Name of a project while it is changed in its row. Enter and leaving the field save it, Escape and an
 * empty name keep the old one. `onClose` receives true if the focus is still in the field.
 */
export function ProjectNameField(props: {
  project: Project;
  onClose: (hasFocus: boolean) => void;
}) {
  const { project, onClose } = props;
  const [name, setName] = useState(project.name);
  const field = useRef<HTMLInputElement>(null);
  const rename = useRenameProject();
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const isClosed = useRef(false);
  const close = () => {
    isClosed.current = true;
    onClose(document.activeElement === field.current);
  };
  const save = () => {
    const trimmed = name.trim();
    // Removing the field from the page takes its focus, too.
    if (rename.isPending || isClosed.current) return;
    if (trimmed === '' || trimmed === project.name) close();
    else rename.mutate({ id: project.id, name: trimmed }, { onSuccess: close });
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') save();
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
  return (
    <Input
      ref={field}
      aria-label={messages.nameOf(project.name)}
      maxLength={textLimits.name}
      autoComplete="off"
      readOnly={rename.isPending}
      value={name}
      onChange={(event) => setName(event.target.value)}
      onKeyDown={press}
      onBlur={save}
      className="h-8 max-w-80 px-2"
    />
  );
}
