/**
 * Maximum number of visible toasts, and how long one is shown. Units: ms. Source: specification §9.
 */
export const toastLimits = {
  visible: 3,
  durationMs: 4_000,
  sameErrorMs: 2_000,
  history: 50,
} as const;

/** Action in a toast. */
export interface ToastAction {
  readonly label: string;
  /** Path of a dashboard page. */
  readonly to?: string;
  readonly onClick?: () => void;
}

/** One notification. */
export interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'destructive' | 'info';
  readonly title: string;
  readonly description?: string | undefined;
  readonly action?: ToastAction | undefined;
  /** Units: ms since 1970. */
  readonly at: number;
}

/** Content of a new notification. */
export type ToastInput = Pick<Toast, 'title' | 'description' | 'action'>;

/** Creates a store of the visible toasts and their history. The clock is injected. */
export function createToastStore(now: () => number = Date.now) {
  let visible: readonly Toast[] = [];
  let history: readonly Toast[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();
  const change = (next: readonly Toast[]) => {
    visible = next;
    for (const listener of listeners) listener();
  };

  const add = (kind: Toast['kind'], input: ToastInput): void => {
    const at = now();
    const isRepeat = history.some(
      (one) =>
        kind === 'destructive' &&
        one.kind === kind &&
        one.title === input.title &&
        one.description === input.description &&
        at - one.at < toastLimits.sameErrorMs,
    );
    if (isRepeat) return;
    const toast = { ...input, kind, at, id: (lastId += 1) };
    history = [toast, ...history].slice(0, toastLimits.history);
    change([...visible, toast].slice(-toastLimits.visible));
  };

  return {
    /** Announced politely to screen readers. */
    success: (input: ToastInput) => add('success', input),
    /** Announced assertively; identical messages within two seconds are shown once. */
    error: (input: ToastInput) => add('destructive', input),
    /** Informational message, announced politely. */
    info: (input: ToastInput) => add('info', input),
    dismiss: (id: number) => change(visible.filter((toast) => toast.id !== id)),
    /** Clears all toasts and the history. */
    reset: () => {
      history = [];
      change([]);
    },
    visible: () => visible,
    history: () => history,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Store created by {@link createToastStore}. */
export type ToastStore = ReturnType<typeof createToastStore>;

/** Toast store of this tab. */
export const toasts = createToastStore();
