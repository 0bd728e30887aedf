import { useEffectEvent, useLayoutEffect } from 'react';
import { storageKeys } from '../storage/storage-keys.ts';

/**
 * Handlers by key: `c`, `?`, `Escape`; `g o` is a sequence of two keys; `Mod+k` is Cmd on Apple
 * keyboards and Ctrl on others.
 */
export type Shortcuts = Readonly<Record<string, () => void>>;

interface Layer {
  readonly read: () => Shortcuts;
}

/** Maximum time between the two keys of a sequence. Units: ms. */
const chordMs = 1_000;
/** Maximum time {@link triggerWhenAvailable} waits for its page. Units: ms. */
const timeoutMs = 5_000;

/** Popups that are open. A list that was open once stays in the document. */
const overlays =
  ':is([role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]):not([data-closed])';
const textFields = 'textarea, select, input:not([type="checkbox"], [type="radio"])';
const pressables = 'a, button, input, summary, [role="button"], [role="link"]';

const layers: Layer[] = [];
let chord: { readonly first: string; readonly at: number } | undefined;
let pendingTrigger: { readonly key: string; readonly until: number } | undefined;

/**
 * Registers shortcuts while the component is mounted. If two components use a key, the later one
 * handles it; `isFallback` yields to all others. Plain keys are inactive while the user types or a
 * dialog, menu or list is open, and can be disabled. Source: acceptance GP-2, AX-9.
 */
export function useShortcuts(keys: Shortcuts, options: { isFallback?: boolean } = {}): void {
  const read = useEffectEvent(() => keys);
  const isFallback = options.isFallback === true;
  // Before the paint: users press keys as soon as they see the page.
  useLayoutEffect(() => addLayer({ read: () => read() }, isFallback), [isFallback]);
}

/**
 * Triggers the shortcut `key` as soon as another page that has it is shown; expires after five
 * seconds.
 */
export function triggerWhenAvailable(key: string): void {
  pendingTrigger = { key, until: Date.now() + timeoutMs };
}

/** Triggers the shortcut `key` of the current page. */
export function trigger(key: string): void {
  find(key)?.();
}

/** True if shortcuts without Cmd or Ctrl are enabled. */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(storageKeys.singleKeys) !== 'off';
}

/** Enables or disables shortcuts without Cmd or Ctrl, for this browser. */
export function setSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(storageKeys.singleKeys);
  else localStorage.setItem(storageKeys.singleKeys, 'off');
}

/** True on Apple platforms. */
export const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

function addLayer(layer: Layer, isFallback: boolean): () => void {
  if (layers.length === 0) document.addEventListener('keydown', onKeyDown);
  if (isFallback) layers.unshift(layer);
  else layers.push(layer);
  if (pendingTrigger !== undefined && layer.read()[pendingTrigger.key] !== undefined) {
    const { key, until } = pendingTrigger;
    pendingTrigger = undefined;
    if (Date.now() < until) queueMicrotask(() => layer.read()[key]?.());
  }
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    if (layers.length === 0) document.removeEventListener('keydown', onKeyDown);
  };
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || event.isComposing) return;
  const isCommand = event.metaKey || event.ctrlKey;
  // First, so that a key press in a text field does not search the document.
  if (!isCommand && isTyping(event.target)) return;
  if (document.querySelector(overlays) !== null) return;
  const act = isCommand ? find(`Mod+${event.key.toLowerCase()}`) : plainAct(event);
  if (act === undefined) return;
  event.preventDefault();
  act();
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(textFields));
}

function plainAct({ key, target }: KeyboardEvent): (() => void) | undefined {
  if (key === 'Enter' && target instanceof HTMLElement && target.matches(pressables))
    return undefined;
  if (key.length === 1 && !areSingleKeysOn()) return undefined;
  const isSecond = chord !== undefined && Date.now() - chord.at < chordMs;
  const together = isSecond ? find(`${chord?.first ?? ''} ${key}`) : undefined;
  chord = together === undefined && isFirst(key) ? { first: key, at: Date.now() } : undefined;
  return together ?? find(key);
}

function find(key: string): (() => void) | undefined {
  return layers.findLast((layer) => layer.read()[key] !== undefined)?.read()[key];
}

function isFirst(key: string): boolean {
  return layers.some((layer) => Object.keys(layer.read()).some((one) => one.startsWith(`${key} `)));
}
