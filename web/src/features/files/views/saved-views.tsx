import { Bookmark, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { savedViewMessages as messages } from '../../../lib/messages/captures/file-filters.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { FileView } from '../file-search-params.ts';
import type { FilesLayout } from '../grid/files-layout.ts';
import { hasRoom, viewLimits, type SavedView } from './saved-views.rules.ts';
import { useSavedViews } from './use-saved-views.ts';

interface SavedViewsProps {
  view: FileView;
  layout: FilesLayout;
  onLayout: (layout: FilesLayout) => void;
}

/** Saved combinations of filters, order and layout, and the form that saves the current one. */
export function SavedViews({ view, layout, onLayout }: SavedViewsProps) {
  const { views, save, remove } = useSavedViews();
  const [step, setStep] = useState<'start' | 'naming' | 'named'>('start');
  const saveButton = useRef<HTMLButtonElement>(null);
  const open = (saved: SavedView) => {
    onLayout(saved.layout);
    view.applySearch(saved.search);
  };
  return (
    <section
      aria-label={messages.title}
      className="col-span-full flex flex-wrap items-center gap-2 border-t border-line pt-3"
    >
      {views.map((saved) => (
        <ViewChip
          key={saved.name}
          name={saved.name}
          isShown={saved.search === view.search && saved.layout === layout}
          onOpen={() => open(saved)}
          onRemove={() => {
            remove(saved.name);
            saveButton.current?.focus();
          }}
        />
      ))}
      {step === 'naming' ? (
        <NameForm
          views={views}
          onCancel={() => setStep('named')}
          onSave={(name) => {
            save({ name, search: view.search, layout });
            setStep('named');
          }}
        />
      ) : (
        <Button
          ref={saveButton}
          variant="ghost"
          size="sm"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form that had the focus is gone
          autoFocus={step === 'named'}
          onClick={() => setStep('naming')}
        >
          <Bookmark aria-hidden="true" />
          {messages.save}
        </Button>
      )}
    </section>
  );
}

function ViewChip(props: {
  name: string;
  isShown: boolean;
  onOpen: () => void;
  onRemove: () => void;
}) {
  return (
    <span className="inline-flex max-w-full items-center rounded-control border border-line">
      <Button
        variant="ghost"
        size="sm"
        aria-pressed={props.isShown}
        onClick={props.onOpen}
        className="min-w-0 shrink aria-pressed:text-cobalt"
      >
        <span className="truncate">{props.name}</span>
      </Button>
      <IconButton label={messages.remove(props.name)} onClick={props.onRemove}>
        <X aria-hidden="true" />
      </IconButton>
    </span>
  );
}

/** Form for the name of a view; that of another view replaces it. */
function NameForm(props: {
  views: readonly SavedView[];
  onSave: (name: string) => void;
  onCancel: () => void;
}) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const submit = () => {
    const trimmed = name.trim();
    if (trimmed === '') return setError(messages.nameMissing);
    if (!hasRoom(props.views, trimmed)) return setError(messages.full(viewLimits.views));
    props.onSave(trimmed);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="flex w-full flex-wrap items-end gap-2"
    >
      <TextField
        label={messages.name}
        value={name}
        maxLength={viewLimits.nameLength}
        error={error}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that opened the form is gone
        autoFocus
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
        fieldClassName="w-56 max-sm:w-full"
        className="h-9"
      />
      <Button type="submit" variant="outline">
        {messages.save}
      </Button>
      <Button variant="ghost" onClick={props.onCancel}>
        {messages.cancel}
      </Button>
    </form>
  );
}
