import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { commonMessages } from '../../../lib/messages/common.ts';
import { playgroundMessages as messages } from '../../../lib/messages/playground.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { secretsFrom, type CaptureForm } from '../form/capture-form.rules.ts';
import { buildPayload, capturePaths } from '../form/capture-request.ts';
import { playgroundKeys } from '../playground-storage.ts';
import { sampleLanguages, sampleRequestOf } from './index.ts';
import { LinkPanel } from './link/link-panel.tsx';
import { SampleTabs, type Sample } from './sample-tabs.tsx';
import { useSampleKey } from './use-sample-key.tsx';

type View = 'request' | 'link';
const views = [
  { value: 'request', label: messages.developerRequest },
  { value: 'link', label: messages.developerLink },
] as const satisfies readonly { value: View; label: string }[];

/**
 * Live view of the form's request: endpoint, payload, and code samples. The form remains usable
 * next to it.
 */
export function DeveloperPanel(props: { form: CaptureForm; onClose: () => void }) {
  const { form, onClose } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const [view, setView] = useState<View>('request');
  return (
    // Escape closes the panel from any element in it; the button next to the title does the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      aria-labelledby="developer-panel"
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}
      className="pg-slide fixed inset-y-0 right-0 z-20 flex w-full flex-col border-l border-line bg-card shadow-raised sm:w-[min(44rem,max(26rem,43vw))] md:top-14"
    >
      <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-3">
        <div className="grid gap-0.5">
          <h2
            id="developer-panel"
            ref={heading}
            tabIndex={-1}
            className="text-lead font-semibold outline-none"
          >
            {messages.developer}
          </h2>
          <p className="text-table text-muted">{messages.developerLead}</p>
        </div>
        <Button
          variant="ghost"
          size="icon"
          aria-label={commonMessages.close}
          className="-mt-1 -mr-2 text-muted"
          onClick={onClose}
        >
          <X aria-hidden="true" />
        </Button>
      </header>
      <div className="px-5 pb-4">
        <SegmentedControl
          label={messages.developerView}
          isLabelHidden
          value={view}
          options={views}
          onValueChange={setView}
        />
      </div>
      {view === 'link' ? <LinkPanel form={form} /> : <RequestView form={form} />}
    </aside>
  );
}

function RequestView({ form }: { form: CaptureForm }) {
  const endpoint = `${location.origin}${capturePaths[form.mode]}`;
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)] gap-4 px-5 pb-5">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
        <p className="text-table font-medium">{messages.endpoint}</p>
        <p className="flex min-h-10 items-center gap-2.5 rounded-control border border-line bg-sunk py-1 pr-2 pl-3">
          <Badge tone="grey">POST</Badge>
          <code className="min-w-0 flex-1 font-mono text-table">{endpoint}</code>
          <CopyButton text={endpoint} label={messages.copyEndpoint} />
        </p>
      </div>
      <Samples form={form} />
    </div>
  );
}

function Samples({ form }: { form: CaptureForm }) {
  const { key, control } = useSampleKey(form.project_id);
  return (
    <>
      {control}
      {secretsFrom(form) !== undefined && (
        <p className="text-table text-muted">{messages.maskedSample}</p>
      )}
      <SampleTabs
        samples={samplesOf(form, key?.key)}
        label={messages.languages}
        storageKey={playgroundKeys.language}
      />
    </>
  );
}

function samplesOf(form: CaptureForm, key: string | undefined): Sample[] {
  const payload = buildPayload(form);
  const json = JSON.stringify(payload, null, 2);
  const masked = key === undefined ? messages.keyPlaceholder : maskInSample(key);
  const sampleOf = (apiKey: string) =>
    sampleRequestOf({ payload, origin: location.origin, apiKey });
  return [
    { id: 'json', label: messages.payload, shown: json, copied: json },
    ...sampleLanguages.map(({ id, label, print }) => ({
      id,
      label,
      shown: print(sampleOf(masked)),
      copied: print(sampleOf(key ?? messages.keyPlaceholder)),
    })),
  ];
}

function maskInSample(key: string): string {
  return `${key.slice(0, 8)}${'•'.repeat(12)}`;
}
