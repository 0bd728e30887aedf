import type { SavedSetting } from '@shotwright/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { playgroundMessages as messages } from '../../lib/messages/playground.ts';
import { storageKeys } from '../../lib/storage/storage-keys.ts';
import { toasts } from '../../lib/toasts.ts';
import { useAuth } from '../accounts/session/auth-context.tsx';
import { useOverview } from '../overview/overview.api.ts';
import { historyMessages } from '../../lib/messages/captures/playground-history.ts';
import { importMessages } from '../../lib/messages/captures/playground-import.ts';
import { defaultForm, isComplete, type CaptureForm } from './form/capture-form.rules.ts';
import { playgroundKeys, readHandoff, writeText } from './playground-storage.ts';
import { useAutoCapture } from './run/use-auto-capture.ts';
import { useCapture } from './run/use-capture.ts';
import type { HistoryEntry } from './history/history.rules.ts';
import { useHistory } from './history/use-history.ts';
import { usePageElements } from './selectors/use-page-elements.ts';
import { useCaptureForm } from './form/use-capture-form.ts';
import { useProjectChoice } from './form/use-project-choice.ts';

/**
 * State of the playground: the form, the loaded setting, the running capture and the visibility of
 * the preview.
 */
export function usePlayground() {
  const { user } = useAuth();
  const [loaded, setLoaded] = useLoadedSetting();
  const { form: ownForm, change, replace } = useCaptureForm({ userId: user?.id ?? '', loaded });
  const form = { ...ownForm, project_id: useProjectChoice(ownForm) };
  const history = useHistory(user?.id ?? '');
  const capture = useCapture(history.add);
  const preview = usePreview();
  const canCapture = isComplete(form) && !capture.isPending;
  const start = () => {
    auto.cancel();
    preview.openForFirst();
    capture.capture(form);
  };
  const auto = useAutoCapture({
    isWanted: loaded?.action === 'capture',
    canCapture,
    capture: start,
  });
  useCaptureKey(() => canCapture && start());
  const elements = usePageElements({ ...capture, form, canCapture });
  const swap = (next: CaptureForm, { title, keeps }: { title: string; keeps: typeof loaded }) => {
    auto.cancel();
    setLoaded(keeps);
    replace(next);
    const undo = () => {
      setLoaded(loaded);
      replace(ownForm);
    };
    toasts.info({ title, action: { label: messages.undo, onClick: undo } });
  };
  const startOver = (title: string) => swap(defaultForm, { title, keeps: undefined });
  return {
    form,
    change,
    applyImport: (next: CaptureForm, count: number) =>
      swap(next, { title: importMessages.done(count), keeps: loaded }),
    elements,
    history: history.entries,
    restore: ({ form: restored, hasSecrets }: HistoryEntry) =>
      swap(restored, { title: historyMessages.restored(hasSecrets), keeps: loaded }),
    loaded,
    auto,
    preview,
    canCapture,
    start,
    ...capture,
    edited: loaded?.action === 'edit' ? loaded.setting : undefined,
    onUpdated: (setting: SavedSetting) => setLoaded({ action: 'edit', setting }),
    clear: () => startOver(messages.cleared(loaded?.setting.name ?? '')),
    reset: () => startOver(messages.resetDone),
  };
}

/** Returns the setting that was handed over; it is used once, so a reload starts without it. */
function useLoadedSetting() {
  const state = useState(readHandoff);
  // In an effect, because a render may be discarded and repeated.
  useEffect(() => sessionStorage.removeItem(storageKeys.loadedSettings), []);
  return state;
}

/**
 * Hidden by default; opens automatically for the first capture of an account. The choice is stored.
 */
function usePreview() {
  const [isOpen, setOpen] = useState(() => localStorage.getItem(playgroundKeys.preview) === 'open');
  const { data } = useOverview();
  const set = (next: boolean) => {
    writeText(localStorage, playgroundKeys.preview, next ? 'open' : 'hidden');
    setOpen(next);
  };
  return {
    isOpen,
    set,
    openForFirst: () => {
      // A person may be faster than the account's data; without it, only an own choice counts.
      const isUndecided = !data && localStorage.getItem(playgroundKeys.preview) === null;
      if (isUndecided || data?.onboarding.hasCapture === false) set(true);
    },
  };
}

/** Cmd-Enter and Ctrl-Enter start a capture, also while typing, but not while a dialog is open. */
function useCaptureKey(onPress: () => void) {
  const trigger = useEffectEvent(onPress);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.repeat) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      event.preventDefault();
      trigger();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
