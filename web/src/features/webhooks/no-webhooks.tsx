import { sampleWebhookBody } from '@shotwright/contract/paths';
import type { ReactNode } from 'react';
import { overviewMessages } from '../../lib/messages/overview.ts';
import { webhookMessages as messages } from '../../lib/messages/webhooks.ts';
import { useRuntimeConfig } from '../../lib/api/runtime-config.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DocsLink } from '../../ui/list-states.tsx';
import { CodeBlock } from './code-block.tsx';
import { readable } from './deliveries.rules.ts';

/** Returns the command that forwards the account's events to a local URL. */
function listenCommand(origin: string): string {
  return [
    'SHOTWRIGHT_API_KEY=YOUR_API_KEY',
    '  shotwright webhooks listen',
    `    --server ${origin}`,
    '    --forward-to http://localhost:4000/hook',
  ].join(' \\\n');
}

/** Introduction to webhooks: their purpose and a way to try them; `children`: the create button. */
export function NoWebhooks({ children }: { children: ReactNode }) {
  const { docsUrl } = useRuntimeConfig();
  const body = sampleWebhookBody('screenshot.completed');
  return (
    <Card className="grid items-center gap-x-8 lg:grid-cols-2">
      <EmptyState title={messages.emptyTitle} text={messages.emptyText} className="sm:py-10">
        {children}
        <DocsLink href={docsUrl}>{overviewMessages.readDocs}</DocsLink>
      </EmptyState>
      <div className="grid min-w-0 gap-5 px-5 pb-6 sm:px-6 lg:py-6 lg:pl-0">
        <section aria-labelledby="webhook-body" className="grid min-w-0 gap-2">
          <h2 id="webhook-body" className="font-semibold">
            {messages.emptyBody}
          </h2>
          <CodeBlock
            label={messages.emptyBody}
            copyLabel={messages.copyBody}
            text={body}
            shown={readable(body)}
            className="max-h-64"
          />
        </section>
        <section aria-labelledby="webhook-listen" className="grid min-w-0 gap-2">
          <h2 id="webhook-listen" className="font-semibold">
            {messages.emptyListen}
          </h2>
          <p className="-mt-1 text-table text-muted">{messages.emptyListenText}</p>
          <CodeBlock
            label={messages.emptyListen}
            copyLabel={messages.copyCommand}
            text={listenCommand(location.origin)}
          />
        </section>
      </div>
    </Card>
  );
}
