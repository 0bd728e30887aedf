import type { ApiKey } from '@shotwright/contract';
import { curlCommand } from '../../lib/api/curl.ts';
import { maskKey } from '../../lib/format/format.ts';
import { apiKeyMessages as messages } from '../../lib/messages/api-keys.ts';
import { Card, SectionHeading } from '../../ui/card.tsx';
import { sampleBody } from './api-keys.rules.ts';
import { CommandBlock } from './command-block.tsx';
import { isKeyUsable } from './restrictions/restrictions.rules.ts';

/**
 * Usage example: a command that works when pasted. The newest usable key is masked on screen and
 * included when copied.
 */
export function UsageHint({ keys }: { keys: readonly ApiKey[] | undefined }) {
  const key = keys?.find(isKeyUsable);
  return (
    <section aria-labelledby="use-a-key" className="min-w-0">
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 px-5 pt-3 pb-5">
        <SectionHeading id="use-a-key" title={messages.hintTitle} />
        <p className="-mt-3 text-muted">
          {messages.hintText} {key === undefined ? messages.hintNoKey : messages.hintKey(key.name)}
        </p>
        <CommandBlock
          shown={commandWith(
            key === undefined ? messages.placeholderKey : maskKey(key.key).slice(0, 12),
          )}
          copied={commandWith(key?.key ?? messages.placeholderKey)}
        />
      </Card>
    </section>
  );
}

function commandWith(key: string): string {
  return curlCommand({ path: '/screenshots', key, body: sampleBody, output: 'shot.png' });
}
