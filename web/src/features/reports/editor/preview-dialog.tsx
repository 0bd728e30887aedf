import type { Report } from '@shotwright/contract';
import { reportPaths } from '@shotwright/contract/paths';
import { apiBase } from '../../../lib/api/client.ts';
import { reportEditorMessages as messages } from '../../../lib/messages/captures/reports.ts';
import { Dialog } from '../../../ui/dialog.tsx';

/** Shows a report as its public page does. */
export function PreviewDialog(props: { report: Report; isOpen: boolean; onClose: () => void }) {
  const { reportId, updatedAt } = props.report;
  return (
    <Dialog
      open={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={messages.previewTitle}
      description={messages.previewText}
      size="full"
    >
      <iframe
        // A page without scripts, which the server makes of the saved report.
        key={updatedAt}
        // Its fonts need the origin of the dashboard.
        sandbox="allow-same-origin allow-popups"
        title={messages.previewTitle}
        src={`${apiBase}${reportPaths.previewReport.path.replace('{id}', reportId)}`}
        className="block h-[75dvh] w-full rounded-control border border-line bg-card"
      />
    </Dialog>
  );
}
