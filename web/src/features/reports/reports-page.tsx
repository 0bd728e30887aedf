import type { ReportSummary } from '@shotwright/contract';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ignoreErrors } from '../../lib/ignore-errors.ts';
import { useListKeys } from '../../lib/keyboard/list-keys.ts';
import { reportMessages as messages } from '../../lib/messages/captures/reports.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { useDeleteReport, useReports } from './reports.api.ts';
import { useRights } from '../accounts/session/rights.tsx';
import { ReportsTable } from './reports-table.tsx';

const newPath = '/dashboard/reports/new';

/** Reports page: all reports, newest first. */
export function ReportsPage() {
  const query = useReports();
  const navigate = useNavigate();
  const reports = query.data?.reports;
  const [removing, setRemoving] = useState<{ report: ReportSummary; isOpen: boolean } | null>(null);
  const remove = useDeleteReport();
  const returnFocus = useReturnFocus();
  const mayEdit = useRights()('edit');
  useListKeys(mayEdit ? { c: () => ignoreErrors(navigate(newPath)) } : {});
  const close = () => setRemoving(removing && { ...removing, isOpen: false });
  const isEmpty = reports?.length === 0;
  const button = mayEdit && (
    <ButtonLink to={newPath}>
      <Plus aria-hidden="true" />
      {messages.create}
    </ButtonLink>
  );
  return (
    <ListPage
      texts={messages}
      action={reports !== undefined && !isEmpty && button}
      query={query}
      isEmpty={isEmpty}
      emptyActions={
        <>
          {button}
          <ButtonLink to="/dashboard/files" variant="outline">
            {messages.goToFiles}
          </ButtonLink>
        </>
      }
      dialogs={
        removing && (
          <DeleteDialog
            open={removing.isOpen}
            onOpenChange={close}
            type="report"
            name={removing.report.title}
            isDeleting={remove.isPending}
            finalFocus={returnFocus.finalFocus}
            onDelete={() => remove.mutate(removing.report.reportId, { onSuccess: close })}
          >
            <p className="mt-2 text-body text-muted">{messages.deleteNote}</p>
          </DeleteDialog>
        )
      }
    >
      <ReportsTable
        reports={reports}
        onDelete={(report) => {
          returnFocus.remember();
          setRemoving({ report, isOpen: true });
        }}
      />
    </ListPage>
  );
}
