import { reportLimits } from '@shotwright/contract/paths';
import { useState, type FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { formatDate } from '../../lib/format/format.ts';
import { ignoreErrors } from '../../lib/ignore-errors.ts';
import {
  reportEditorMessages,
  reportMessages as messages,
} from '../../lib/messages/captures/reports.ts';
import { LoadingButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { BackLink } from '../../ui/record-page.tsx';
import { chosenIds } from './report.rules.ts';
import { useCreateReport } from './reports.api.ts';

/** Page that names and creates a report, of the captures or the batch that its URL names. */
export function NewReportPage() {
  const [search] = useSearchParams();
  const batchId = search.get('batch');
  const ids = chosenIds(search.get('captures'));
  const [title, setTitle] = useState(() =>
    messages.defaultTitle(formatDate(new Date().toISOString())),
  );
  const [isTried, setTried] = useState(false);
  const navigate = useNavigate();
  const create = useCreateReport();
  const isMissing = title.trim() === '';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isMissing) return;
    const items = ids.slice(0, reportLimits.items).map((id) => ({ screenshot_id: id }));
    create.mutate(
      { title: title.trim(), ...(batchId === null ? { items } : { batch_id: batchId }) },
      {
        onSuccess: ({ reportId }) =>
          ignoreErrors(navigate(`/dashboard/reports/${reportId}`, { replace: true })),
      },
    );
  };

  return (
    <Page
      title={messages.create}
      lead={<BackLink to="/dashboard/reports" label={reportEditorMessages.back} />}
    >
      <Card className="max-w-2xl p-5">
        <form noValidate onSubmit={submit} className="grid gap-4">
          <p className="text-muted">{messages.newLead}</p>
          <TextField
            label={messages.titleLabel}
            error={isTried && isMissing && messages.missingTitle}
            help={contentOf(ids, batchId)}
            maxLength={reportLimits.titleLength}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
          <LoadingButton
            type="submit"
            isLoading={create.isPending}
            loadingText={messages.creating}
            className="w-fit max-sm:w-full"
          >
            {messages.createReport}
          </LoadingButton>
        </form>
      </Card>
    </Page>
  );
}

function contentOf(ids: readonly string[], batchId: string | null): string | undefined {
  if (batchId !== null) return messages.ofBatch;
  if (ids.length === 0) return undefined;
  return ids.length > reportLimits.items ? messages.tooMany : messages.ofCaptures(ids.length);
}
