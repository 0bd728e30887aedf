import { withoutCharges } from '@shotwright/contract/capture-options';
import { useEffect, useState } from 'react';
import { errorMessage } from '../../../../lib/api/error.ts';
import { useIsBillingOn } from '../../../../lib/api/runtime-config.ts';
import { formatDate } from '../../../../lib/format/format.ts';
import { linkMessages as messages } from '../../../../lib/messages/playground.ts';
import { LoadingButton } from '../../../../ui/button.tsx';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Field, FieldError, TextField } from '../../../../ui/field.tsx';
import { SegmentedControl } from '../../../../ui/segmented-control.tsx';
import { Select } from '../../../../ui/select.tsx';
import type { CaptureForm } from '../../form/capture-form.rules.ts';
import { completeUrl } from '../../../../lib/complete-url.ts';
import { useCreateLink, usePreviewLink } from '../../playground.api.ts';
import { playgroundKeys } from '../../playground-storage.ts';
import { SampleTabs } from '../sample-tabs.tsx';
import { useSampleKey } from '../use-sample-key.tsx';
import { linkRequestOf, losesCredentials, losesDocument, patternOf } from './link-request.rules.ts';
import { linkSamples } from './link-samples.ts';

const lifetimes = [1, 7, 30, 90, 366];
const scopes = [
  { value: 'page', label: messages.thisPage },
  { value: 'site', label: messages.anyPage },
] as const;

type Scope = (typeof scopes)[number]['value'];

/** Builds a link that captures and shows the image of the form, with samples of its use. */
export function LinkPanel({ form }: { form: CaptureForm }) {
  const pageUrl = completeUrl(form.url);
  const [scope, setScope] = useState<Scope>('page');
  const [typedPattern, setPattern] = useState<string>();
  const [days, setDays] = useState('30');
  const { key, control } = useSampleKey(form.project_id, messages.keyHelp);
  if (form.mode === 'html')
    return <p className="px-5 pb-5 text-table text-muted">{messages.urlOnly}</p>;
  const pattern = typedPattern ?? patternOf(pageUrl);
  const isComplete = pageUrl !== '' && (scope === 'page' || pattern.trim() !== '');
  const urlPattern = scope === 'site' ? pattern : undefined;
  const request =
    key && isComplete
      ? linkRequestOf(form, { urlPattern, expiresInDays: Number(days), apiKeyId: key.id })
      : undefined;
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-4 overflow-y-auto px-5 pb-5">
      <p className="text-table text-muted">{messages.lead}</p>
      <SegmentedControl
        label={messages.scope}
        value={scope}
        options={scopes}
        onValueChange={setScope}
      />
      {scope === 'site' && (
        <TextField
          label={messages.pattern}
          help={messages.patternHelp}
          className="font-mono text-table"
          value={pattern}
          placeholder="https://example.com/*"
          spellCheck={false}
          onChange={(event) => setPattern(event.target.value)}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {control}
        <LifetimeField days={days} onChange={setDays} />
      </div>
      {losesCredentials(form) && <p className="text-table text-muted">{messages.noCredentials}</p>}
      {losesDocument(form) && <p className="text-table text-muted">{messages.imagesOnly}</p>}
      {!isComplete && <p className="text-table text-muted">{messages.incomplete}</p>}
      <CreateLink request={request} pageUrl={pageUrl} />
    </div>
  );
}

function LifetimeField(props: { days: string; onChange: (days: string) => void }) {
  return (
    <Field label={messages.expires}>
      {(field) => (
        <Select
          {...field}
          options={lifetimes.map((count) => ({
            value: String(count),
            label: messages.days(count),
          }))}
          value={props.days}
          onValueChange={props.onChange}
        />
      )}
    </Field>
  );
}

/** Creates the link, and shows it until the request changes. */
function CreateLink({
  request,
  pageUrl,
}: {
  readonly request: ReturnType<typeof linkRequestOf> | undefined;
  readonly pageUrl: string;
}) {
  const create = useCreateLink();
  const isCurrent = JSON.stringify(create.variables) === JSON.stringify(request);
  if (create.data !== undefined && request !== undefined && isCurrent)
    return (
      <CreatedLink link={create.data} pageUrl={pageUrl} hasPattern={'url_pattern' in request} />
    );
  return (
    <div className="grid justify-items-start gap-2">
      <LoadingButton
        isLoading={create.isPending}
        disabled={request === undefined}
        onClick={() => request && create.mutate(request)}
      >
        {messages.create}
      </LoadingButton>
      {create.data !== undefined && <p className="text-table text-muted">{messages.changed}</p>}
    </div>
  );
}

function CreatedLink(props: {
  readonly link: {
    readonly url: string;
    readonly expiresAt: string;
    readonly creditRequired: number;
  };
  readonly pageUrl: string;
  readonly hasPattern: boolean;
}) {
  const { link, pageUrl, hasPattern } = props;
  const isBillingOn = useIsBillingOn();
  const preview = hasPattern ? `${link.url}${encodeURIComponent(pageUrl)}` : link.url;
  return (
    <>
      <section aria-label={messages.link} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        <p className="flex min-h-10 items-center gap-2.5 rounded-control border border-line bg-sunk py-1 pr-2 pl-3">
          <code className="min-w-0 flex-1 truncate font-mono text-table">{link.url}</code>
          <CopyButton text={link.url} label={messages.copy} />
        </p>
        <p className="text-table text-muted">
          {isBillingOn && `${messages.price(link.creditRequired)} `}
          {messages.until(formatDate(link.expiresAt))}
        </p>
      </section>
      <LinkPreview key={preview} url={preview} pageUrl={pageUrl} />
      <SampleTabs
        samples={linkSamples({ url: link.url, pageUrl, hasPattern })}
        label={messages.samples}
        storageKey={playgroundKeys.linkSample}
        isWrapped
      />
    </>
  );
}

/** The image is requested on demand, because its first request captures it. */
function LinkPreview({ url, pageUrl }: { url: string; pageUrl: string }) {
  const isBillingOn = useIsBillingOn();
  const preview = usePreviewLink();
  useEffect(() => () => URL.revokeObjectURL(preview.data ?? ''), [preview.data]);
  if (preview.data === undefined) {
    return (
      <div className="grid justify-items-start gap-2">
        <LoadingButton
          variant="outline"
          isLoading={preview.isPending}
          loadingText={messages.loading}
          onClick={() => preview.mutate(url)}
        >
          {messages.preview}
        </LoadingButton>
        {preview.error !== null && (
          <div role="alert">
            <FieldError>{errorMessage(preview.error, messages.failed)}</FieldError>
          </div>
        )}
      </div>
    );
  }
  return (
    <figure className="grid gap-1.5">
      <img
        src={preview.data}
        alt={messages.previewOf(pageUrl)}
        className="max-h-80 w-full rounded-control border border-line bg-sunk object-contain object-top"
      />
      <figcaption className="text-table text-muted">
        {isBillingOn ? messages.cached : withoutCharges(messages.cached)}
      </figcaption>
    </figure>
  );
}
