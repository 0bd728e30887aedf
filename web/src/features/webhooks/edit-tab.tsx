import type { Webhook } from '@shotwright/contract';
import { useId, useRef, type FormEvent } from 'react';
import { webhookDrawerMessages as messages, webhookMessages } from '../../lib/messages/webhooks.ts';
import { LoadingButton } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import {
  WebhookEventsField,
  WebhookNameField,
  WebhookProjectsField,
  WebhookUrlField,
} from './webhook-fields.tsx';
import { useUpdateWebhook } from './webhooks.api.ts';
import { bodyOf, type WebhookDraft } from './webhooks.rules.ts';

/** Form for name, URL, projects and events of a webhook. */
export function EditTab(props: {
  webhook: Webhook;
  draft: WebhookDraft;
  isDirty: boolean;
  onChange: (draft: WebhookDraft) => void;
  onSaved: () => void;
}) {
  const { draft, webhook } = props;
  const update = useUpdateWebhook();
  const form = useRef<HTMLFormElement>(null);
  const errorId = useId();
  const body = bodyOf(draft);
  const change = (part: Partial<WebhookDraft>) => props.onChange({ ...draft, ...part });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (body === undefined)
      return form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    if (!update.isPending) update.mutate({ id: webhook.id, body }, { onSuccess: props.onSaved });
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      <WebhookNameField
        value={draft.name}
        onChange={(name) => change({ name })}
        errorId={draft.name.trim() === '' ? errorId : undefined}
      />
      <WebhookUrlField
        value={draft.webhookUrl}
        onChange={(webhookUrl) => change({ webhookUrl })}
        errorId={draft.webhookUrl.trim() === '' ? errorId : undefined}
      />
      <WebhookProjectsField
        values={draft.projectIds}
        onChange={(projectIds) => change({ projectIds })}
      />
      <WebhookEventsField values={draft.eventIds} onChange={(eventIds) => change({ eventIds })} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <LoadingButton
          type="submit"
          disabled={!props.isDirty}
          isLoading={update.isPending}
          loadingText={messages.saving}
        >
          {messages.save}
        </LoadingButton>
        <div role="alert">
          {body === undefined && <FieldError id={errorId}>{webhookMessages.fillIn}</FieldError>}
        </div>
      </div>
    </form>
  );
}
