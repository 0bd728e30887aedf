import { pageMessages } from '../lib/messages/shell.ts';
import { Page } from '../ui/page.tsx';

/** `/dashboard/help` */
export function HelpRoute() {
  return <Page title={pageMessages.help.title} lead={pageMessages.help.lead} />;
}
