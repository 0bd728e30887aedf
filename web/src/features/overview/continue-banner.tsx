import { X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { overviewMessages as messages } from '../../lib/messages/overview.ts';
import { storageKeys } from '../../lib/storage/storage-keys.ts';
import { Button } from '../../ui/button.tsx';

/**
 * Offers the private page that was requested before sign-in (ruling RL-21). `nameOf` returns
 * undefined for unknown pages.
 */
export function ContinueBanner({ nameOf }: { nameOf: (path: string) => string | undefined }) {
  const [path, setPath] = useState(() => sessionStorage.getItem(storageKeys.requestedPage));
  const name = path === null ? undefined : nameOf(path);
  if (path === null || name === undefined) return null;
  const forget = () => {
    sessionStorage.removeItem(storageKeys.requestedPage);
    setPath(null);
  };
  return (
    <div className="flex items-center justify-between gap-3 rounded-card bg-cobalt-wash py-1.5 pr-1.5 pl-5">
      <p>
        {messages.continueTo}{' '}
        <Link
          to={path}
          onClick={forget}
          className="font-medium text-cobalt underline underline-offset-4"
        >
          {messages.continueLink(name)}
        </Link>
      </p>
      <Button variant="ghost" size="icon" aria-label={messages.dismissContinue} onClick={forget}>
        <X aria-hidden="true" />
      </Button>
    </div>
  );
}
