import type { SavedSetting } from '@shotwright/contract';
import { batchLimits } from '@shotwright/contract/paths';
import { useMemo, useState, type FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ignoreErrors } from '../../../lib/ignore-errors.ts';
import { newBatchMessages as messages } from '../../../lib/messages/captures/batches.ts';
import { positiveNumber } from '../../../lib/search-params.ts';
import { LoadingButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field, TextField } from '../../../ui/field.tsx';
import { Page } from '../../../ui/page.tsx';
import { Select } from '../../../ui/select.tsx';
import { UnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { ProjectField } from '../../playground/form/project-field.tsx';
import { rememberProject, useProjectChoice } from '../../playground/form/use-project-choice.ts';
import { useSavedSettings } from '../../saved-settings/saved-settings.api.ts';
import { useStartBatch } from '../batches.api.ts';
import { batchRequestOf } from './batch-request.rules.ts';
import { BatchCheck } from './batch-check.tsx';
import { SitemapField } from './sitemap-field.tsx';
import { UrlListField } from './url-list-field.tsx';
import { readUrlList } from './url-list.rules.ts';

/** Page for a new batch: the list, its options, and what the server says about it. */
export function NewBatchPage() {
  return (
    <Page title={messages.title} lead={messages.lead}>
      <NewBatchForm />
    </Page>
  );
}

function NewBatchForm() {
  const form = useBatchForm();
  const { start, request, projectId } = form;
  const missing =
    request === null ? messages.missingUrls : projectId === '' ? messages.missingProject : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing === null && !start.isPending) form.submit();
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
    >
      <UnsavedGuard isDirty={form.text.trim() !== '' && start.isIdle} />
      <Card className="grid min-w-0 gap-5 p-5">
        <UrlListField text={form.text} onText={form.setText} />
        <SitemapField text={form.text} onText={form.setText} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <ProjectField projectId={projectId} onChange={form.setProject} />
          <SettingField value={form.settingId} onChange={form.setSettingId} {...form.setting} />
        </div>
        <TextField
          label={messages.name}
          help={messages.nameHelp}
          isOptional
          autoComplete="off"
          maxLength={batchLimits.nameLength}
          value={form.name}
          onChange={(event) => form.setName(event.target.value)}
        />
      </Card>
      <Card className="grid min-w-0 gap-4 p-5 lg:sticky lg:top-20">
        <BatchCheck list={form.list} request={request} />
        <div className="grid gap-2">
          <LoadingButton
            type="submit"
            size="lg"
            isLoading={start.isPending}
            loadingText={messages.starting}
            disabled={missing !== null}
          >
            {messages.start}
          </LoadingButton>
          {missing !== null && <p className="text-label text-muted">{missing}</p>}
        </div>
      </Card>
    </form>
  );
}

/** State of the form; the parameter `setting` of the URL selects a saved setting. */
function useBatchForm() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [name, setName] = useState('');
  const [project, setProject] = useState('');
  const [settingId, setSettingId] = useState(() => positiveNumber(search.get('setting')));
  const projectId = useProjectChoice({ project_id: project });
  const settings = useSavedSettings();
  const chosen = settings.data?.find(({ id }) => id === settingId);
  const list = useMemo(() => readUrlList(text), [text]);
  const request = batchRequestOf({ list, settingId: chosen?.id ?? null, projectId });
  const start = useStartBatch();
  return {
    text,
    setText,
    name,
    setName,
    projectId,
    setProject,
    settingId: chosen === undefined ? null : settingId,
    setSettingId,
    setting: { settings: settings.data, hasFailed: settings.isError },
    list,
    request,
    start,
    submit: () => {
      if (request === null) return;
      const trimmed = name.trim();
      // The check of the list does not need the name.
      const named = { ...request, ...(trimmed !== '' && { name: trimmed }) };
      start.mutate(named, {
        onSuccess: ({ batchId }) => {
          rememberProject(projectId);
          if (batchId !== null) ignoreErrors(navigate(`/dashboard/batches/${batchId}`));
        },
      });
    },
  };
}

function SettingField(props: {
  value: number | null;
  onChange: (id: number | null) => void;
  settings: readonly SavedSetting[] | undefined;
  hasFailed: boolean;
}) {
  const { settings = [] } = props;
  return (
    <Field
      label={messages.setting}
      help={messages.settingHelp}
      error={props.hasFailed && messages.settingsFailed}
    >
      {(control) => (
        <Select
          {...control}
          options={[
            { value: 'none', label: messages.defaults },
            ...settings.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={props.value === null ? 'none' : String(props.value)}
          onValueChange={(value) => props.onChange(value === 'none' ? null : Number(value))}
        />
      )}
    </Field>
  );
}
