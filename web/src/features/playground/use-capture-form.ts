import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import { defaultForm, type CaptureForm } from './capture-form.rules.ts';
import { addressOfForm, formOfAddress, namesForm } from './form-address.rules.ts';
import type { LoadedSetting } from '../../lib/loaded-setting.ts';
import { readDraft, writeDraft } from './playground-storage.ts';
import { formOfSetting } from './saved-options.rules.ts';

/** Idle time after typing before the URL and the draft are updated. Units: ms. */
const settleMs = 300;

/** Form state, saved to the URL and to a draft from the first change on. */
export function useCaptureForm(input: {
  readonly userId: string;
  readonly loaded: LoadedSetting | undefined;
}) {
  const { userId, loaded } = input;
  const [search, setSearch] = useSearchParams();
  const [form, setForm] = useState<CaptureForm>(() => firstForm(search, userId, loaded));
  const isUnsaved = useRef(false);
  const { state: navigation } = useNavigation();

  const keep = useEffectEvent((withAddress: boolean) => {
    if (!isUnsaved.current) return;
    isUnsaved.current = false;
    writeDraft(userId, form);
    // Changing this page's URL would cancel a navigation in progress.
    if (withAddress && navigation === 'idle')
      setSearch(addressOfForm(form), { replace: true, preventScrollReset: true });
  });
  useEffect(() => {
    const timer = setTimeout(() => keep(true), settleMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- every change restarts the timer
  }, [form]);
  // Unmounting and reloading must not lose the latest input; at that point the URL belongs to the
  // next page.
  useEffect(() => {
    const leave = () => keep(false);
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  const set = (next: (form: CaptureForm) => CaptureForm) => {
    isUnsaved.current = true;
    setForm(next);
  };
  return {
    form,
    replace: (next: CaptureForm) => set(() => next),
    change: (part: Partial<CaptureForm>) => set((before) => ({ ...before, ...part })),
  };
}

function firstForm(
  search: URLSearchParams,
  userId: string,
  loaded: LoadedSetting | undefined,
): CaptureForm {
  if (loaded) return formOfSetting(loaded.setting);
  const draft = readDraft(userId);
  if (!namesForm(search)) return draft ?? defaultForm;
  const shared = formOfAddress(search, defaultForm);
  const isOwn =
    draft !== undefined && addressOfForm(draft).toString() === addressOfForm(shared).toString();
  return isOwn ? draft : shared;
}
