import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../lib/api/error.ts';
import { cn } from '../lib/cn.ts';
import { commonMessages as messages } from '../lib/messages/common.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Viewfinder } from './viewfinder.tsx';

/** Empty state of a list in a viewfinder: a sentence, one action, one link. */
export function EmptyState(props: {
  title: string;
  text?: ReactNode;
  children?: ReactNode;
  className?: string;
}) {
  return (
    <div className={cn('grid place-items-center px-4 py-10 sm:py-14', props.className)}>
      <Viewfinder className="grid w-full max-w-sm justify-items-center gap-1.5 px-8 py-8 text-center">
        <p className="text-body font-semibold">{props.title}</p>
        {props.text && <p className="text-table text-muted">{props.text}</p>}
        {props.children && (
          <div className="mt-4 flex flex-wrap items-center justify-center gap-x-4 gap-y-3">
            {props.children}
          </div>
        )}
      </Viewfinder>
    </div>
  );
}

/** Error of data that could not be loaded: the message, a retry button if it helps, and the request ID. */
export function LoadError(props: {
  title: string;
  help?: string;
  error: unknown;
  onRetry?: (() => void) | undefined;
  className?: string;
}) {
  const requestId = props.error instanceof ApiError ? props.error.data?.requestId : undefined;
  return (
    <div
      className={cn(
        'flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-red/25 bg-red-wash px-5 py-4',
        props.className,
      )}
    >
      <div className="grid gap-0.5">
        <p className="font-semibold text-red">{props.title}</p>
        {props.help !== undefined && <p className="text-table text-ink">{props.help}</p>}
        {requestId !== undefined && (
          <p className="mt-1 flex items-center gap-1 text-label text-muted">
            {messages.requestId} <code className="font-mono">{requestId}</code>
            <CopyButton text={requestId} label={`${messages.copy} ${messages.requestId}`} />
          </p>
        )}
      </div>
      {props.onRetry && (
        <Button variant="outline" onClick={props.onRetry}>
          <RotateCw aria-hidden="true" />
          {messages.retry}
        </Button>
      )}
    </div>
  );
}
