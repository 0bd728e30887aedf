import {
  formOfSearchParams,
  hasFormParams,
  searchParamsOf,
} from '@shotwright/contract/capture-options';
import { use, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, useSearchParams } from 'react-router';
import { defaultForm, formOfSetting, type CaptureForm } from './capture-form.rules.ts';
import type { SettingHandoff } from '../../../lib/storage/setting-handoff.ts';
import { isSearchOfDraft, readDraft, writeDraft } from '../playground-storage.ts';

/** Idle time after typing before the URL and the draft are updated. Units: ms. */
const debounceMs = 300;

/** Form state, saved to the URL and to a draft from the first change on. */
export function useCaptureForm(input: {
  readonly userId: string;
  readonly loaded: SettingHandoff | undefined;
}) {
  const { userId, loaded } = input;
  const [search, setSearch] = useSearchParams();
  const [form, setForm] = useState<CaptureForm>(() => firstForm(search, userId, loaded));
  const isUnsaved = useRef(false);
  const router = use(DataRouterContext)?.router;

  const store = useEffectEvent((withUrl: boolean) => {
    if (!isUnsaved.current) return;
    isUnsaved.current = false;
    // Changing this page's URL would cancel a navigation in progress. The router knows of one before
    // it is rendered.
    const isUrlChanged = withUrl && router?.state.navigation.state === 'idle';
    writeDraft(userId, form, isUrlChanged ? searchParamsOf(form) : search);
    if (isUrlChanged) setSearch(searchParamsOf(form), { replace: true, preventScrollReset: true });
  });
  useEffect(() => {
    const timer = setTimeout(() => store(true), debounceMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- every change restarts the timer
  }, [form]);
  // Unmounting and reloading must not lose the latest input; at that point the URL belongs to the
  // next page.
  useEffect(() => {
    const leave = () => store(false);
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  const set = useCallback((next: (form: CaptureForm) => CaptureForm) => {
    isUnsaved.current = true;
    setForm(next);
  }, []);
  return {
    form,
    replace: (next: CaptureForm) => set(() => next),
    // The same function in each render, so that controls whose values are the same are not rendered.
    change: useCallback(
      (part: Partial<CaptureForm>) => set((before) => ({ ...before, ...part })),
      [set],
    ),
  };
}

function firstForm(
  search: URLSearchParams,
  userId: string,
  loaded: SettingHandoff | undefined,
): CaptureForm {
  if (loaded) return formOfSetting(loaded.setting);
  const draft = readDraft(userId);
  if (!hasFormParams(search)) return draft ?? defaultForm;
  const shared = { ...defaultForm, ...formOfSearchParams(search) };
  // The latest input may be newer than the URL: a reload right after it stores the draft only.
  const isOwn =
    draft !== undefined &&
    (isSearchOfDraft(userId, search) ||
      searchParamsOf(draft).toString() === searchParamsOf(shared).toString());
  return isOwn ? draft : shared;
}
