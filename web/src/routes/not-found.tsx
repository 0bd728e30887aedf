import { errorPageMessages as messages } from '../lib/messages/common.ts';
import { ButtonLink } from '../ui/button.tsx';
import { useDocumentTitle } from '../ui/page.tsx';
import { Viewfinder } from '../ui/viewfinder.tsx';

/** Fallback route for unknown paths. */
export function NotFoundRoute() {
  useDocumentTitle(messages.notFound);
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center p-4 outline-none">
      <Viewfinder className="grid w-full max-w-lg justify-items-center gap-2 px-8 py-14 text-center">
        <p className="figures text-display font-semibold tracking-[-0.03em]">
          {messages.notFoundCode}
        </p>
        <h1 tabIndex={-1} className="text-title font-semibold">
          {messages.notFound}
        </h1>
        <p className="text-muted">{messages.notFoundHelp}</p>
        <ButtonLink to="/" className="mt-5">
          {messages.returnHome}
        </ButtonLink>
      </Viewfinder>
    </main>
  );
}
