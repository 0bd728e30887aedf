import type { Screenshot, StoredFile } from '@shotwright/contract';
import { Download, Image, Link2, PenLine, RotateCw, Terminal, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { captureRequest, curlCommand } from '../../../lib/api/curl.ts';
import { formatOf } from '../../../lib/format/file-format.ts';
import { formatDuration, formatSize, formatTicketDate } from '../../../lib/format/format.ts';
import { annotatedCopyMessages } from '../../../lib/messages/captures/annotations.ts';
import { commonMessages } from '../../../lib/messages/common.ts';
import { fileMessages, previewMessages as messages } from '../../../lib/messages/files.ts';
import { useIsBillingOn } from '../../../lib/api/runtime-config.ts';
import { unsafeCast } from '../../../lib/unsafe-cast.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ScreenshotBadge } from '../../../ui/screenshot-badge.tsx';
import { Button, ButtonLink, LoadingButton } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { copyImage, copyText, copyUrl } from '../../../lib/copy.ts';
import { CopiesSection } from '../../annotations/copies-section.tsx';
import { BaselineSection } from '../../baselines/baseline-section.tsx';
import { useScreenshot } from '../files.api.ts';
import { annotationUrl, canCaptureAgain, creditsOf, hasImage } from '../files.rules.ts';
import { CleaningSection } from './cleaning-section.tsx';
import { DeliverySection, deliveryOptionNames } from './delivery-section.tsx';
import { FactList } from './fact-list.tsx';
import { PageSection } from './page-section.tsx';
import { PartsSection } from './parts-section.tsx';
import { PublicLink } from './public-link.tsx';
import { VerdictSection } from './verdict-section.tsx';
import { WaitingSection } from './waiting-section.tsx';
import { IfRight, useRights } from '../../accounts/session/rights.tsx';
import { WarningsSection } from './warnings-section.tsx';

/** Actions of the preview that the list handles. */
export interface PreviewActions {
  readonly onDownload: (file: StoredFile) => void;
  readonly onDelete: (file: StoredFile) => void;
  readonly onCaptureAgain: (file: StoredFile) => void;
  readonly isDownloading: boolean;
}

/** Details of a file next to its image, and its actions. */
export function FileDetails(
  props: PreviewActions & { file: StoredFile; project: string | undefined },
) {
  const screenshot = useScreenshot(props.file.id);
  return (
    <aside
      aria-label={messages.details}
      className="flex w-80 shrink-0 flex-col gap-5 overflow-y-auto border-l border-line p-5 max-lg:w-full max-lg:overflow-visible max-lg:border-t max-lg:border-l-0"
    >
      <Actions {...props} options={screenshot.data?.options} />
      <Facts file={props.file} project={props.project} />
      <CopiesSection file={props.file} />
      <VerdictSection file={props.file} note={screenshot.data?.message ?? null} />
      <BaselineSection file={props.file} />
      <WarningsSection warnings={screenshot.data?.report?.warnings ?? []} />
      <PartsSection extracts={screenshot.data?.extracts} slices={screenshot.data?.slices} />
      <CleaningSection report={screenshot.data?.report} />
      {screenshot.data && (
        <DeliverySection
          screenshot={screenshot.data}
          isShared={props.file.publicUrl !== undefined}
        />
      )}
      {hasImage(props.file) && (
        <IfRight right="edit">
          <PublicLink file={props.file} />
        </IfRight>
      )}
      {screenshot.isError ? (
        <p className="text-table text-muted">{messages.detailsFailed}</p>
      ) : (
        props.file.annotatedFrom === undefined && <CaptureOptions screenshot={screenshot.data} />
      )}
      <PageSection screenshot={screenshot.data} />
    </aside>
  );
}

function Actions(
  props: PreviewActions & { file: StoredFile; options: Screenshot['options'] | undefined },
) {
  const { file, options } = props;
  const { url } = file;
  const mayEdit = useRights()('edit');
  const annotateTo = annotationUrl(file);
  return (
    <div className="grid grid-cols-2 gap-2 [&>*]:justify-start [&>*]:px-3">
      {hasImage(file) && <ImageActions {...props} file={file} />}
      {mayEdit && annotateTo !== undefined && (
        <ButtonLink size="sm" variant="outline" to={annotateTo}>
          <PenLine aria-hidden="true" />
          {annotatedCopyMessages.annotate}
        </ButtonLink>
      )}
      {mayEdit && canCaptureAgain(file) && (
        <Button size="sm" variant="outline" onClick={() => props.onCaptureAgain(file)}>
          <RotateCw aria-hidden="true" />
          {file.status === 'FAILED' ? fileMessages.retry : fileMessages.recapture}
        </Button>
      )}
      {url !== undefined && file.annotatedFrom === undefined && (
        <Button
          size="sm"
          variant="outline"
          disabled={options === undefined}
          onClick={() => void copyAsCurl({ ...options, url })}
        >
          <Terminal aria-hidden="true" />
          {messages.copyCurl}
        </Button>
      )}
      {mayEdit && (
        <Button
          size="sm"
          variant="outline"
          className="hover:text-red"
          onClick={() => props.onDelete(file)}
        >
          <Trash2 aria-hidden="true" />
          {messages.delete}
        </Button>
      )}
    </div>
  );
}

/** Actions of the image: download it, copy it, copy its link. */
function ImageActions(props: PreviewActions & { file: StoredFile & { screenshotUrl: string } }) {
  const { file } = props;
  return (
    <>
      <LoadingButton
        size="sm"
        isLoading={props.isDownloading}
        onClick={() => props.onDownload(file)}
      >
        <Download aria-hidden="true" />
        {messages.download}
      </LoadingButton>
      {file.previewUrl === undefined && (
        <Button size="sm" variant="outline" onClick={() => void copyImage(file.screenshotUrl)}>
          <Image aria-hidden="true" />
          {messages.copyImage}
        </Button>
      )}
      <Button size="sm" variant="outline" onClick={() => void copyUrl(file.screenshotUrl)}>
        <Link2 aria-hidden="true" />
        {fileMessages.copyLink}
      </Button>
    </>
  );
}

function Facts({ file, project }: { file: StoredFile; project: string | undefined }) {
  const { facts } = messages;
  const isBillingOn = useIsBillingOn();
  const pixels =
    file.imageWidth === null || file.imageHeight === null
      ? '-'
      : messages.pixels(file.imageWidth, file.imageHeight);
  return (
    <FactList
      facts={[
        [
          facts.status,
          <span key="status" className="inline-flex gap-1">
            <ScreenshotBadge status={file.status} />
            {!file.livemode && <Badge tone="blue">{commonMessages.test}</Badge>}
          </span>,
        ],
        file.previewUrl === undefined
          ? [facts.pixels, pixels]
          : [facts.format, formatOf(file.screenshotUrl)],
        [
          facts.size,
          file.screenshotImageSize === null ? '-' : formatSize(file.screenshotImageSize),
        ],
        [facts.project, project ?? `#${String(file.projectId)}`],
        ...(isBillingOn ? [creditsFact(file)] : []),
        [facts.duration, formatDuration(file.duration)],
        [facts.created, formatTicketDate(file.createdAt)],
        [
          facts.requestId,
          <span key="id" className="inline-flex items-center gap-1 font-mono text-label">
            {file.id.slice(0, 8)}
            <CopyButton text={file.id} label={fileMessages.copyRequestId} />
          </span>,
        ],
      ]}
    />
  );
}

const creditsFact = (file: StoredFile): [string, ReactNode] => [
  messages.facts.credits,
  creditsOf(file),
];

function CaptureOptions({ screenshot }: { screenshot: Screenshot | undefined }) {
  if (screenshot === undefined) return <Skeleton className="reveal-late h-24 w-full" />;
  const options = Object.entries(screenshot.options)
    .filter(([name]) => !deliveryOptionNames.includes(name))
    .map(([name, value]): [string, ReactNode] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
  const timings = screenshot.timings === null ? [] : Object.entries(screenshot.timings);
  const names = unsafeCast<Record<string, string>>(messages.timingNames);
  return (
    <>
      <section>
        <h3 className="mb-1 text-table font-semibold">{messages.options}</h3>
        {options.length === 0 ? (
          <p className="text-table text-muted">{messages.noOptions}</p>
        ) : (
          <FactList facts={options} isMono />
        )}
      </section>
      {screenshot.waiting !== null && (
        <WaitingSection waiting={screenshot.waiting} timings={screenshot.timings} />
      )}
      {timings.length > 0 && (
        <section>
          <h3 className="mb-1 text-table font-semibold">{messages.timings}</h3>
          <FactList
            facts={timings.map(([name, value]) => [names[name] ?? name, messages.ms(value)])}
          />
        </section>
      )}
    </>
  );
}

function copyAsCurl(options: Readonly<Record<string, unknown>>): Promise<void> {
  return copyText(curlCommand(captureRequest(options)), {
    done: messages.curlCopied,
    detail: messages.curlCopiedText,
    failed: fileMessages.copyFailed,
  });
}
