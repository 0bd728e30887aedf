import { Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { cn } from '../../lib/cn.ts';
import { formatSize } from '../../lib/format.ts';
import { playgroundMessages as words } from '../../lib/messages/playground.ts';
import { useRuntimeConfig } from '../../lib/runtime-config.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { settleSize, type CaptureForm } from './capture-form.rules.ts';
import { HtmlEditorDialog } from './html-editor-dialog.tsx';
import type { ViewportSize } from './html-preview.tsx';
import { useDeviceDetails } from './playground.api.ts';
import { completeAddress, findAddressProblem } from './target-address.rules.ts';

/** Props shared by the parts of the form. */
export interface FormPartProps {
  readonly form: CaptureForm;
  readonly change: (part: Partial<CaptureForm>) => void;
}

/** Capture method, and the URL or the HTML to capture. */
export function SourceFields({ form, change }: FormPartProps) {
  return (
    <div className="grid gap-4">
      <Segmented
        label={words.method}
        value={form.mode}
        onValueChange={(mode) => change({ mode })}
        options={[
          { value: 'url', label: words.websiteUrl },
          { value: 'html', label: words.htmlCode, badge: <Badge tone="blue">{words.beta}</Badge> },
        ]}
      />
      {form.mode === 'url' ? (
        <UrlField form={form} change={change} />
      ) : (
        <HtmlField form={form} change={change} />
      )}
    </div>
  );
}

function UrlField({ form, change }: FormPartProps) {
  const [isTouched, setTouched] = useState(false);
  const isPasting = useRef(false);
  const isEmpty = form.url.trim() === '';
  const config = useRuntimeConfig();
  const problem = isTouched || form.url !== '' ? findAddressProblem(form.url, config) : undefined;
  // An incomplete URL is not an error while typing; a private one is reported at once.
  const shown = isTouched || problem === 'private' ? problem : undefined;
  return (
    <Field
      label={words.url}
      error={(isEmpty && isTouched && words.required) || (shown && words.urlProblems[shown])}
      help={isEmpty && words.required}
    >
      {(control) => (
        <Input
          {...control}
          type="url"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={words.urlPlaceholder}
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
            const url = completeAddress(form.url);
            if (url !== form.url) change({ url });
          }}
        />
      )}
    </Field>
  );
}

function HtmlField({ form, change }: FormPartProps) {
  const [isOpen, setOpen] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isEmpty = form.html.trim() === '';
  const size = useViewportSize(form);
  return (
    <>
      <Field
        label={words.html}
        error={isEmpty && isTouched && words.required}
        help={isEmpty && words.required}
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
              aria-label={isEmpty ? words.writeHtml : words.editHtml}
              onClick={() => setOpen(true)}
            >
              <Pencil aria-hidden="true" />
              {isEmpty ? words.writeHtml : words.editHtml}
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

function useViewportSize({ device, width, height }: CaptureForm): ViewportSize {
  const details = useDeviceDetails().data?.find(({ name }) => name === device);
  return {
    widthPx: details?.width ?? Number(settleSize('width', width)),
    heightPx: details?.height ?? Number(settleSize('height', height)),
  };
}

function HtmlSummary({ html }: { html: string }) {
  if (html.trim() === '') return <span className="truncate text-muted">{words.noHtml}</span>;
  const size = formatSize(new Blob([html]).size);
  return (
    <span className="grid min-w-0 py-0.5">
      <code className="truncate font-mono text-table">{html.trim().slice(0, 200)}</code>
      <span className="figures text-label text-muted">
        {words.htmlSize(size, words.lines(html.split('\n').length))}
      </span>
    </span>
  );
}
