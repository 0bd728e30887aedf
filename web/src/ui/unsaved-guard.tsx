import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { commonMessages as messages } from '../lib/messages/common.ts';
import { AlertDialog } from './alert-dialog.tsx';

/** Confirms leaving a page with unsaved changes, within the app or out of it. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // An ended session must not be blocked from leaving.
      isDirty &&
      nextLocation.pathname !== '/' &&
      currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);
  return (
    <AlertDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title={messages.leaveTitle}
      text={messages.leaveText}
      cancelLabel={messages.keepEditing}
      confirm={{ label: messages.leave, onClick: () => blocker.proceed?.() }}
    />
  );
}
