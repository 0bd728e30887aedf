import { FilesPage } from '../features/files/files-page.tsx';
import { pageMessages } from '../lib/messages/shell.ts';
import { Page } from '../ui/page.tsx';

/** Route `/dashboard/files`. */
export function FilesRoute() {
  return (
    <Page title={pageMessages.files.title} lead={pageMessages.files.lead}>
      <FilesPage />
    </Page>
  );
}
