import type { Report } from '@shotwright/contract';
import { Download, Eye, Share2 } from 'lucide-react';
import { useState } from 'react';
import { ignoreErrors } from '../../../lib/ignore-errors.ts';
import {
  reportEditorMessages as messages,
  reportMessages,
} from '../../../lib/messages/captures/reports.ts';
import { toasts } from '../../../lib/toasts.ts';
import { Button, buttonRowClasses, LoadingButton } from '../../../ui/button.tsx';
import { BackLink, RecordPage } from '../../../ui/record-page.tsx';
import { UnsavedGuard } from '../../../ui/unsaved-guard.tsx';
import { IfRight, useRights } from '../../accounts/session/rights.tsx';
import { bodyOf, draftOf, isChanged, type ReportDraft } from '../report.rules.ts';
import { useReport, useReportPdf, useSaveReport } from '../reports.api.ts';
import { Appearance } from './appearance.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { ReportItems } from './report-items.tsx';
import { ShareDialog } from './share-dialog.tsx';

const listPath = '/dashboard/reports';

/** Page of one report: its captures, how they are shown, and its documents. */
export function ReportPage({ id }: { id: string }) {
  const query = useReport(id);
  const [draft, setDraft] = useState<ReportDraft | null>(null);
  const { data: report } = query;
  return (
    <RecordPage
      title={report?.title ?? reportMessages.title}
      lead={<BackLink to={listPath} label={messages.back} />}
      action={
        report && <ReportActions report={report} draft={draft} onSaved={() => setDraft(null)} />
      }
      query={query}
      listPath={listPath}
      texts={messages}
    >
      {(stored) => <Editor report={stored} draft={draft ?? draftOf(stored)} onChange={setDraft} />}
    </RecordPage>
  );
}

function Editor(props: {
  report: Report;
  draft: ReportDraft;
  onChange: (draft: ReportDraft) => void;
}) {
  const { report, draft } = props;
  const isReadOnly = !useRights()('edit');
  // A disabled field can still be dragged.
  const change = isReadOnly ? () => undefined : props.onChange;
  return (
    <fieldset
      disabled={isReadOnly}
      className="grid min-w-0 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <UnsavedGuard isDirty={isChanged(draft, report)} />
      <ReportItems items={draft.items} onChange={(items) => change({ ...draft, items })} />
      <Appearance report={report} draft={draft} isReadOnly={isReadOnly} onChange={change} />
    </fieldset>
  );
}

type OpenDialog = 'preview' | 'share' | null;

/** Saves first, so that documents and the public page show what the editor shows. */
function ReportActions(props: { report: Report; draft: ReportDraft | null; onSaved: () => void }) {
  const { report, draft } = props;
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const save = useSaveReport(report.reportId);
  const pdf = useReportPdf();
  const isDirty = draft !== null && isChanged(draft, report);
  const isUntitled = draft?.title.trim() === '';
  const afterSave = async (then: (saved: Report) => void) => {
    if (!isDirty) return then(report);
    const saved = await save.mutateAsync(bodyOf(draft));
    props.onSaved();
    then(saved);
  };
  const startWith = (then: (saved: Report) => void) => () => ignoreErrors(afterSave(then));
  return (
    <div className={buttonRowClasses}>
      <Button
        variant="outline"
        disabled={isUntitled || save.isPending}
        onClick={startWith(() => setDialog('preview'))}
      >
        <Eye aria-hidden="true" />
        {messages.preview}
      </Button>
      <LoadingButton
        variant="outline"
        disabled={isUntitled || save.isPending}
        isLoading={pdf.isPending}
        loadingText={messages.makingPdf}
        onClick={startWith((saved) => pdf.mutate(saved))}
      >
        <Download aria-hidden="true" />
        {messages.pdf}
      </LoadingButton>
      <IfRight right="edit">
        <Button
          variant="outline"
          disabled={isUntitled || save.isPending}
          onClick={startWith(() => setDialog('share'))}
        >
          <Share2 aria-hidden="true" />
          {messages.share}
        </Button>
        <LoadingButton
          isLoading={save.isPending}
          loadingText={messages.saving}
          disabled={!isDirty || isUntitled}
          onClick={startWith(() => toasts.success({ title: messages.saved }))}
        >
          {messages.save}
        </LoadingButton>
      </IfRight>
      <Dialogs report={report} open={dialog} onClose={() => setDialog(null)} />
    </div>
  );
}

function Dialogs(props: { report: Report; open: OpenDialog; onClose: () => void }) {
  const { report, open, onClose } = props;
  return (
    <>
      <PreviewDialog report={report} isOpen={open === 'preview'} onClose={onClose} />
      <ShareDialog report={report} isOpen={open === 'share'} onClose={onClose} />
    </>
  );
}
