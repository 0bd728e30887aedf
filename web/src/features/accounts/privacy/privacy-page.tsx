import { privacyMessages as messages } from '../../../lib/messages/security/privacy.ts';
import { LoadError } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { DeletionSection } from './deletion-section.tsx';
import { ExportSection } from './export-section.tsx';
import { PreferencesSection } from './preferences-section.tsx';
import { useAccount } from './privacy.api.ts';

/** Privacy page: the preferences, the export and the deletion of the account. */
export function PrivacyPage() {
  const account = useAccount();
  return (
    <Page title={messages.title} lead={messages.lead}>
      {account.isPending && <Spinner className="reveal-late mx-auto" />}
      {account.isError && account.data === undefined && (
        <LoadError
          title={messages.loadFailed}
          help={messages.loadFailedHelp}
          error={account.error}
          onRetry={() => void account.refetch()}
        />
      )}
      {account.data && (
        <div className="grid max-w-2xl min-w-0 gap-6">
          <PreferencesSection user={account.data} />
          <ExportSection />
          <DeletionSection user={account.data} />
        </div>
      )}
    </Page>
  );
}
