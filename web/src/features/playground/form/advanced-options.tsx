import { filterNumberInput, normalizeNumber } from '@shotwright/contract/capture-options';
import { playgroundMessages as messages } from '../../../lib/messages/playground.ts';
import { Field, Input, TextField } from '../../../ui/field.tsx';
import { isMasked, type CaptureForm } from './capture-form.rules.ts';
import { readCustomHeader } from './capture-request.ts';
import { CodeEditor } from '../html-editor/code-editor.tsx';
import { CollapsibleSection } from '../../../ui/collapsible-section.tsx';
import { SelectorField } from '../selectors/selector-field.tsx';
import type { PageElements } from '../selectors/use-page-elements.ts';
import type { FormPartProps } from './source-fields.tsx';

type AdvancedOptionsProps = FormPartProps & { readonly elements: PageElements };

/** Options that few captures need; initially open if one of them is set. */
export function AdvancedOptions({ form, change, elements }: AdvancedOptionsProps) {
  return (
    <CollapsibleSection
      title={messages.advanced}
      isInitiallyOpen={isUsed(form)}
      mark={
        isUsed(form) && (
          <span
            aria-hidden="true"
            className="size-1.5 rounded-full bg-cobalt group-data-panel-open:hidden"
          />
        )
      }
    >
      <DelayField form={form} change={change} />
      {form.mode === 'url' && <WebsiteFields form={form} change={change} elements={elements} />}
      <Field label={messages.css} isOptional help={messages.leaveEditor}>
        {(control) => (
          <CodeEditor
            {...control}
            language="css"
            value={form.inject_css}
            onValueChange={(inject_css) => change({ inject_css })}
          />
        )}
      </Field>
      <Field label={messages.js} isOptional>
        {(control) => (
          <CodeEditor
            {...control}
            language="javascript"
            value={form.inject_js}
            onValueChange={(inject_js) => change({ inject_js })}
          />
        )}
      </Field>
      <HeadersField form={form} change={change} />
    </CollapsibleSection>
  );
}

function DelayField({ form, change }: FormPartProps) {
  return (
    <Field label={messages.delay} isOptional help={messages.delayHelp}>
      {(control) => (
        <Input
          {...control}
          inputMode="decimal"
          autoComplete="off"
          value={form.delay}
          onChange={({ target }) =>
            change({
              delay: filterNumberInput('delay', { previous: form.delay, typed: target.value }),
            })
          }
          onBlur={() => change({ delay: normalizeNumber('delay', form.delay) })}
          className="figures"
        />
      )}
    </Field>
  );
}

function WebsiteFields({ form, change, elements }: AdvancedOptionsProps) {
  return (
    <>
      <TextField
        label={messages.proxy}
        isOptional
        help={isMasked(form.proxy_url) ? messages.maskedHelp : messages.proxyHelp}
        placeholder={messages.proxyPlaceholder}
        autoComplete="off"
        spellCheck={false}
        className="font-mono text-table"
        value={form.proxy_url}
        onChange={(event) => change({ proxy_url: event.target.value })}
      />
      <SelectorField
        value={form.element_selector}
        elements={elements}
        onChange={(element_selector) => change({ element_selector })}
      />
    </>
  );
}

function HeadersField({ form, change }: FormPartProps) {
  const header = readCustomHeader(form.custom_header);
  const warning =
    header.kind === 'broken'
      ? messages.headersBroken(header.line)
      : header.kind === 'not-an-object'
        ? messages.headersNotObject
        : undefined;
  return (
    <Field
      label={messages.headers}
      isOptional
      help={
        warning === undefined ? (
          isMasked(form.custom_header) ? (
            messages.maskedHelp
          ) : (
            messages.headersHelp
          )
        ) : (
          <span className="text-amber">{warning}</span>
        )
      }
    >
      {(control) => (
        <CodeEditor
          {...control}
          language="json"
          placeholder='{"x-name": "value"}'
          markedLine={header.kind === 'broken' ? header.line : undefined}
          value={form.custom_header}
          onValueChange={(custom_header) => change({ custom_header })}
        />
      )}
    </Field>
  );
}

function isUsed(form: CaptureForm): boolean {
  const texts = [form.inject_css, form.inject_js, form.custom_header];
  const website = form.mode === 'url' ? [form.proxy_url, form.element_selector] : [];
  return Number(form.delay) > 0 || [...texts, ...website].some((text) => text.trim() !== '');
}
