import { annotationLimits } from '@shotwright/contract/paths';
import { useReducer } from 'react';
import type { EditorMark } from './marks.rules.ts';

/** Marks with their history. */
interface MarksState {
  readonly marks: readonly EditorMark[];
  readonly past: readonly (readonly EditorMark[])[];
  readonly future: readonly (readonly EditorMark[])[];
  /** Name of the last change; changes of the same name are undone together. */
  readonly lastChange: string | null;
  readonly selectedId: number | null;
  readonly nextId: number;
}

type Action =
  | { readonly kind: 'add'; readonly mark: EditorMark }
  | { readonly kind: 'change'; readonly mark: EditorMark; readonly name: string }
  | { readonly kind: 'remove'; readonly id: number }
  | { readonly kind: 'select'; readonly id: number | null }
  | { readonly kind: 'undo' | 'redo' };

const empty: MarksState = {
  marks: [],
  past: [],
  future: [],
  lastChange: null,
  selectedId: null,
  nextId: 1,
};

/** Changes that can be undone. */
const maxPast = 100;

/** Marks of the editor: the selected one, and changes that can be undone and redone. */
export function useMarks() {
  const [state, dispatch] = useReducer(reduce, empty);
  const { marks, selectedId } = state;
  return {
    marks,
    selected: marks.find(({ id }) => id === selectedId),
    /** ID for the next mark. */
    nextId: state.nextId,
    isFull: marks.filter(({ type }) => type !== 'crop').length >= annotationLimits.marks,
    canUndo: state.past.length > 0,
    canRedo: state.future.length > 0,
    /** Adds and selects a mark; a crop replaces the one before. */
    add: (mark: EditorMark) => dispatch({ kind: 'add', mark }),
    /** Replaces a mark. Successive changes of the same name are one step of the history. */
    change: (mark: EditorMark, name: string) => dispatch({ kind: 'change', mark, name }),
    remove: (id: number) => dispatch({ kind: 'remove', id }),
    select: (id: number | null) => dispatch({ kind: 'select', id }),
    undo: () => dispatch({ kind: 'undo' }),
    redo: () => dispatch({ kind: 'redo' }),
  };
}

function reduce(state: MarksState, action: Action): MarksState {
  const { marks } = state;
  switch (action.kind) {
    case 'select':
      return action.id === state.selectedId ? state : { ...state, selectedId: action.id };
    case 'add': {
      const { mark } = action;
      const others = mark.type === 'crop' ? marks.filter(({ type }) => type !== 'crop') : marks;
      const added = { ...state, selectedId: mark.id, nextId: mark.id + 1 };
      return changed(added, [...others, mark], null);
    }
    case 'change': {
      const { mark } = action;
      const next = marks.map((one) => (one.id === mark.id ? mark : one));
      return changed(state, next, `${action.name} ${String(mark.id)}`);
    }
    case 'remove': {
      const left = marks.filter(({ id }) => id !== action.id);
      return changed({ ...state, selectedId: null }, left, null);
    }
    case 'undo':
      return undone(state);
    case 'redo':
    default:
      return redone(state);
  }
}

function changed(
  state: MarksState,
  marks: readonly EditorMark[],
  lastChange: string | null,
): MarksState {
  const isSame = lastChange !== null && lastChange === state.lastChange;
  const past = isSame ? state.past : [...state.past, state.marks].slice(-maxPast);
  return { ...state, marks, past, future: [], lastChange };
}

function undone(state: MarksState): MarksState {
  const marks = state.past.at(-1);
  if (marks === undefined) return state;
  const future = [state.marks, ...state.future];
  return { ...state, marks, past: state.past.slice(0, -1), future, lastChange: null };
}

function redone(state: MarksState): MarksState {
  const [marks, ...future] = state.future;
  if (marks === undefined) return state;
  return { ...state, marks, past: [...state.past, state.marks], future, lastChange: null };
}
