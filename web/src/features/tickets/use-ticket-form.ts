import { useEffect, useRef, useState } from 'react';
import { useAuth } from '../accounts/auth-context.tsx';
import {
  emptyDraft,
  isSameDraft,
  keepDraft,
  readDraft,
  type TicketDraft,
  type TicketStart,
} from './ticket-draft.ts';
import { imageError } from './tickets.rules.ts';

/** An image that will be sent; `id` tells two of the same name apart. */
export interface ChosenImage {
  readonly id: number;
  readonly file: File;
  /** Shows it in this page. */
  readonly url: string;
}

/** What the dialog that creates a ticket holds. */
interface FormState {
  readonly start: TicketStart;
  readonly draft: TicketDraft;
  readonly images: readonly ChosenImage[];
  readonly imageError: string | undefined;
  /** The image taken out last, and where it stood. */
  readonly removed: { readonly image: ChosenImage; readonly at: number } | null;
  /** A kept draft that a new beginning stands before. */
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

/** The form of a new ticket: what is typed is kept in this tab until it is sent or cancelled. */
export function useTicketForm() {
  const userId = useAuth().user?.id ?? '';
  const picture = usePictures();
  const [state, setState] = useState<FormState>(() => ({ ...blank, draft: readDraft(userId) }));
  const change = (part: Partial<FormState>) => setState((now) => ({ ...now, ...part }));
  const write = (draft: TicketDraft) => {
    keepDraft(userId, draft);
    change({ draft });
  };
  return {
    ...state,
    isDirty: !isSameDraft(state.draft, state.start.draft) || state.images.length > 0,
    /** Begins as another page asks; a draft that was begun before steps back. */
    begin: (start: TicketStart) => {
      const kept = readDraft(userId);
      const isOther = !isSameDraft(kept, emptyDraft) && !isSameDraft(kept, start.draft);
      setState({ ...blank, start, draft: start.draft, older: isOther ? kept : null });
    },
    /** Brings back the draft that stepped back. */
    goBack: () => state.older && setState({ ...blank, draft: state.older }),
    write: (part: Partial<TicketDraft>) => write({ ...state.draft, ...part }),
    /** Adds all of the files or, where one must not be, none. */
    addImages: (files: readonly File[]) => {
      const error = imageError(state.images.length, files);
      const added = error === undefined ? files.map(picture) : [];
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
    /** Forgets everything. */
    clear: () => {
      keepDraft(userId, emptyDraft);
      setState(blank);
    },
  };
}

/** Makes files visible in this page for as long as it is shown. */
function usePictures(): (file: File) => ChosenImage {
  const made = useRef<string[]>([]);
  useEffect(() => {
    const urls = made.current;
    return () => urls.splice(0).forEach((url) => URL.revokeObjectURL(url));
  }, []);
  return (file) => {
    const url = URL.createObjectURL(file);
    const id = made.current.push(url);
    return { id, file, url };
  };
}

/** See {@link useTicketForm}. */
export type TicketForm = ReturnType<typeof useTicketForm>;
