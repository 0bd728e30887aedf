import type { Screenshot } from '@shotwright/contract';
import { RotateCw } from 'lucide-react';
import { pageImageMessages } from '../../../lib/messages/page-image.ts';
import {
  previewMessages as messages,
  playgroundMessages,
} from '../../../lib/messages/playground.ts';
import { useIsBillingOn } from '../../../lib/api/runtime-config.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { ErrorDocsLink } from '../../../ui/error-docs-link.tsx';
import { Figure } from '../../../ui/figure.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import type { FailureMessages } from './run-messages.rules.ts';

interface CaptureFailureProps {
  failure: FailureMessages;
  /** The failed capture; undefined if it was not started. */
  screenshot: Screenshot | undefined;
  canRetry: boolean;
  onRetry: () => void;
}

/** Failure of a capture: the error, that it was free, and advice. */
export function CaptureFailure(props: CaptureFailureProps) {
  const { failure, screenshot } = props;
  const isBillingOn = useIsBillingOn();
  return (
    <div className="grid w-full max-w-lg content-center gap-4 justify-self-center py-4">
      <div className="grid gap-1.5" role="alert">
        <p
          className={
            failure.isCancelled ? 'text-lead font-semibold' : 'text-lead font-semibold text-red'
          }
        >
          {failure.title}
        </p>
        <p>{failure.text}</p>
        {failure.advice !== undefined && <p className="text-muted">{failure.advice}</p>}
        {!failure.isCancelled && isBillingOn && <p className="text-muted">{messages.noCharge}</p>}
      </div>
      {screenshot?.pageImageUrl !== undefined && (
        <Figure
          src={screenshot.pageImageUrl}
          alt={pageImageMessages.alt(screenshot.url)}
          caption={pageImageMessages.caption}
          className="max-h-72"
        />
      )}
      <Steps {...props} />
      <Facts failure={failure} />
    </div>
  );
}

function Steps(props: CaptureFailureProps) {
  const { failure } = props;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button variant="outline" size="sm" disabled={!props.canRetry} onClick={props.onRetry}>
        <RotateCw aria-hidden="true" />
        {messages.retry}
      </Button>
      {failure.needsCredits && (
        <>
          <ButtonLink size="sm" to="/dashboard/billing">
            {playgroundMessages.upgrade}
          </ButtonLink>
          <ButtonLink size="sm" variant="outline" to="/dashboard/settings?tab=coupon">
            {playgroundMessages.redeem}
          </ButtonLink>
        </>
      )}
      {failure.code !== undefined && !failure.isCancelled && <ErrorDocsLink code={failure.code} />}
      {!failure.isCancelled && !failure.needsCredits && (
        <ButtonLink variant="link" to={ticketPath(failure)}>
          {messages.ticket}
        </ButtonLink>
      )}
    </div>
  );
}

function Facts({ failure }: { failure: FailureMessages }) {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-label text-muted">
      {failure.code !== undefined && (
        <div className="flex items-center gap-1.5">
          <dt>{messages.code}</dt>
          <dd className="font-mono">{failure.code}</dd>
        </div>
      )}
      {failure.requestId !== undefined && (
        <div className="flex items-center gap-1.5">
          <dt>{messages.requestId}</dt>
          <dd className="flex items-center gap-1 font-mono">
            {failure.requestId}
            <CopyButton text={failure.requestId} label={messages.copyRequestId} />
          </dd>
        </div>
      )}
    </dl>
  );
}

function ticketPath({ code, requestId, text }: FailureMessages): string {
  const search = new URLSearchParams({
    new: 'capture',
    title: text.slice(0, 200),
    ...(code !== undefined && { code }),
    ...(requestId !== undefined && { request: requestId }),
  });
  return `/dashboard/help?${search.toString()}`;
}
