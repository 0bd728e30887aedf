import { privacyPaths } from '@shotwright/contract/paths';
import { Download } from 'lucide-react';
import { Link } from 'react-router';
import { useZipDownload } from '../../../lib/api/zip-download.ts';
import { formatSize } from '../../../lib/format/format.ts';
import { privacyMessages } from '../../../lib/messages/security/privacy.ts';
import { Button, LoadingButton } from '../../../ui/button.tsx';
import { Card, SectionHeading } from '../../../ui/card.tsx';

const messages = privacyMessages.export;

/** Section that downloads the data of the account as a ZIP. */
export function ExportSection() {
  const zip = useZipDownload({
    name: messages.fileName,
    done: messages.done,
    failed: messages.failed,
  });
  return (
    <Card className="grid gap-4 p-5">
      <SectionHeading title={messages.heading} />
      <p>{messages.text}</p>
      <p className="text-muted">
        {messages.images}{' '}
        <Link to="/dashboard/files" className="text-cobalt underline">
          {messages.files}
        </Link>
        .
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <LoadingButton
          variant="outline"
          className="w-fit max-sm:w-full"
          isLoading={zip.isPending}
          loadingText={messages.preparing(formatSize(zip.bytes))}
          onClick={() => zip.start(privacyPaths.exportAccount)}
        >
          <Download aria-hidden="true" />
          {messages.start}
        </LoadingButton>
        {zip.isPending && (
          <Button variant="ghost" onClick={zip.stop}>
            {messages.cancel}
          </Button>
        )}
      </div>
    </Card>
  );
}
