import { useId, useRef, useState, type FormEvent, type RefObject } from 'react';
import { commonMessages } from '../../lib/messages/common.ts';
import {
  webhookMessages as messages,
  webhookSampleMessages as sampleMessages,
} from '../../lib/messages/webhooks.ts';
import type { OperationData } from '@shotwright/contract';
import { Button, LoadingButton } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { WebhookNameField, WebhookProjectsField, WebhookUrlField } from './webhook-fields.tsx';
import { SampleView, useSample } from './webhook-sample.tsx';
import { useCreateWebhook } from './webhooks.api.ts';
import { bodyOf, emptyDraft, isSameDraft, type WebhookDraft } from './webhooks.rules.ts';

/** `Create Webhook` dialog: name, URL with a sample, projects. Source: specification §2, §5. */
export function CreateWebhookDialog(props: {
  open: boolean;
  onClose: () => void;
  onCreated: (created: OperationData<'createWebhook'>) => void;
}) {
  const [draft, setDraft] = useState(emptyDraft);
  const name = useRef<HTMLInputElement>(null);
  const create = useCreateWebhook();
  const submit = () => {
    const body = bodyOf(draft);
    if (body === undefined || create.isPending) return;
    create.mutate(body, {
      onSuccess: (created) => {
        props.onClose();
        props.onCreated(created);
      },
    });
  };
  return (
    <Dialog
      open={props.open}
      onOpenChange={(open) => !open && props.onClose()}
      title={messages.create}
      size="wide"
      isBusy={create.isPending}
      isDirty={!isSameDraft(draft, emptyDraft)}
      initialFocus={name}
    >
      <CreateForm
        draft={draft}
        nameRef={name}
        isBusy={create.isPending}
        onChange={setDraft}
        onSubmit={submit}
        onCancel={props.onClose}
      />
    </Dialog>
  );
}

function CreateForm(props: {
  draft: WebhookDraft;
  nameRef: RefObject<HTMLInputElement | null>;
  isBusy: boolean;
  onChange: (draft: WebhookDraft) => void;
  onSubmit: () => void;
  onCancel: () => void;
}) {
  const { draft, isBusy, nameRef } = props;
  const url = useRef<HTMLInputElement>(null);
  const form = useRequired(draft, { name: nameRef, url });
  const sample = useSample();
  const change = (part: Partial<WebhookDraft>) => props.onChange({ ...draft, ...part });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (form.isComplete()) props.onSubmit();
  };
  return (
    <form noValidate onSubmit={submit} className="grid min-w-0 gap-4">
      <WebhookNameField
        inputRef={nameRef}
        value={draft.name}
        onChange={(name) => change({ name })}
        errorId={form.nameErrorId}
      />
      <WebhookUrlField
        inputRef={url}
        value={draft.webhookUrl}
        onChange={(webhookUrl) => {
          change({ webhookUrl });
          sample.forget();
        }}
        error={form.urlError}
        errorId={form.urlErrorId}
      >
        <LoadingButton
          variant="outline"
          className="h-10 max-sm:w-full"
          isLoading={sample.isSending}
          loadingText={sampleMessages.sending}
          onClick={() => form.hasUrl() && sample.send(draft.webhookUrl.trim())}
        >
          {sampleMessages.send}
        </LoadingButton>
      </WebhookUrlField>
      <SampleView sample={sample} />
      <WebhookProjectsField
        values={draft.projectIds}
        onChange={(projectIds) => change({ projectIds })}
      />
      <Actions
        isBusy={isBusy}
        onCancel={props.onCancel}
        errorId={form.errorId}
        isIncomplete={form.isIncomplete}
      />
    </form>
  );
}

function Actions(props: {
  isBusy: boolean;
  onCancel: () => void;
  errorId: string;
  isIncomplete: boolean;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div role="alert">
        {props.isIncomplete && <FieldError id={props.errorId}>{messages.fillIn}</FieldError>}
      </div>
      <DialogActions className="mt-0 ml-auto max-sm:w-full">
        <Button variant="outline" disabled={props.isBusy} onClick={props.onCancel}>
          {commonMessages.cancel}
        </Button>
        <LoadingButton type="submit" isLoading={props.isBusy} loadingText={messages.creating}>
          {messages.create}
        </LoadingButton>
      </DialogActions>
    </div>
  );
}

/**
 * Required-field errors, shown only after the first submit. Submitting moves the focus to the first
 * missing field.
 */
function useRequired(
  { name, webhookUrl }: WebhookDraft,
  inputs: Record<'name' | 'url', RefObject<HTMLInputElement | null>>,
) {
  const [isSubmitted, setSubmitted] = useState(false);
  const [isUrlMissing, setUrlMissing] = useState(false);
  const errorId = useId();
  const lacksName = name.trim() === '';
  const lacksUrl = webhookUrl.trim() === '';
  const missing = lacksName ? inputs.name : lacksUrl ? inputs.url : undefined;
  return {
    errorId,
    isComplete: () => {
      setSubmitted(true);
      missing?.current?.focus();
      return missing === undefined;
    },
    hasUrl: () => {
      setUrlMissing(lacksUrl);
      if (lacksUrl) inputs.url.current?.focus();
      return !lacksUrl;
    },
    isIncomplete: isSubmitted && missing !== undefined,
    nameErrorId: isSubmitted && lacksName ? errorId : undefined,
    urlErrorId: isSubmitted && lacksUrl ? errorId : undefined,
    urlError: isUrlMissing && lacksUrl ? messages.urlFirst : undefined,
  };
}
