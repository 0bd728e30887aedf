import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { cn } from '../lib/cn.ts';
import { commonMessages as messages } from '../lib/messages/common.ts';
import { toastLimits, type Toast, type ToastStore } from '../lib/toasts.ts';
import { useLift } from './keep-clear.ts';

/**
 * Renders the toasts of `store`: at most three, at the bottom right above the controls that must
 * remain clear, each for 4000 ms of undisturbed time.
 */
export function Toaster(props: { store: ToastStore }) {
  const toasts = useSyncExternalStore(props.store.subscribe, props.store.visible);
  const list = useRef<HTMLElement>(null);
  const lift = useLift(list, toasts.length);
  return (
    <section
      ref={list}
      style={lift === 0 ? undefined : { bottom: `${String(lift)}px` }}
      aria-label={messages.notifications}
      className="pointer-events-none fixed right-0 bottom-0 z-[60] flex w-full max-w-[25rem] flex-col gap-2 p-4"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} onDismiss={() => props.store.dismiss(toast.id)} />
      ))}
    </section>
  );
}

function ToastCard({ toast, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  const [isHovered, setHovered] = useState(false);
  useLifetime({ isHovered, onEnd: onDismiss });
  const isFailure = toast.kind === 'destructive';
  return (
    // Pointer and focus only pause the timer; the actions have separate buttons.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      role={isFailure ? 'alert' : 'status'}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setHovered(true)}
      onBlur={() => setHovered(false)}
      onKeyDown={(event) => event.key === 'Escape' && onDismiss()}
      className="rise pointer-events-auto flex items-start gap-3 rounded-card border border-line bg-card py-3 pr-2 pl-4 shadow-raised"
    >
      <span
        aria-hidden="true"
        className={cn(
          'mt-1.5 size-2 shrink-0 rounded-full',
          isFailure ? 'bg-red' : toast.kind === 'success' ? 'bg-green' : 'bg-blue',
        )}
      />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className={cn('font-semibold', isFailure && 'text-red')}>{toast.title}</p>
        {toast.description !== undefined && (
          <p className="text-table text-muted">{toast.description}</p>
        )}
        {toast.action && <ToastStep action={toast.action} onDone={onDismiss} />}
      </div>
      <button
        type="button"
        aria-label={messages.dismissNotification}
        onClick={onDismiss}
        className="grid size-6 shrink-0 place-items-center rounded-[4px] text-muted hover:bg-grey-wash hover:text-ink pointer-coarse:size-11"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </div>
  );
}

function ToastStep(props: { action: NonNullable<Toast['action']>; onDone: () => void }) {
  const { label, to, onClick } = props.action;
  const classes = 'mt-1 w-fit text-table font-medium text-cobalt underline underline-offset-4';
  if (to !== undefined) {
    return (
      <Link to={to} onClick={props.onDone} className={classes}>
        {label}
      </Link>
    );
  }
  return (
    <button
      type="button"
      className={classes}
      onClick={() => {
        onClick?.();
        props.onDone();
      }}
    >
      {label}
    </button>
  );
}

/** Counts down while the toast is neither hovered nor focused and the tab is visible. */
function useLifetime({ isHovered, onEnd }: { isHovered: boolean; onEnd: () => void }) {
  const leftMs = useRef<number>(toastLimits.durationMs);
  const end = useEffectEvent(onEnd);
  const isHidden = useSyncExternalStore(subscribeVisibility, () => document.hidden);

  useEffect(() => {
    if (isHovered || isHidden) return undefined;
    const startedAt = Date.now();
    const timer = setTimeout(() => end(), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= Date.now() - startedAt;
    };
  }, [isHovered, isHidden]);
}

function subscribeVisibility(onChange: () => void) {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
