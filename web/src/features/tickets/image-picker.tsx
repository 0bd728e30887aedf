import { ticketLimits } from '@shotwright/contract/paths';
import { ImagePlus, X } from 'lucide-react';
import { useId } from 'react';
import { ticketFormMessages as messages } from '../../lib/messages/tickets.ts';
import { FieldError } from '../../ui/field.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import type { ChosenImage, TicketForm } from './use-ticket-form.ts';

/**
 * Images of a new ticket: selected, dropped or pasted; each can be removed. Source: specification
 * §2, §5.
 */
export function ImagePicker({ form, isBusy }: { form: TicketForm; isBusy: boolean }) {
  const { images, removed } = form;
  const titleId = useId();
  return (
    <fieldset aria-labelledby={titleId} className="grid min-w-0 gap-2">
      <div className="flex items-baseline justify-between gap-3">
        <span id={titleId} className="text-table font-medium">
          {messages.images}
        </span>
        <output className="figures text-label text-muted">
          {messages.count(images.length, ticketLimits.images)}
        </output>
      </div>
      {images.length > 0 && (
        <ul className="grid grid-cols-3 gap-3">
          {images.map((image) => (
            <Thumbnail
              key={image.id}
              image={image}
              isBusy={isBusy}
              onRemove={() => form.removeImage(image.id)}
            />
          ))}
        </ul>
      )}
      <output className="text-table text-muted empty:hidden">
        {removed !== null && (
          <>
            {messages.removed(removed.image.file.name)}{' '}
            <button
              type="button"
              disabled={isBusy}
              className="font-medium text-cobalt underline underline-offset-4 pointer-coarse:min-h-11"
              onClick={form.undoRemove}
            >
              {messages.undo}
            </button>
          </>
        )}
      </output>
      {images.length < ticketLimits.images ? (
        <Chooser onFiles={form.addImages} isBusy={isBusy} />
      ) : (
        <p className="rounded-control bg-sunk px-3 py-2.5 text-table text-muted">{messages.full}</p>
      )}
      <div role="alert" className="empty:hidden">
        {form.imageError !== undefined && <FieldError>{form.imageError}</FieldError>}
      </div>
    </fieldset>
  );
}

function Chooser(props: { onFiles: (files: readonly File[]) => void; isBusy: boolean }) {
  const helpId = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-dashed border-control px-3 py-3">
      <FileButton
        accept="image/*"
        multiple
        disabled={props.isBusy}
        aria-describedby={helpId}
        onFiles={props.onFiles}
      >
        <ImagePlus aria-hidden="true" />
        {messages.choose}
      </FileButton>
      <span className="text-table text-muted pointer-coarse:hidden">{messages.drop}</span>
      <p id={helpId} className="w-full text-label text-muted">
        {messages.imagesHelp}
      </p>
    </div>
  );
}

function Thumbnail(props: { image: ChosenImage; isBusy: boolean; onRemove: () => void }) {
  const { file, url } = props.image;
  return (
    <li className="relative grid gap-1">
      <span className="grid aspect-4/3 place-items-center overflow-hidden rounded-control border border-line bg-sunk">
        <img src={url} alt={file.name} className="size-full object-cover object-top" />
      </span>
      <span aria-hidden="true" className="truncate text-label text-muted">
        {file.name}
      </span>
      <button
        type="button"
        aria-label={messages.removeImage(file.name)}
        disabled={props.isBusy}
        onClick={props.onRemove}
        className="absolute top-1.5 right-1.5 grid size-6 place-items-center rounded-full bg-ink text-white shadow-raised after:absolute hover:bg-ink-hover disabled:opacity-45 pointer-coarse:after:-inset-2.5"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </li>
  );
}
