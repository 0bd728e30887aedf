import { sampleEventTypes, sampleWebhookBody, type SampleEventType } from '@shotwright/contract';
import { Check, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { webhookMessages, webhookSampleMessages as words } from '../../lib/messages/webhooks.ts';
import { cn } from '../../lib/cn.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Select } from '../../ui/select.tsx';
import { CodeBlock } from './code-block.tsx';
import { useSendSample, type SampleOutcome } from './webhooks.api.ts';
import { answerSentence } from './webhooks.rules.ts';

/** A sample on its way to one address: its type, whether it runs, and what came back. */
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

/** What a sample sends and, once it was sent, what came back. */
export function SampleView({ sample }: { sample: ReturnType<typeof useSample> }) {
  const labelId = useId();
  return (
    <section aria-labelledby={labelId} className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <h3 id={labelId} className="text-table font-medium">
          {words.body}
        </h3>
        <Select
          aria-label={words.type}
          className="h-8 w-52 text-table pointer-coarse:h-11"
          options={sampleEventTypes.map((value) => ({ value, label: words.types[value] }))}
          value={sample.type}
          onValueChange={(value) => {
            const next = sampleEventTypes.find((one) => one === value);
            if (next !== undefined) sample.choose(next);
          }}
        />
      </div>
      <CodeBlock
        label={words.body}
        copyLabel={webhookMessages.copyBody}
        text={sampleWebhookBody(sample.type)}
        isFolded
        className="max-h-32"
      />
      <output className="block">{sample.outcome && <Outcome outcome={sample.outcome} />}</output>
    </section>
  );
}

function Outcome({ outcome }: { outcome: SampleOutcome }) {
  const { answer, isDelivered, sampleSecret } = outcome;
  const Icon = isDelivered ? Check : TriangleAlert;
  return (
    <span
      className={cn(
        'rise grid min-w-0 gap-2 rounded-control px-4 py-3',
        isDelivered ? 'bg-green-wash' : 'bg-red-wash',
      )}
    >
      <span
        className={cn(
          'flex items-start gap-2 font-medium',
          isDelivered ? 'text-green' : 'text-red',
        )}
      >
        <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {answerSentence(answer)}
      </span>
      {answer.statusCode !== null && (
        <span
          aria-label={words.answer}
          className="block max-h-40 overflow-auto font-mono text-label leading-5 break-all whitespace-pre-wrap"
        >
          {answer.body === '' ? words.noBody : answer.body}
        </span>
      )}
      {answer.isBodyCut && <span className="text-label text-muted">{words.cut}</span>}
      {sampleSecret !== null && (
        <span className="flex flex-wrap items-center gap-x-2 text-label text-muted">
          {words.secret}
          <code className="font-mono break-all text-ink">{sampleSecret}</code>
          <CopyButton text={sampleSecret} label={words.copySecret} />
        </span>
      )}
    </span>
  );
}
