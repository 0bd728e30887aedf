import type { ApiKey } from '@shotwright/contract';
import { useEffect, useState } from 'react';
import { firstRequestMessages as messages } from '../../lib/messages/api-keys.ts';
import { storageKeys } from '../../lib/storage/storage-keys.ts';
import { Card } from '../../ui/card.tsx';
import { FirstRequestPanel } from './first-request-panel.tsx';
import { QuickStart } from './quick-start.tsx';

/**
 * Guides the user to a first API call: one click, then a command to paste. The panel stays visible
 * after the call has arrived. `isWanted` is undefined while unknown. Source: acceptance DX-1,
 * OV-15.
 */
export function FirstCall({ isWanted }: { isWanted: boolean | undefined }) {
  const [apiKey, setApiKey] = useState<ApiKey | null>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (isWanted === false) localStorage.setItem(storageKeys.firstCall, 'done');
  }, [isWanted]);
  return (
    <>
      {isWanted === undefined && <Placeholder />}
      {isWanted === true && (
        <section aria-labelledby="first-call">
          <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
            <div className="grid min-w-0 flex-1 basis-72 gap-0.5">
              <h2 id="first-call" className="font-semibold">
                {messages.firstCall}
              </h2>
              <p className="text-table text-muted">{messages.firstCallText}</p>
            </div>
            <QuickStart
              onCreated={(created) => {
                setApiKey(created);
                setOpen(true);
              }}
            />
          </Card>
        </section>
      )}
      {apiKey && (
        <FirstRequestPanel
          apiKey={apiKey}
          title={messages.title(apiKey.name)}
          open={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/**
 * Placeholder that reserves the space while the state is unknown, unless the call was made before.
 */
function Placeholder() {
  if (localStorage.getItem(storageKeys.firstCall) === 'done') return null;
  return <Card aria-hidden="true" className="invisible h-38 sm:h-18.5" />;
}
