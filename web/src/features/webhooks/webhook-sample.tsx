import {
  sampleEventTypes,
  sampleWebhookBody,
  type SampleEventType,
} from '@shotwright/contract/paths';
import { Check, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { webhookMessages, webhookSampleMessages as messages } from '../../lib/messages/webhooks.ts';
import { cn } from '../../lib/cn.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Select } from '../../ui/select.tsx';
import { CodeBlock } from './code-block.tsx';
import { useSendSample, type SampleResult } from './webhooks.api.ts';
import { describeResponse } from './webhooks.rules.ts';

/** State of a sample request: event type, progress, and the endpoint's response. */
export function useSample() {
  const [type, setType] = useState<SampleEventType>('webhook.test');
  const send = useSendSample();
  return {
    type,
    choose: (next: SampleEventType) => {
      setType(next);
      send.reset();
    },
    send: (webhookUrl: string) => !send.isPending && send.mutate({ webhookUrl, type }),
    forget: () => !send.isPending && send.reset(),
    isSending: send.isPending,
    outcome: send.data,
  };
}

/** Sample payload and, after sending, the endpoint's response. */
export function SampleView({ sample }: { sample: ReturnType<typeof useSample> }) {
  const labelId = useId();
  return (
    <section aria-labelledby={labelId} className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <h3 id={labelId} className="text-table font-medium">
          {messages.body}
        </h3>
        <Select
          aria-label={messages.type}
          className="h-8 w-52 text-table pointer-coarse:h-11"
          options={sampleEventTypes.map((value) => ({ value, label: messages.types[value] }))}
          value={sample.type}
          onValueChange={(value) => {
            const next = sampleEventTypes.find((one) => one === value);
            if (next !== undefined) sample.choose(next);
          }}
        />
      </div>
      <CodeBlock
        label={messages.body}
        copyLabel={webhookMessages.copyBody}
        text={sampleWebhookBody(sample.type)}
        isFolded
        className="max-h-32"
      />
      <output className="block empty:hidden">
        {sample.outcome && <Result outcome={sample.outcome} />}
      </output>
      {sample.outcome && <ResponseBody outcome={sample.outcome} />}
    </section>
  );
}

function Result({ outcome }: { outcome: SampleResult }) {
  const { answer, isDelivered } = outcome;
  const Icon = isDelivered ? Check : TriangleAlert;
  return (
    <span
      className={cn(
        'rise flex items-start gap-2 rounded-control px-4 py-3 font-medium',
        isDelivered ? 'bg-green-wash text-green' : 'bg-red-wash text-red',
      )}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {describeResponse(answer)}
    </span>
  );
}

function ResponseBody({ outcome: { answer, sampleSecret } }: { outcome: SampleResult }) {
  return (
    <>
      {answer.statusCode !== null &&
        (answer.body === '' ? (
          <p className="text-table text-muted">{messages.noBody}</p>
        ) : (
          <CodeBlock
            label={messages.responseBody}
            copyLabel={messages.copyResponse}
            text={answer.body}
            isFolded
            className="max-h-32"
          />
        ))}
      {answer.isBodyCut && <p className="text-label text-muted">{messages.cut}</p>}
      {sampleSecret !== null && (
        <p className="flex flex-wrap items-center gap-x-2 text-label text-muted">
          {messages.secret}
          <code className="font-mono break-all text-ink">{sampleSecret}</code>
          <CopyButton text={sampleSecret} label={messages.copySecret} />
        </p>
      )}
    </>
  );
}
