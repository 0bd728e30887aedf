import { useEffect, useRef, useState } from 'react';
import { useAuth } from '../accounts/session/auth-context.tsx';
import {
  emptyDraft,
  isSameDraft,
  storeDraft,
  readDraft,
  type TicketDraft,
  type TicketStart,
} from './ticket-draft.ts';
import { imageError } from './tickets.rules.ts';

/** Image to send; `id` distinguishes images of the same name. */
export interface ChosenImage {
  readonly id: number;
  readonly file: File;
  /** Object URL that displays the image in this page. */
  readonly url: string;
}

/** State of the dialog that creates a ticket. */
interface FormState {
  readonly start: TicketStart;
  readonly draft: TicketDraft;
  readonly images: readonly ChosenImage[];
  readonly imageError: string | undefined;
  /** Image removed last, and its position. */
  readonly removed: { readonly image: ChosenImage; readonly at: number } | null;
  /** Stored draft that the requested ticket replaced. */
  readonly older: TicketDraft | null;
}

const blank: FormState = {
  start: { draft: emptyDraft, requestId: null },
  draft: emptyDraft,
  images: [],
  imageError: undefined,
  removed: null,
  older: null,
};

/** Form of a new ticket; the input is stored in this tab until it is sent or cancelled. */
export function useTicketForm() {
  const userId = useAuth().user?.id ?? '';
  const toChosenImage = useChosenImages();
  const [state, setState] = useState<FormState>(() => ({ ...blank, draft: readDraft(userId) }));
  const change = (part: Partial<FormState>) => setState((now) => ({ ...now, ...part }));
  const write = (draft: TicketDraft) => {
    storeDraft(userId, draft);
    change({ draft });
  };
  return {
    ...state,
    isDirty: !isSameDraft(state.draft, state.start.draft) || state.images.length > 0,
    /** Starts a ticket that another page requests; an existing draft is set aside. */
    begin: (start: TicketStart) => {
      const stored = readDraft(userId);
      const isOther = !isSameDraft(stored, emptyDraft) && !isSameDraft(stored, start.draft);
      setState({ ...blank, start, draft: start.draft, older: isOther ? stored : null });
    },
    /** Restores the draft that was set aside. */
    goBack: () => state.older && setState({ ...blank, draft: state.older }),
    write: (part: Partial<TicketDraft>) => write({ ...state.draft, ...part }),
    /** Adds all files, or none if one of them is invalid. */
    addImages: (files: readonly File[]) => {
      const error = imageError(state.images.length, files);
      const added = error === undefined ? files.map(toChosenImage) : [];
      change(
        error === undefined
          ? { images: [...state.images, ...added], imageError: undefined, removed: null }
          : { imageError: error },
      );
    },
    removeImage: (id: number) => {
      const at = state.images.findIndex((image) => image.id === id);
      const image = state.images[at];
      if (image === undefined) return;
      const images = state.images.toSpliced(at, 1);
      change({ images, imageError: undefined, removed: { image, at } });
    },
    undoRemove: () => {
      if (state.removed === null) return;
      const { image, at } = state.removed;
      change({ images: state.images.toSpliced(at, 0, image), removed: null });
    },
    /** Clears the form and the draft. */
    clear: () => {
      storeDraft(userId, emptyDraft);
      setState(blank);
    },
  };
}

/**
 * Returns a function that creates object URLs for files; they are revoked when the component
 * unmounts.
 */
function useChosenImages(): (file: File) => ChosenImage {
  const objectUrls = useRef<string[]>([]);
  useEffect(() => {
    const urls = objectUrls.current;
    return () => urls.splice(0).forEach((url) => URL.revokeObjectURL(url));
  }, []);
  return (file) => {
    const url = URL.createObjectURL(file);
    const id = objectUrls.current.push(url);
    return { id, file, url };
  };
}

/** Form state returned by {@link useTicketForm}. */
export type TicketForm = ReturnType<typeof useTicketForm>;
