import type { StaffNewsSlide } from '@shotwright/contract';
import { newsLimits } from '@shotwright/contract/paths';
import { slideMessages as messages } from '../../lib/messages/news/news.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Textarea, TextField } from '../../ui/field.tsx';
import { NewsSlidePreview } from '../accounts/side-panel.tsx';
import { useSaveSlide } from './news.api.ts';
import {
  previewOf,
  slideBody,
  slideDraftOf,
  slideErrors,
  slideFields,
  type FieldErrors,
  type SlideDraft,
} from './news-drafts.rules.ts';
import { useNewsForm } from './news-form.ts';
import { PublishActions, TimeField } from './news-parts.tsx';

/** Dialog that creates a slide, or edits an existing one, with a preview. */
export function SlideDialog(props: {
  open: boolean;
  slide: StaffNewsSlide | undefined;
  onClose: () => void;
}) {
  const { slide, onClose } = props;
  const save = useSaveSlide(slide?.id);
  const form = useNewsForm<SlideDraft>({
    before: slideDraftOf(slide),
    errorsOf: slideErrors,
    fields: slideFields,
    saving: save,
    save: (draft, onError) => save.mutate(slideBody(draft), { onSuccess: onClose, onError }),
  });
  const { draft, errors, change } = form;
  return (
    <Dialog
      open={props.open}
      onOpenChange={(open) => !open && onClose()}
      title={slide === undefined ? messages.createTitle : messages.editTitle}
      size="wide"
      isBusy={save.isPending}
      isDirty={form.isDirty}
    >
      <form noValidate onSubmit={form.submit} className="grid min-w-0 gap-4">
        <SlideFields draft={draft} errors={errors} onChange={change} />
        <section aria-label={messages.preview} className="grid gap-1.5">
          <h3 className="text-table font-medium">{messages.preview}</h3>
          <div className="rounded-card border border-line bg-paper p-5 sm:p-6">
            <div className="max-w-96">
              <NewsSlidePreview slide={previewOf(draft)} />
            </div>
          </div>
          {draft.image.trim().startsWith('https:') && (
            <p className="text-label text-muted">{messages.previewHelp}</p>
          )}
        </section>
        <PublishActions
          isPublished={draft.isPublished}
          help={draft.isPublished ? messages.publishedHelp : messages.draftHelp}
          isBusy={save.isPending}
          isNew={slide === undefined}
          onPublished={(isPublished) => change({ isPublished })}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

function SlideFields(props: {
  draft: SlideDraft;
  errors: FieldErrors<keyof SlideDraft>;
  onChange: (part: Partial<SlideDraft>) => void;
}) {
  const { draft, errors, onChange } = props;
  return (
    <>
      <TextField
        label={messages.slideTitle}
        error={errors.title}
        autoComplete="off"
        maxLength={newsLimits.slideTitle}
        value={draft.title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <Field label={messages.text} error={errors.text}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={newsLimits.slideText}
            className="min-h-20"
            value={draft.text}
            onChange={(event) => onChange({ text: event.target.value })}
          />
        )}
      </Field>
      {(['href', 'image'] as const).map((name) => (
        <TextField
          key={name}
          label={messages[name]}
          help={name === 'href' ? messages.hrefHelp : messages.imageHelp}
          error={errors[name]}
          isOptional
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={newsLimits.linkLength}
          value={draft[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      ))}
      <div className="grid gap-4 sm:grid-cols-2">
        {(['visibleFrom', 'visibleUntil'] as const).map((name) => (
          <TimeField
            key={name}
            label={messages[name]}
            error={errors[name]}
            isOptional
            value={draft[name]}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
      </div>
    </>
  );
}
