import type { ApiKey, Project } from '@shotwright/contract';
import { useState } from 'react';
import { loggedRequestMessages as messages } from '../../lib/messages/api-keys.ts';
import { Badge } from '../../ui/badge.tsx';
import { ErrorDocsLink } from '../../ui/error-docs-link.tsx';
import { LoadError } from '../../ui/empty-state.tsx';
import { SideSheet } from '../../ui/side-sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CodeBlock } from '../webhooks/code-block.tsx';
import { headerLines, readable } from '../webhooks/deliveries.rules.ts';
import { RequestActions } from './request-actions.tsx';
import { RequestFacts } from './request-facts.tsx';
import { useRequestDetail } from './request-log.api.ts';
import { shortPath, statusTone, type LoggedDetail } from './request-log.rules.ts';

interface Names {
  readonly keys: readonly ApiKey[] | undefined;
  readonly projects: readonly Project[] | undefined;
}

/** Side sheet with the details of a call; closed without `id`. */
export function RequestSheet(
  props: Names & {
    id: string | null;
    onClose: () => void;
    finalFocus: () => HTMLElement | null;
  },
) {
  // The sheet retains its call while it closes.
  const [shownId, setShownId] = useState(props.id);
  if (props.id !== null && props.id !== shownId) setShownId(props.id);
  return (
    shownId !== null && <Sheet key={shownId} {...props} id={shownId} isOpen={props.id !== null} />
  );
}

function Sheet(
  props: Names & {
    id: string;
    isOpen: boolean;
    onClose: () => void;
    finalFocus: () => HTMLElement | null;
  },
) {
  const { data, isError, error, refetch } = useRequestDetail(props.id);
  const request = data?.request;
  return (
    <SideSheet
      open={props.isOpen}
      onClose={props.onClose}
      title={request === undefined ? messages.request : `${request.method} ${request.route}`}
      description={
        request && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <Badge tone={statusTone(request.status)} className="figures">
              {request.status}
            </Badge>
            {shortPath(request.path) !== request.route && (
              <code className="font-mono text-label break-all text-muted">
                {shortPath(request.path)}
              </code>
            )}
          </div>
        )
      }
      finalFocus={props.finalFocus}
    >
      {data !== undefined ? (
        <Detail detail={data} keys={props.keys} projects={props.projects} />
      ) : isError ? (
        <LoadError title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </SideSheet>
  );
}

function Detail({ detail, keys, projects }: Names & { detail: LoggedDetail }) {
  const key = keys?.find(({ id }) => id === detail.request.apiKeyId);
  const { requestHeaders, requestBody, responseHeaders, responseBody } = detail;
  return (
    <div className="grid min-w-0 gap-6">
      <RequestActions detail={detail} apiKey={key} />
      {detail.error !== null && <ErrorNote error={detail.error} />}
      <RequestFacts detail={detail} apiKey={key} projects={projects} />
      <Message
        title={messages.request}
        headers={requestHeaders}
        body={requestBody}
        names={{ headers: messages.requestHeaders, body: messages.requestBody }}
        none={messages.noBody}
      />
      <Message
        title={messages.response}
        headers={responseHeaders}
        body={responseBody}
        names={{ headers: messages.responseHeaders, body: messages.responseBody }}
        none={messages.noJson}
      />
    </div>
  );
}

function ErrorNote({ error }: { error: NonNullable<LoggedDetail['error']> }) {
  return (
    <section
      aria-label={error.code}
      className="grid gap-1.5 rounded-card border border-line bg-sunk px-4 py-3.5"
    >
      <code className="font-mono text-label text-muted">{error.code}</code>
      <p className="font-medium [overflow-wrap:anywhere]">{error.message || error.meaning}</p>
      {error.message !== '' && <p className="text-table text-muted">{error.meaning}</p>}
      <p className="text-table text-muted">
        {error.isRetryable ? messages.retryable : messages.notRetryable}{' '}
        <ErrorDocsLink code={error.code} className="text-table" />
      </p>
    </section>
  );
}

function Message(props: {
  title: string;
  headers: Readonly<Record<string, string>>;
  body: LoggedDetail['requestBody'];
  names: { readonly headers: string; readonly body: string };
  none: string;
}) {
  const { title, body, names } = props;
  return (
    <section aria-label={title} className="grid min-w-0 gap-2">
      <h3 className="font-semibold">{title}</h3>
      <h4 className="text-label font-medium text-muted">{messages.headers}</h4>
      <CodeBlock
        label={names.headers}
        copyLabel={messages.copyPart(names.headers)}
        text={headerLines(props.headers)}
        isFolded
        className="max-h-48"
      />
      <h4 className="text-label font-medium text-muted">{messages.body}</h4>
      {body === null ? (
        <p className="text-table text-muted">{props.none}</p>
      ) : (
        <CodeBlock
          label={names.body}
          copyLabel={messages.copyPart(names.body)}
          text={body.text}
          shown={readable(body.text)}
          isFolded
          className="max-h-80"
        />
      )}
      {body?.isComplete === false && <p className="text-label text-muted">{messages.incomplete}</p>}
    </section>
  );
}
