import type { ApiKey } from '@shotwright/contract';
import { useRef, useState, type FormEvent, type Ref } from 'react';
import { apiKeyMessages as messages } from '../../lib/messages/api-keys.ts';
import { commonMessages } from '../../lib/messages/common.ts';
import { Button, LoadingButton } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useProjects } from '../projects/projects.api.ts';
import { useCreateApiKey } from './api-keys.api.ts';
import { readLimit } from './api-keys.rules.ts';
import { KeyLimitField, KeyNameField } from './key-fields.tsx';

type KeyDraft = typeof emptyDraft;

const emptyDraft = { name: '', limit: '', project: 'all', mode: 'live' };

const modes = Object.entries(messages.modes).map(([value, label]) => ({ value, label }));

/** `Create New API Key` dialog: name, monthly limit, project, mode. Source: specification §2, §5. */
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
    props.onClose();
  };
  const submit = () => {
    const body = buildRequest(draft);
    if (body === undefined || create.isPending) return;
    create.mutate(body, {
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
      isDirty={draft.name.trim() !== '' || draft.limit.trim() !== ''}
      initialFocus={name}
    >
      <KeyForm
        draft={draft}
        nameRef={name}
        isBusy={create.isPending}
        onChange={setDraft}
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
  onChange: (draft: KeyDraft) => void;
  onSubmit: () => void;
  onCancel: () => void;
}) {
  const { draft, isBusy, nameRef } = props;
  const change = (part: Partial<KeyDraft>) => props.onChange({ ...draft, ...part });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit();
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
      <Field label={messages.mode} help={messages.modeHelp}>
        {(control) => (
          <Select
            {...control}
            options={modes}
            value={draft.mode}
            onValueChange={(mode) => change({ mode })}
          />
        )}
      </Field>
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

function buildRequest({ name, limit, project, mode }: KeyDraft) {
  const monthlyLimit = readLimit(limit);
  if (name.trim() === '' || monthlyLimit === undefined) return undefined;
  const projectId = project === 'all' ? null : Number(project);
  const body = { name: name.trim(), monthlyLimit, projectId };
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
