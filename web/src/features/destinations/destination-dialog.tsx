import type { Destination } from '@shotwright/contract';
import { destinationLimits, storagePathParts, textLimits } from '@shotwright/contract/paths';
import { useId, useRef, useState, type FormEvent, type Ref, type RefObject } from 'react';
import { commonMessages } from '../../lib/messages/common.ts';
import { destinationMessages as messages } from '../../lib/messages/settings.ts';
import { Button, LoadingButton } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field, FieldError, Input } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useSaveDestination } from './destinations.api.ts';
import { draftOf, missingFields, type DestinationDraft } from './destinations.rules.ts';

/** Dialog that adds a destination, or edits an existing one. */
export function DestinationDialog(props: {
  open: boolean;
  destination: Destination | undefined;
  onClose: () => void;
}) {
  const { destination, onClose } = props;
  const before = draftOf(destination);
  const [draft, setDraft] = useState(before);
  const [isSubmitted, setSubmitted] = useState(false);
  const name = useRef<HTMLInputElement>(null);
  const save = useSaveDestination(destination);
  const missing = missingFields(draft, destination === undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (missing.length === 0 && !save.isPending) save.mutate(draft, { onSuccess: onClose });
  };
  return (
    <Dialog
      open={props.open}
      onOpenChange={(open) => !open && onClose()}
      title={destination ? messages.editTitle : messages.create}
      size="wide"
      isBusy={save.isPending}
      isDirty={JSON.stringify(draft) !== JSON.stringify(before)}
      initialFocus={name}
    >
      <form noValidate onSubmit={submit} className="grid min-w-0 gap-4">
        <DestinationFields
          draft={draft}
          isNew={destination === undefined}
          missing={isSubmitted ? missing : []}
          nameRef={name}
          onChange={(part) => setDraft({ ...draft, ...part })}
        />
        <div role="alert">
          {isSubmitted && missing.length > 0 && <FieldError>{messages.fillIn}</FieldError>}
        </div>
        <DialogActions className="mt-0">
          <Button variant="outline" disabled={save.isPending} onClick={onClose}>
            {commonMessages.cancel}
          </Button>
          <LoadingButton type="submit" isLoading={save.isPending} loadingText={messages.saving}>
            {destination ? messages.save : messages.create}
          </LoadingButton>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function DestinationFields(props: {
  draft: DestinationDraft;
  isNew: boolean;
  missing: readonly string[];
  nameRef: RefObject<HTMLInputElement | null>;
  onChange: (part: Partial<DestinationDraft>) => void;
}) {
  const { draft, isNew, missing, onChange } = props;
  const text = (field: TextName) => ({
    value: draft[field],
    isMissing: missing.includes(field),
    onChange: (value: string) => onChange({ [field]: value }),
  });
  const parts = storagePathParts.map((part) => `{${part}}`).join(' ');
  return (
    <>
      <TextInput label={messages.name} inputRef={props.nameRef} {...text('name')} />
      <TextInput
        label={messages.endpoint}
        isOptional
        help={messages.endpointHelp}
        placeholder={messages.endpointExample}
        maxLength={destinationLimits.urlLength}
        {...text('endpoint')}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextInput label={messages.bucket} {...text('bucket')} />
        <TextInput label={messages.region} help={messages.regionHelp} {...text('region')} />
        <TextInput label={messages.accessKeyId} {...text('accessKeyId')} />
        <SecretInput
          value={draft.secret}
          help={isNew ? messages.secretHelp : messages.secretKept}
          isMissing={missing.includes('secret')}
          onChange={(secret) => onChange({ secret })}
        />
      </div>
      <TextInput
        label={messages.path}
        help={messages.pathHelp(parts)}
        isMono
        maxLength={destinationLimits.templateLength}
        {...text('path')}
      />
      <TextInput
        label={messages.publicUrl}
        isOptional
        help={messages.publicUrlHelp}
        placeholder={messages.publicUrlExample}
        maxLength={destinationLimits.urlLength}
        {...text('publicUrl')}
      />
      <KeepLocalSwitch
        isOn={draft.keepsLocal}
        onChange={(keepsLocal) => onChange({ keepsLocal })}
      />
    </>
  );
}

function SecretInput(props: {
  value: string;
  help: string;
  isMissing: boolean;
  onChange: (value: string) => void;
}) {
  return (
    <Field label={messages.secret} help={props.help}>
      {(control) => (
        <PasswordInput
          {...control}
          aria-invalid={props.isMissing}
          autoComplete="off"
          maxLength={destinationLimits.textLength}
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

function KeepLocalSwitch(props: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const noteId = useId();
  return (
    <div>
      <Switch label={messages.keepLocal} aria-describedby={noteId} {...props} />
      <p id={noteId} className="pl-11.5 text-label text-muted pointer-coarse:pl-13.5">
        {messages.keepLocalHelp}
      </p>
    </div>
  );
}

type TextName = Exclude<keyof DestinationDraft, 'keepsLocal' | 'secret'>;

function TextInput(props: {
  label: string;
  value: string;
  isMissing: boolean;
  onChange: (value: string) => void;
  help?: string;
  placeholder?: string;
  maxLength?: number;
  isOptional?: boolean;
  isMono?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}) {
  return (
    <Field label={props.label} help={props.help} isOptional={props.isOptional === true}>
      {(control) => (
        <Input
          {...control}
          ref={props.inputRef}
          aria-invalid={props.isMissing}
          autoComplete="off"
          spellCheck={false}
          placeholder={props.placeholder}
          maxLength={props.maxLength ?? textLimits.name}
          className={props.isMono === true ? 'font-mono text-label' : undefined}
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
