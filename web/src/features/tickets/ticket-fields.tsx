import type { TicketContext } from '@shotwright/contract';
import { ticketLimits } from '@shotwright/contract/paths';
import { useRef, type FormEvent, type RefObject } from 'react';
import { cn } from '../../lib/cn.ts';
import { commonMessages } from '../../lib/messages/common.ts';
import { ticketFormMessages as messages } from '../../lib/messages/tickets.ts';
import { Button, LoadingButton } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { Field, Textarea, TextField } from '../../ui/field.tsx';
import { ContextConsent } from './context-consent.tsx';
import { useFileDrop } from '../../lib/use-file-drop.ts';
import { DocsSuggestions } from './docs-suggestions.tsx';
import { ImagePicker } from './image-picker.tsx';
import type { TicketForm } from './use-ticket-form.ts';

/** Progress of an upload, with a function that cancels it. */
export interface UploadState {
  /** Fraction from 0 to 1. */
  readonly part: number;
  readonly stop: () => void;
}

/** Title length from which the character count is shown. */
const nearlyFull = ticketLimits.titleLength - 40;

interface TicketFieldsProps {
  form: TicketForm;
  titleRef: RefObject<HTMLInputElement | null>;
  isTitleMissing: boolean;
  upload: UploadState | null;
  context: { value: TicketContext; isAgreed: boolean; onChange: (isAgreed: boolean) => void };
  onSubmit: () => void;
  onCancel: () => void;
}

/** Fields of a new ticket; images can be dropped or pasted anywhere on them. */
export function TicketFields(props: TicketFieldsProps) {
  const { form, upload, context } = props;
  const isBusy = upload !== null;
  const area = useRef<HTMLFormElement>(null);
  const isOver = useFileDrop((files) => !isBusy && form.addImages(files), area);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit();
  };
  return (
    // Dropped or pasted files can also be selected with a button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      noValidate
      onSubmit={submit}
      ref={area}
      className={cn(
        'relative grid min-w-0 gap-4 rounded-control',
        isOver && 'outline-2 outline-offset-8 outline-cobalt outline-dashed',
      )}
    >
      {form.older !== null && <OlderDraft onGoBack={form.goBack} />}
      <TitleField
        form={form}
        titleRef={props.titleRef}
        isTitleMissing={props.isTitleMissing}
        isBusy={isBusy}
      />
      <DocsSuggestions title={form.draft.title} />
      <Field label={messages.description} isOptional>
        {(control) => (
          <Textarea
            {...control}
            rows={5}
            maxLength={ticketLimits.descriptionLength}
            placeholder={messages.descriptionExample}
            readOnly={isBusy}
            value={form.draft.description}
            onChange={(event) => form.write({ description: event.target.value })}
          />
        )}
      </Field>
      <ImagePicker form={form} isBusy={isBusy} />
      <ContextConsent
        context={context.value}
        isAgreed={context.isAgreed}
        onChange={context.onChange}
      />
      {upload !== null && form.images.length > 0 && <Progress upload={upload} />}
      <DialogActions className="mt-2">
        <Button variant="outline" disabled={isBusy} onClick={props.onCancel}>
          {commonMessages.cancel}
        </Button>
        <LoadingButton type="submit" isLoading={isBusy} loadingText={messages.creating}>
          {messages.submit}
        </LoadingButton>
      </DialogActions>
    </form>
  );
}

function TitleField({
  form,
  titleRef,
  isTitleMissing,
  isBusy,
}: Pick<TicketFieldsProps, 'form' | 'titleRef' | 'isTitleMissing'> & { isBusy: boolean }) {
  const { title } = form.draft;
  return (
    <TextField
      label={messages.title}
      ref={titleRef}
      error={isTitleMissing && messages.titleMissing}
      aside={
        title.length >= nearlyFull && (
          <span className="figures text-label text-muted">
            {messages.titleLeft(title.length, ticketLimits.titleLength)}
          </span>
        )
      }
      aria-required
      maxLength={ticketLimits.titleLength}
      placeholder={messages.titleExample}
      autoComplete="off"
      readOnly={isBusy}
      value={title}
      onChange={(event) => form.write({ title: event.target.value })}
    />
  );
}

function OlderDraft({ onGoBack }: { onGoBack: () => void }) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-control bg-cobalt-wash px-3 py-2 text-table">
      {messages.olderDraft}
      <Button variant="link" size="sm" onClick={onGoBack}>
        {messages.backToDraft}
      </Button>
    </p>
  );
}

function Progress({ upload }: { upload: UploadState }) {
  const percent = Math.round(upload.part * 100);
  const hasArrived = upload.part >= 1;
  return (
    <div className="grid gap-1.5">
      <div className="flex min-h-6 items-center justify-between gap-3 text-table">
        <span className="figures">
          {hasArrived ? messages.received : messages.uploading(percent)}
        </span>
        {!hasArrived && (
          <Button variant="link" size="sm" onClick={upload.stop}>
            {messages.stop}
          </Button>
        )}
      </div>
      <progress
        aria-label={messages.progress}
        max={100}
        value={percent}
        className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-grey-wash [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-grey-wash [&::-webkit-progress-value]:bg-ink"
      />
    </div>
  );
}
