import type { Project, StoredFile } from '@shotwright/contract';
import { useState } from 'react';
import { formatCount } from '../../../lib/format/format.ts';
import { commonMessages } from '../../../lib/messages/common.ts';
import { fileMessages as messages } from '../../../lib/messages/files.ts';
import { useIsBillingOn } from '../../../lib/api/runtime-config.ts';
import { Button, LoadingButton } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { useMoveFiles } from './bulk.api.ts';
import { useMoveMatches, type CountedMatches } from './matches.api.ts';
import { canCaptureAgain, projectsToMoveTo } from '../files.rules.ts';

/** Bulk actions that open a dialog. */
export type BulkStep = 'move' | 'recapture';

interface BulkDialogProps {
  files: readonly StoredFile[];
  /** All matches, if these are selected and `files` are only those of the page. */
  counted: CountedMatches | null;
  projects: readonly Project[];
  onClose: () => void;
  onMoved: () => void;
  onRecapture: (files: readonly StoredFile[]) => void;
}

/** Dialog of a bulk action over the files that were selected when it opened. */
export function BulkDialog(props: BulkDialogProps & { step: BulkStep }) {
  const { step } = props;
  if (step === 'recapture') return <RecaptureDialog {...props} />;
  const { counted } = props;
  return counted ? (
    <MoveMatchesDialog {...props} counted={counted} />
  ) : (
    <MoveFilesDialog {...props} />
  );
}

/** Moves the selected files. */
function MoveFilesDialog({ files, projects, onMoved, onClose }: BulkDialogProps) {
  const move = useMoveFiles();
  const moved = () => {
    onMoved();
    onClose();
  };
  const ids = files.map(({ id }) => id);
  return (
    <MoveDialog
      count={files.length}
      projects={projectsToMoveTo(files, projects)}
      isMoving={move.isPending}
      onMove={(projectId) => move.mutate({ ids, projectId }, { onSuccess: moved })}
      onClose={onClose}
    />
  );
}

/** Moves all files that match a filter. */
function MoveMatchesDialog(props: BulkDialogProps & { counted: CountedMatches }) {
  const { counted, projects, onMoved, onClose } = props;
  const move = useMoveMatches();
  const moved = () => {
    onMoved();
    onClose();
  };
  return (
    <MoveDialog
      count={counted.matching.total}
      projects={projects.filter(({ id }) => id !== counted.filter.projectId)}
      isMoving={move.isPending}
      onMove={(projectId) => move.mutate({ ...counted, projectId }, { onSuccess: moved })}
      onClose={onClose}
    />
  );
}

/** Dialog that selects the target project of a move. */
function MoveDialog(props: {
  count: number;
  projects: readonly Project[];
  isMoving: boolean;
  onMove: (projectId: number) => void;
  onClose: () => void;
}) {
  const { count, isMoving } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Dialog open onOpenChange={props.onClose} title={messages.moveTitle(count)} isBusy={isMoving}>
      <Field label={messages.moveTo}>
        {(control) => (
          <Select
            {...control}
            placeholder={messages.moveChoose}
            options={props.projects.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={chosen}
            onValueChange={setChosen}
          />
        )}
      </Field>
      <DialogActions>
        <Button variant="outline" disabled={isMoving} onClick={props.onClose}>
          {commonMessages.cancel}
        </Button>
        <LoadingButton
          disabled={chosen === null}
          isLoading={isMoving}
          onClick={() => chosen !== null && props.onMove(Number(chosen))}
        >
          {messages.moveConfirm}
        </LoadingButton>
      </DialogActions>
    </Dialog>
  );
}

/** Shows the price of capturing several files again before the captures start. */
function RecaptureDialog(props: BulkDialogProps) {
  const able = props.files.filter(canCaptureAgain);
  const isBillingOn = useIsBillingOn();
  const skipped = props.files.length - able.length;
  const credits = able.reduce((sum, file) => sum + file.creditsRequired, 0);
  const confirm = () => {
    props.onClose();
    props.onRecapture(able);
  };
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      title={messages.recaptureTitle(able.length)}
      {...(isBillingOn && { description: messages.recaptureCost(formatCount(credits)) })}
    >
      {skipped > 0 && <p className="text-muted">{messages.recaptureSkips(skipped)}</p>}
      <DialogActions>
        <Button variant="outline" onClick={props.onClose}>
          {commonMessages.cancel}
        </Button>
        <Button onClick={confirm}>{messages.recapture}</Button>
      </DialogActions>
    </Dialog>
  );
}
