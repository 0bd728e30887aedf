import { Download, FileUp } from 'lucide-react';
import { useState } from 'react';
import { settingsFileMessages as messages } from '../../../lib/messages/captures/settings-import.ts';
import { Button } from '../../../ui/button.tsx';
import { useRights } from '../../accounts/session/rights.tsx';
import { useSavedSettings } from '../saved-settings.api.ts';
import { ImportDialog } from './import-dialog.tsx';
import { useExportSettings } from './import-settings.api.ts';

/** Buttons that import settings from a file and export all of them to one. */
export function SettingsFileActions() {
  const settings = useSavedSettings();
  const exporting = useExportSettings();
  const mayEdit = useRights()('edit');
  const [dialog, setDialog] = useState({ isOpen: false, openCount: 0 });
  const hasSettings = (settings.data?.length ?? 0) > 0;
  return (
    <div className="flex flex-wrap gap-2">
      {mayEdit && (
        <Button
          variant="outline"
          onClick={() => setDialog(({ openCount }) => ({ isOpen: true, openCount: openCount + 1 }))}
        >
          <FileUp aria-hidden="true" />
          {messages.import}
        </Button>
      )}
      <Button
        variant="outline"
        disabled={!hasSettings || exporting.isPending}
        onClick={() => exporting.start()}
      >
        <Download aria-hidden="true" />
        {exporting.isPending ? messages.exporting : messages.exportAll}
      </Button>
      {dialog.openCount > 0 && (
        <ImportDialog
          key={dialog.openCount}
          open={dialog.isOpen}
          onClose={() => setDialog((last) => ({ ...last, isOpen: false }))}
        />
      )}
    </div>
  );
}
