import type { OperationData } from '@shotwright/contract';
import { formatTicketDate } from '../../lib/format/format.ts';
import {
  webhookDeliveryMessages as messages,
  webhookSampleMessages as sampleMessages,
} from '../../lib/messages/webhooks.ts';
import { Badge } from '../../ui/badge.tsx';
import { CodeBlock } from './code-block.tsx';
import { headerLines } from './deliveries.rules.ts';
import { describeResponse } from './webhooks.rules.ts';

type Attempt = OperationData<'getWebhookDelivery'>['attemptLog'][number];

/** Attempts of a delivery, newest first; the newest one is expanded. */
export function DeliveryAttempts({ attempts }: { attempts: readonly Attempt[] }) {
  const newestFirst = attempts.toSorted((one, other) => other.number - one.number);
  return (
    <section aria-labelledby="delivery-attempts" className="grid min-w-0 gap-2">
      <h4 id="delivery-attempts" className="text-table font-medium">
        {messages.attempts}
      </h4>
      {attempts.length === 0 && <p className="text-table text-muted">{messages.noAttempts}</p>}
      {newestFirst.map((attempt, index) => (
        <AttemptDetails key={attempt.number} attempt={attempt} isOpen={index === 0} />
      ))}
    </section>
  );
}

function AttemptDetails({ attempt, isOpen }: { attempt: Attempt; isOpen: boolean }) {
  const { answer } = attempt;
  const isDelivered =
    answer.statusCode !== null && answer.statusCode >= 200 && answer.statusCode < 300;
  return (
    <details open={isOpen} className="min-w-0 rounded-card border border-line">
      <summary className="flex min-h-10 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 rounded-card px-4 py-2 text-table outline-offset-[-2px]">
        <span className="font-medium">{messages.attemptTitle(String(attempt.number))}</span>
        <Badge tone={isDelivered ? 'green' : 'red'}>
          {answer.statusCode ?? messages.states.FAILED}
        </Badge>
        <span className="figures ml-auto text-muted">{formatTicketDate(attempt.startedAt)}</span>
      </summary>
      <div className="grid min-w-0 gap-4 border-t border-line px-4 py-3">
        <p className="text-table">{describeResponse(answer)}</p>
        <Part title={messages.requestHeaders} text={headerLines(attempt.requestHeaders)} />
        {answer.statusCode !== null && (
          <>
            <Part title={messages.responseHeaders} text={headerLines(answer.headers)} />
            <Part title={messages.attemptResponseBody} text={answer.body} />
            {answer.isBodyCut && (
              <p className="-mt-2 text-label text-muted">{sampleMessages.cut}</p>
            )}
          </>
        )}
      </div>
    </details>
  );
}

function Part({ title, text }: { title: string; text: string }) {
  return (
    <div className="grid min-w-0 gap-1.5">
      <h5 className="text-label font-medium text-muted">{title}</h5>
      {text === '' ? (
        <p className="text-label text-muted">{sampleMessages.noBody}</p>
      ) : (
        <CodeBlock
          label={title}
          copyLabel={messages.copyPart(title)}
          text={text}
          isFolded
          className="max-h-48"
        />
      )}
    </div>
  );
}
