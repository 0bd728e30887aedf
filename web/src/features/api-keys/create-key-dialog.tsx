import type { ApiKey } from '@shotwright/contract';
import { useRef, useState, type FormEvent, type Ref } from 'react';
import { apiKeyMessages as messages } from '../../lib/messages/api-keys.ts';
import { commonMessages } from '../../lib/messages/common.ts';
import { Button, LoadingButton } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { CollapsibleSection } from '../../ui/collapsible-section.tsx';
import { Field, focusFirstError } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useProjects } from '../projects/projects.api.ts';
import { useCreateApiKey } from './api-keys.api.ts';
import { readLimit } from './api-keys.rules.ts';
import { KeyLimitField, KeyNameField } from './key-fields.tsx';
import { RestrictionFields } from './restrictions/restriction-fields.tsx';
import {
  changedRestrictions,
  noRestrictions,
  restrictionErrors,
  type RestrictionErrors,
} from './restrictions/restrictions.rules.ts';

type KeyDraft = typeof emptyDraft;

const emptyDraft = {
  name: '',
  limit: '',
  project: 'all',
  mode: 'live',
  restrictions: noRestrictions,
};

const modes = Object.entries(messages.modes).map(([value, label]) => ({ value, label }));

/** `Create New API Key` dialog: name, monthly limit, project, mode, and optional restrictions. Source: specification §2, §5. */
export function CreateKeyDialog(props: {
  open: boolean;
  onClose: () => void;
  onCreated: (key: ApiKey) => void;
}) {
  const [draft, setDraft] = useState(emptyDraft);
  const name = useRef<HTMLInputElement>(null);
  const create = useCreateApiKey();
  const close = () => {
    setDraft(emptyDraft);
    create.reset();
    props.onClose();
  };
  const submit = (onError: () => void) => {
    const body = buildRequest(draft);
    if (body === undefined || create.isPending) return;
    create.mutate(body, {
      onError,
      onSuccess: ({ apiKey }) => {
        close();
        props.onCreated(apiKey);
      },
    });
  };
  return (
    <Dialog
      open={props.open}
      onOpenChange={(open) => !open && close()}
      title={messages.createTitle}
      isBusy={create.isPending}
      isDirty={
        draft.name.trim() !== '' ||
        draft.limit.trim() !== '' ||
        Object.keys(changedRestrictions(draft.restrictions)).length > 0
      }
      initialFocus={name}
    >
      <KeyForm
        draft={draft}
        nameRef={name}
        isBusy={create.isPending}
        errors={restrictionErrors(draft.restrictions, create.error)}
        onChange={(next) => {
          setDraft(next);
          if (create.isError) create.reset();
        }}
        onSubmit={submit}
        onCancel={close}
      />
    </Dialog>
  );
}

function KeyForm(props: {
  draft: KeyDraft;
  nameRef: Ref<HTMLInputElement>;
  isBusy: boolean;
  errors: RestrictionErrors;
  onChange: (draft: KeyDraft) => void;
  /** `onError` is called if the server rejects the key. */
  onSubmit: (onError: () => void) => void;
  onCancel: () => void;
}) {
  const { draft, isBusy, nameRef, errors } = props;
  const hasErrors = Object.keys(errors).length > 0;
  const change = (part: Partial<KeyDraft>) => props.onChange({ ...draft, ...part });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const focusError = () => focusFirstError(form);
    if (hasErrors) focusError();
    else props.onSubmit(focusError);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <KeyNameField inputRef={nameRef} value={draft.name} onChange={(name) => change({ name })} />
      <KeyLimitField
        value={draft.limit}
        isWrong={readLimit(draft.limit) === undefined}
        onChange={(limit) => change({ limit })}
      />
      <ProjectField value={draft.project} onChange={(project) => change({ project })} />
      <ModeField value={draft.mode} onChange={(mode) => change({ mode })} />
      <CollapsibleSection
        title={messages.restrictions}
        isInitiallyOpen={false}
        isHeldOpen={hasErrors}
      >
        <RestrictionFields
          draft={draft.restrictions}
          errors={errors}
          onChange={(part) => change({ restrictions: { ...draft.restrictions, ...part } })}
        />
      </CollapsibleSection>
      <DialogActions className="mt-2">
        <Button variant="outline" disabled={isBusy} onClick={props.onCancel}>
          {commonMessages.cancel}
        </Button>
        <LoadingButton
          type="submit"
          disabled={buildRequest(draft) === undefined}
          isLoading={isBusy}
        >
          {messages.create}
        </LoadingButton>
      </DialogActions>
    </form>
  );
}

function buildRequest({ name, limit, project, mode, restrictions }: KeyDraft) {
  const monthlyLimit = readLimit(limit);
  if (name.trim() === '' || monthlyLimit === undefined) return undefined;
  const projectId = project === 'all' ? null : Number(project);
  const restricted = changedRestrictions(restrictions);
  const body = { name: name.trim(), monthlyLimit, projectId, ...restricted };
  return mode === 'test' ? { ...body, livemode: false } : body;
}

function ProjectField(props: { value: string; onChange: (value: string) => void }) {
  const projects = useProjects();
  return (
    <Field label={messages.project} isOptional help={messages.projectHelp}>
      {(control) => (
        <Select
          {...control}
          options={[
            { value: 'all', label: messages.allProjects },
            ...(projects.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={props.value}
          onValueChange={props.onChange}
        />
      )}
    </Field>
  );
}

function ModeField(props: { value: string; onChange: (value: string) => void }) {
  return (
    <Field label={messages.mode} help={messages.modeHelp}>
      {(control) => (
        <Select {...control} options={modes} value={props.value} onValueChange={props.onChange} />
      )}
    </Field>
  );
}
