import { useEffect, useState } from 'react';
import { useLocation, useRouteError } from 'react-router';
import { errorPageMessages as messages } from '../lib/messages/common.ts';
import { randomId } from '../lib/random-id.ts';
import { storageKeys } from '../lib/storage/storage-keys.ts';
import { Button, buttonClasses } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { useDocumentTitle } from '../ui/page.tsx';
import { Viewfinder } from '../ui/viewfinder.tsx';

/** Minimum interval between automatic reloads. Units: ms. */
const reloadPauseMs = 60_000;

/** True if a page's code could not be loaded, which happens when a new release replaced it. */
export function isChunkFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|preload CSS/i.test(error.message)
  );
}

/** Reloads once after a failed chunk; returns true if it does. */
export function reloadOnce(reload: () => void, now: number = Date.now()): boolean {
  const last = Number(sessionStorage.getItem(storageKeys.chunkReload) ?? 0);
  if (now - last < reloadPauseMs) return false;
  sessionStorage.setItem(storageKeys.chunkReload, String(now));
  reload();
  return true;
}

/**
 * Error boundary of the router: the error and the available actions. The copied details contain no
 * secrets.
 */
export function ErrorScreen() {
  const error = useRouteError();
  const { pathname } = useLocation();
  const [details] = useState(() => ({ id: randomId(), time: new Date().toISOString() }));
  useDocumentTitle(messages.unexpected);
  useEffect(() => {
    if (isChunkFailure(error)) reloadOnce(() => location.reload());
  }, [error]);
  const text = `${messages.errorId}: ${details.id}\nRoute: ${pathname}\nTime: ${details.time}`;
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center p-4 outline-none">
      <Viewfinder className="grid w-full max-w-lg justify-items-center gap-2 px-8 py-12 text-center">
        <h1 tabIndex={-1} className="text-title font-semibold">
          {messages.unexpected}
        </h1>
        <p className="text-muted">{messages.unexpectedHelp}</p>
        <div className="mt-5 flex flex-wrap justify-center gap-2">
          <a href="/dashboard" className={buttonClasses({ variant: 'outline' })}>
            {messages.goToDashboard}
          </a>
          <Button onClick={() => location.reload()}>{messages.reload}</Button>
        </div>
        <p className="mt-5 flex items-center gap-1.5 text-label text-muted">
          {messages.errorId} <code className="font-mono">{details.id.slice(0, 8)}</code>
          <CopyButton text={text} label={messages.copyDetails} />
        </p>
      </Viewfinder>
    </main>
  );
}
