import { textLimits, webhookEventTypes, webhookLimits } from '@shotwright/contract/paths';
import type { ReactNode, Ref } from 'react';
import {
  webhookMessages as messages,
  webhookSampleMessages as sampleMessages,
} from '../../lib/messages/webhooks.ts';
import { Field, Input } from '../../ui/field.tsx';
import { MultiSelect } from '../../ui/multi-select.tsx';
import { useProjects } from '../projects/projects.api.ts';

/** Field for the name; `errorId` is the ID of the required-field error. */
export function WebhookNameField(props: {
  value: string;
  onChange: (value: string) => void;
  inputRef?: Ref<HTMLInputElement>;
  errorId: string | undefined;
}) {
  return (
    <Field label={messages.name} help={messages.nameHelp}>
      {(control) => (
        <Input
          {...control}
          ref={props.inputRef}
          aria-invalid={props.errorId !== undefined}
          aria-describedby={props.errorId ?? control['aria-describedby']}
          maxLength={textLimits.name}
          autoComplete="off"
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/**
 * Field for the URL with an action on the right. `error`: shown below it; `errorId`: ID of an error
 * shown elsewhere.
 */
export function WebhookUrlField(props: {
  value: string;
  onChange: (value: string) => void;
  inputRef?: Ref<HTMLInputElement>;
  error?: string | undefined;
  errorId?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <Field label={messages.url} error={props.error} help={messages.urlHelp}>
      {(control) => (
        <div className="flex flex-wrap gap-2">
          <Input
            {...control}
            ref={props.inputRef}
            aria-invalid={props.errorId !== undefined || control['aria-invalid']}
            aria-describedby={
              props.error === undefined
                ? (props.errorId ?? control['aria-describedby'])
                : control['aria-describedby']
            }
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder={messages.urlExample}
            maxLength={webhookLimits.urlLength}
            className="flex-1 basis-56"
            value={props.value}
            onChange={(event) => props.onChange(event.target.value)}
          />
          {props.children}
        </div>
      )}
    </Field>
  );
}

/** Project selection of a webhook; an empty selection means all. */
export function WebhookProjectsField(props: {
  values: readonly string[];
  onChange: (values: string[]) => void;
}) {
  const projects = useProjects();
  return (
    <Field label={messages.projects} isOptional help={messages.projectsHelp}>
      {(control) => (
        <MultiSelect
          {...control}
          options={(projects.data ?? []).map(({ id, name }) => ({
            value: String(id),
            label: name,
          }))}
          values={props.values}
          onValuesChange={props.onChange}
          placeholder={messages.allProjects}
          label={messages.projects}
        />
      )}
    </Field>
  );
}

/** Event selection of a webhook; an empty selection means all. */
export function WebhookEventsField(props: {
  values: readonly string[];
  onChange: (values: string[]) => void;
}) {
  return (
    <Field label={messages.events} isOptional help={messages.eventsHelp}>
      {(control) => (
        <MultiSelect
          {...control}
          options={webhookEventTypes.map((value) => ({
            value,
            label: sampleMessages.types[value],
          }))}
          values={props.values}
          onValuesChange={props.onChange}
          placeholder={messages.allEvents}
          label={messages.events}
        />
      )}
    </Field>
  );
}
