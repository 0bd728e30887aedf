import { lazy, Suspense, useState } from 'react';
import { importMessages as messages } from '../../../lib/messages/captures/playground-import.ts';
import { Button } from '../../../ui/button.tsx';
import type { CaptureForm } from '../form/capture-form.rules.ts';

const ImportDialog = lazy(async () => ({
  default: (await import('./import-dialog.tsx')).ImportDialog,
}));

/** Button that opens the dialog for a pasted request. */
export function ImportButton(props: {
  form: CaptureForm;
  onApply: (form: CaptureForm, count: number) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="link"
        className="text-table"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {messages.open}
      </Button>
      {isOpen && (
        <Suspense>
          <ImportDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
