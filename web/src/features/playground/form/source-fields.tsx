import { normalizeNumber } from '@shotwright/contract/capture-options';
import { Pencil } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { cn } from '../../../lib/cn.ts';
import { formatSize } from '../../../lib/format/format.ts';
import { playgroundMessages as messages } from '../../../lib/messages/playground.ts';
import { useRuntimeConfig } from '../../../lib/api/runtime-config.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import type { CaptureForm } from './capture-form.rules.ts';
import { HtmlEditorDialog } from '../html-editor/html-editor-dialog.tsx';
import type { ViewportSize } from '../html-editor/html-preview.tsx';
import { useDeviceDetails } from '../playground.api.ts';
import { completeUrl } from '../../../lib/complete-url.ts';
import { findUrlProblem } from './target-url.rules.ts';

/** Props shared by the parts of the form. */
export interface FormPartProps {
  readonly form: CaptureForm;
  readonly change: (part: Partial<CaptureForm>) => void;
}

type SourceFieldsProps = FormPartProps & {
  /** Action beside the label of the source. */
  readonly aside: ReactNode;
};

/** Capture method, and the URL or the HTML to capture. */
export function SourceFields({ form, change, aside }: SourceFieldsProps) {
  return (
    <div className="grid gap-4">
      <SegmentedControl
        label={messages.method}
        value={form.mode}
        onValueChange={(mode) => change({ mode })}
        options={[
          { value: 'url', label: messages.websiteUrl },
          {
            value: 'html',
            label: messages.htmlCode,
            badge: <Badge tone="blue">{messages.beta}</Badge>,
          },
        ]}
      />
      {form.mode === 'url' ? (
        <UrlField form={form} change={change} aside={aside} />
      ) : (
        <HtmlField form={form} change={change} aside={aside} />
      )}
    </div>
  );
}

function UrlField({ form, change, aside }: SourceFieldsProps) {
  const [isTouched, setTouched] = useState(false);
  const isPasting = useRef(false);
  const isEmpty = form.url.trim() === '';
  const config = useRuntimeConfig();
  const problem = isTouched || form.url !== '' ? findUrlProblem(form.url, config) : undefined;
  // An incomplete URL is not an error while typing; a private one is reported at once.
  const shown = isTouched || problem === 'private' ? problem : undefined;
  return (
    <Field
      label={messages.url}
      aside={aside}
      error={(isEmpty && isTouched && messages.required) || (shown && messages.urlProblems[shown])}
      help={isEmpty && messages.required}
    >
      {(control) => (
        <Input
          {...control}
          type="url"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={messages.urlPlaceholder}
          value={form.url}
          onChange={({ target: { value } }) => {
            change({ url: isPasting.current ? value.trim() : value });
            isPasting.current = false;
          }}
          onPaste={() => {
            setTouched(false);
            isPasting.current = true;
          }}
          onBlur={() => {
            setTouched(true);
            const url = completeUrl(form.url);
            if (url !== form.url) change({ url });
          }}
        />
      )}
    </Field>
  );
}

function HtmlField({ form, change, aside }: SourceFieldsProps) {
  const [isOpen, setOpen] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isEmpty = form.html.trim() === '';
  const size = useViewportSize(form);
  return (
    <>
      <Field
        label={messages.html}
        aside={aside}
        error={isEmpty && isTouched && messages.required}
        help={isEmpty && messages.required}
      >
        {(control) => (
          <div
            className={cn(
              'flex min-h-10 items-center justify-between gap-3 rounded-control border border-control bg-card py-1 pr-1 pl-3 shadow-sheet',
              control['aria-invalid'] === true && 'border-red',
            )}
          >
            <HtmlSummary html={form.html} />
            <Button
              {...control}
              ref={button}
              variant="secondary"
              size="sm"
              aria-haspopup="dialog"
              aria-label={isEmpty ? messages.writeHtml : messages.editHtml}
              onClick={() => setOpen(true)}
            >
              <Pencil aria-hidden="true" />
              {isEmpty ? messages.writeHtml : messages.editHtml}
            </Button>
          </div>
        )}
      </Field>
      {isOpen && (
        <HtmlEditorDialog
          html={form.html}
          size={size}
          finalFocus={button}
          onClose={() => {
            setOpen(false);
            setTouched(true);
          }}
          onSave={(html) => change({ html })}
        />
      )}
    </>
  );
}

function useViewportSize({ emulate_device, width, height }: CaptureForm): ViewportSize {
  const details = useDeviceDetails().data?.find(({ name }) => name === emulate_device);
  return {
    widthPx: details?.width ?? Number(normalizeNumber('width', width)),
    heightPx: details?.height ?? Number(normalizeNumber('height', height)),
  };
}

function HtmlSummary({ html }: { html: string }) {
  if (html.trim() === '') return <span className="truncate text-muted">{messages.noHtml}</span>;
  const size = formatSize(new Blob([html]).size);
  return (
    <span className="grid min-w-0 py-0.5">
      <code className="truncate font-mono text-table">{html.trim().slice(0, 200)}</code>
      <span className="figures text-label text-muted">
        {messages.htmlSize(size, messages.lines(html.split('\n').length))}
      </span>
    </span>
  );
}
