import type { ApiKey, Project } from '@shotwright/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatAge, formatCount, formatSecond } from '../../lib/format/format.ts';
import { useIsBillingOn } from '../../lib/api/runtime-config.ts';
import {
  loggedRequestMessages as messages,
  requestLogMessages,
} from '../../lib/messages/api-keys.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { stateText, stateTones } from '../webhooks/deliveries.rules.ts';
import type { LoggedDetail } from './request-log.rules.ts';

const linkClass = 'target-line rounded-[2px] font-medium text-cobalt underline underline-offset-4';

/** Facts of a call, with links to its capture and the deliveries of its event. */
export function RequestFacts({
  detail,
  apiKey,
  projects,
}: {
  detail: LoggedDetail;
  apiKey: ApiKey | undefined;
  projects: readonly Project[] | undefined;
}) {
  const { request } = detail;
  const { facts } = messages;
  const isBillingOn = useIsBillingOn();
  const project = projects?.find(({ id }) => id === request.projectId);
  return (
    <dl className="grid divide-y divide-line border-y border-line text-table">
      <Fact name={facts.time}>
        {formatSecond(request.createdAt)} ({formatAge(request.createdAt)})
      </Fact>
      <Fact name={facts.duration}>{messages.duration(formatCount(request.durationMs))}</Fact>
      {isBillingOn && <Fact name={facts.credits}>{formatCount(request.credits)}</Fact>}
      <Fact name={facts.key}>{apiKey?.name ?? requestLogMessages.deletedKey}</Fact>
      {request.projectId !== null && (
        <Fact name={facts.project}>{project?.name ?? messages.deletedProject}</Fact>
      )}
      <Fact name={facts.id}>
        <span className="inline-flex items-center gap-1 font-mono text-label break-all">
          {request.requestId}
          <CopyButton
            text={request.requestId}
            label={requestLogMessages.copyId}
            className="shrink-0"
          />
        </span>
      </Fact>
      {request.screenshotId !== null && (
        <Fact name={facts.screenshot}>
          {detail.hasScreenshot ? (
            <Link to={`/dashboard/files?file=${request.screenshotId}`} className={linkClass}>
              {messages.openFile}
            </Link>
          ) : (
            messages.deletedFile
          )}
        </Fact>
      )}
      {detail.deliveries.length > 0 && (
        <Fact name={facts.deliveries}>
          <Deliveries deliveries={detail.deliveries} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 py-1">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="figures min-w-0 text-right">{children}</dd>
    </div>
  );
}

function Deliveries({ deliveries }: Pick<LoggedDetail, 'deliveries'>) {
  return (
    <ul className="grid justify-items-end gap-1">
      {deliveries.map(({ id, webhookId, webhookName, state, attempts }) => (
        <li key={id} className="flex min-w-0 items-center gap-2">
          <Badge tone={stateTones[state]}>{stateText({ state, attempts })}</Badge>
          <Link
            to={`/dashboard/webhooks?webhook=${String(webhookId)}&delivery=${id}`}
            className={linkClass}
          >
            {webhookName}
          </Link>
        </li>
      ))}
    </ul>
  );
}
