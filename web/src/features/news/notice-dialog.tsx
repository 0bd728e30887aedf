import type { StaffNotice } from '@shotwright/contract';
import { newsLimits, type NoticeKind } from '@shotwright/contract/paths';
import { useState } from 'react';
import { noticeMessages as messages } from '../../lib/messages/news/news.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Textarea, TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useSaveNotice } from './news.api.ts';
import {
  noticeBody,
  noticeDraftOf,
  noticeErrors,
  noticeFields,
  type FieldErrors,
  type NoticeDraft,
} from './news-drafts.rules.ts';
import { useNewsForm } from './news-form.ts';
import { PublishActions, TimeField } from './news-parts.tsx';

/** Kinds in the order of the select, the most urgent first. */
const kinds: readonly { value: NoticeKind; label: string }[] = (
  ['outage', 'degraded', 'maintenance', 'notice'] as const
).map((value) => ({ value, label: messages.kinds[value] }));

/** Dialog that creates a notice, or edits an existing one. */
export function NoticeDialog(props: {
  open: boolean;
  notice: StaffNotice | undefined;
  onClose: () => void;
}) {
  const { notice, onClose } = props;
  const save = useSaveNotice(notice?.id);
  const [before] = useState(() => noticeDraftOf(notice));
  const form = useNewsForm<NoticeDraft>({
    before,
    errorsOf: noticeErrors,
    fields: noticeFields,
    saving: save,
    save: (draft, onError) =>
      save.mutate(noticeBody(draft, notice), { onSuccess: onClose, onError }),
  });
  const { draft, change } = form;
  return (
    <Dialog
      open={props.open}
      onOpenChange={(open) => !open && onClose()}
      title={notice === undefined ? messages.createTitle : messages.editTitle}
      size="wide"
      isBusy={save.isPending}
      isDirty={form.isDirty}
    >
      <form noValidate onSubmit={form.submit} className="grid min-w-0 gap-4">
        <NoticeFields draft={draft} errors={form.errors} onChange={change} />
        <PublishActions
          isPublished={draft.isPublished}
          help={draft.isPublished ? messages.publishedHelp : messages.draftHelp}
          isBusy={save.isPending}
          isNew={notice === undefined}
          onPublished={(isPublished) => change({ isPublished })}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

function NoticeFields(props: {
  draft: NoticeDraft;
  errors: FieldErrors<keyof NoticeDraft>;
  onChange: (part: Partial<NoticeDraft>) => void;
}) {
  const { draft, errors, onChange } = props;
  return (
    <>
      <Field label={messages.kind} help={messages.kindHelp[draft.kind]}>
        {(control) => (
          <Select
            {...control}
            options={kinds}
            value={draft.kind}
            onValueChange={(value) => {
              const kind = kinds.find((one) => one.value === value)?.value;
              if (kind !== undefined) onChange({ kind });
            }}
          />
        )}
      </Field>
      <TextField
        label={messages.noticeTitle}
        help={messages.titleHelp}
        error={errors.title}
        autoComplete="off"
        maxLength={newsLimits.noticeTitle}
        value={draft.title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <Field label={messages.text} help={messages.textHelp} error={errors.text}>
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            maxLength={newsLimits.noticeText}
            value={draft.text}
            onChange={(event) => onChange({ text: event.target.value })}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <TimeField
          label={messages.startsAt}
          error={errors.startsAt}
          value={draft.startsAt}
          onChange={(startsAt) => onChange({ startsAt })}
        />
        <TimeField
          label={messages.endsAt}
          help={messages.endsAtHelp}
          error={errors.endsAt}
          isOptional
          value={draft.endsAt}
          onChange={(endsAt) => onChange({ endsAt })}
        />
      </div>
    </>
  );
}
