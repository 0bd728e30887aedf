import type { Webhook } from '@shotwright/contract';
import { useState } from 'react';
import { formatTicketDate } from '../../lib/format/format.ts';
import { webhookDrawerMessages as messages, webhookMessages } from '../../lib/messages/webhooks.ts';
import { LoadError } from '../../ui/empty-state.tsx';
import { RotateSecret } from '../../ui/rotate-secret.tsx';
import { SecretField } from '../../ui/secret-field.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CodeBlock } from './code-block.tsx';
import { useRotateSecret, useWebhookSecret } from './deliveries.api.ts';
import { verificationSamples } from './verification-samples.ts';

/** Tab with the signing secret and verification code. */
export function SigningTab({ webhook }: { webhook: Webhook }) {
  const rotation = useRotateSecret(webhook.id);
  return (
    <div className="grid min-w-0 gap-8">
      <section aria-labelledby="signing-secret" className="grid min-w-0 gap-3">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h3 id="signing-secret" className="font-semibold">
            {messages.secret}
          </h3>
          <RotateSecret labels={messages} initialHours={24} size="sm" rotation={rotation} />
        </div>
        <p className="-mt-1 text-table text-muted">{messages.secretHelp}</p>
        <Secret webhook={webhook} />
      </section>
      <Verification />
    </div>
  );
}

function Secret({ webhook }: { webhook: Webhook }) {
  const secret = useWebhookSecret(webhook.id);
  if (secret.isError)
    return (
      <LoadError
        title={messages.secretFailed}
        help={webhookMessages.loadFailedHelp}
        error={secret.error}
        onRetry={() => void secret.refetch()}
      />
    );
  if (secret.data === undefined) return <Skeleton className="h-10 w-full" />;
  const { secret: text, previousSecretValidUntil } = secret.data;
  return (
    <>
      <SecretField text={text} labels={messages} />
      {previousSecretValidUntil !== null && (
        <p className="text-table text-amber">
          {messages.oldSecretUntil(formatTicketDate(previousSecretValidUntil))}
        </p>
      )}
    </>
  );
}

function Verification() {
  const [language, setLanguage] = useState<string>(verificationSamples[0].id);
  const sample = verificationSamples.find(({ id }) => id === language) ?? verificationSamples[0];
  return (
    <section aria-labelledby="verify-message" className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id="verify-message" className="font-semibold">
          {messages.verify}
        </h3>
        <Select
          aria-label={messages.language}
          className="h-8 w-36 text-table pointer-coarse:h-11"
          options={verificationSamples.map(({ id, label }) => ({ value: id, label }))}
          value={sample.id}
          onValueChange={setLanguage}
        />
      </div>
      <p className="-mt-1 text-table text-muted">{messages.verifyText}</p>
      <CodeBlock label={sample.label} copyLabel={messages.copyCode} text={sample.code} />
    </section>
  );
}
