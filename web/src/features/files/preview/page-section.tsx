import type { CaptureReport, Screenshot } from '@shotwright/contract';
import { ClipboardCopy } from 'lucide-react';
import { copyText } from '../../../lib/copy.ts';
import { formatCount, formatSize } from '../../../lib/format/format.ts';
import {
  fileMessages,
  pageReportMessages as messages,
  previewMessages,
} from '../../../lib/messages/files.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { FactList } from './fact-list.tsx';

/** Facts that help to reproduce a capture, beside its options. Renders nothing without a report. */
export function PageSection({ screenshot }: { screenshot: Screenshot | undefined }) {
  const report = screenshot?.report;
  if (!report) return null;
  const { consoleErrors = [] } = report;
  return (
    <section aria-labelledby="file-page">
      <div className="mb-1 flex items-center justify-between gap-2">
        <h3 id="file-page" className="text-table font-semibold">
          {messages.title}
        </h3>
        <IconButton label={messages.copy} onClick={() => void copyDetails(screenshot)}>
          <ClipboardCopy aria-hidden="true" />
        </IconButton>
      </div>
      <FactList facts={factsOf(report, screenshot.url)} />
      {consoleErrors.length > 0 && <ConsoleErrors errors={consoleErrors} />}
    </section>
  );
}

function ConsoleErrors({ errors }: { errors: readonly string[] }) {
  return (
    <details className="border-t border-line text-table">
      <summary className="cursor-pointer py-1.5 text-red">{messages.errors(errors.length)}</summary>
      <ol className="grid max-h-60 gap-1.5 overflow-y-auto rounded-control bg-sunk p-2.5">
        {errors.map((error, index) => (
          // Equal errors may repeat, and the list does not change.
          <li key={index} className="font-mono text-label [overflow-wrap:anywhere]">
            {error}
          </li>
        ))}
      </ol>
    </details>
  );
}

type Fact = readonly [string, string];

function factsOf(report: CaptureReport, url: string | undefined): Fact[] {
  const { finalUrl, viewport, emulated, browserVersion = '' } = report;
  const facts: (Fact | false | null | undefined)[] = [
    url !== undefined && [messages.status, statusOf(report)],
    typeof finalUrl === 'string' && finalUrl !== url && [messages.finalUrl, finalUrl],
    report.redirects?.length !== 0 &&
      report.redirects && [messages.redirects, String(report.redirects.length)],
    viewport && [
      messages.viewport,
      messages.viewportOf(viewport.widthPx, viewport.heightPx, viewport.scale),
    ],
    typeof report.pageWidthPx === 'number' &&
      typeof report.pageHeightPx === 'number' && [
        messages.pageSize,
        previewMessages.pixels(report.pageWidthPx, report.pageHeightPx),
      ],
    browserVersion !== '' && [messages.browser, browserVersion],
    emulated && [messages.userAgent, emulated.userAgent],
    emulated && [messages.language, emulated.language],
    typeof emulated?.timezone === 'string' && [messages.timezone, emulated.timezone],
    report.requestCount !== undefined && [messages.requests, requestsOf(report)],
  ];
  return facts.filter((fact): fact is Fact => Boolean(fact));
}

function statusOf({ targetStatus }: CaptureReport): string {
  return typeof targetStatus === 'number' ? String(targetStatus) : messages.noResponse;
}

function requestsOf({
  requestCount = 0,
  blockedRequestCount = 0,
  receivedBytes = 0,
}: CaptureReport): string {
  return messages.requestsOf(
    formatCount(requestCount),
    blockedRequestCount,
    formatSize(receivedBytes),
  );
}

function copyDetails(screenshot: Screenshot): Promise<void> {
  const { id, url, createdAt, startedAt, finishedAt, status, code, message, options } = screenshot;
  const { timings, verdict, report } = screenshot;
  const request = { id, url, createdAt, startedAt, finishedAt, status, code, message, options };
  return copyText(JSON.stringify({ ...request, timings, verdict, report }, null, 2), {
    done: messages.copied,
    detail: messages.copiedText,
    failed: fileMessages.copyFailed,
  });
}
