import { Tabs } from '@base-ui/react/tabs';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { commonMessages } from '../../../lib/messages/common.ts';
import { playgroundMessages as messages } from '../../../lib/messages/playground.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { secretsFrom, type CaptureForm } from '../form/capture-form.rules.ts';
import { buildPayload, capturePaths } from '../form/capture-request.ts';
import { useSampleKeys } from '../playground.api.ts';
import { playgroundKeys, writeText } from '../playground-storage.ts';
import { sampleLanguages, sampleRequestOf } from './index.ts';

const jsonTab = 'json';

/**
 * Live view of the form's request: endpoint, payload, and code samples. The form remains usable
 * next to it.
 */
export function DeveloperPanel(props: { form: CaptureForm; onClose: () => void }) {
  const { form, onClose } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const endpoint = `${location.origin}${capturePaths[form.mode]}`;
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
    </aside>
  );
}

function Samples({ form }: { form: CaptureForm }) {
  const keys = useSampleKeys();
  const usable = (keys.data ?? []).filter(
    ({ projectId }) => projectId === null || String(projectId) === form.project_id,
  );
  const [keyId, setKeyId] = useState<string>();
  const key = usable.find(({ id }) => String(id) === keyId) ?? usable[0];
  return (
    <>
      {usable.length > 0 ? (
        <Field label={messages.apiKey} help={messages.apiKeyHelp}>
          {(control) => (
            <Select
              {...control}
              options={usable.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={key ? String(key.id) : null}
              onValueChange={setKeyId}
            />
          )}
        </Field>
      ) : (
        <p className="text-table text-muted">
          {messages.noKeys}{' '}
          <Link
            to="/dashboard/api-keys"
            className="font-medium text-cobalt underline-offset-4 hover:underline"
          >
            {messages.createKey}
          </Link>
        </p>
      )}
      {secretsFrom(form) !== undefined && (
        <p className="text-table text-muted">{messages.maskedSample}</p>
      )}
      <SampleTabs samples={samplesOf(form, key?.key)} />
    </>
  );
}

interface Sample {
  readonly id: string;
  readonly label: string;
  /** Code with the key masked. */
  readonly shown: string;
  readonly copied: string;
}

function samplesOf(form: CaptureForm, key: string | undefined): Sample[] {
  const payload = buildPayload(form);
  const json = JSON.stringify(payload, null, 2);
  const masked = key === undefined ? messages.keyPlaceholder : maskInSample(key);
  const sampleOf = (apiKey: string) =>
    sampleRequestOf({ payload, origin: location.origin, apiKey });
  return [
    { id: jsonTab, label: messages.payload, shown: json, copied: json },
    ...sampleLanguages.map(({ id, label, print }) => ({
      id,
      label,
      shown: print(sampleOf(masked)),
      copied: print(sampleOf(key ?? messages.keyPlaceholder)),
    })),
  ];
}

function SampleTabs({ samples }: { samples: readonly Sample[] }) {
  const [language, setLanguage] = useState(
    () => localStorage.getItem(playgroundKeys.language) ?? jsonTab,
  );
  return (
    <Tabs.Root
      value={samples.some(({ id }) => id === language) ? language : jsonTab}
      onValueChange={(value) => {
        setLanguage(String(value));
        writeText(localStorage, playgroundKeys.language, String(value));
      }}
      className="flex min-h-0 flex-col"
    >
      <Tabs.List
        aria-label={messages.languages}
        className="flex shrink-0 gap-5 overflow-x-auto border-b border-line"
      >
        {samples.map(({ id, label }) => (
          <Tabs.Tab
            key={id}
            value={id}
            className="-mb-px h-9 border-b-2 border-transparent text-table font-medium whitespace-nowrap text-muted outline-offset-[-2px] hover:text-ink data-active:border-ink data-active:text-ink pointer-coarse:h-11"
          >
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {samples.map(({ id, label, shown, copied }) => (
        <Tabs.Panel
          key={id}
          value={id}
          className="relative mt-3 min-h-0 flex-1 rounded-control border border-line bg-sunk"
        >
          <pre className="size-full overflow-auto overscroll-contain p-3 pr-11 font-mono text-label leading-[1.125rem] whitespace-pre">
            {shown}
          </pre>
          <CopyButton
            text={copied}
            label={messages.copyCode(label)}
            className="absolute top-2 right-3 size-8 border border-line bg-card"
          />
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}

function maskInSample(key: string): string {
  return `${key.slice(0, 8)}${'•'.repeat(12)}`;
}
