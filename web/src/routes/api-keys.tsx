import { pageMessages } from '../lib/messages/shell.ts';
import { Page } from '../ui/page.tsx';

/** `/dashboard/api-keys` */
export function ApiKeysRoute() {
  return <Page title={pageMessages.apiKeys.title} lead={pageMessages.apiKeys.lead} />;
}
