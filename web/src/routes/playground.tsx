import { pageMessages } from '../lib/messages/shell.ts';
import { Page } from '../ui/page.tsx';

/** `/dashboard/playground` */
export function PlaygroundRoute() {
  return <Page title={pageMessages.playground.title} lead={pageMessages.playground.lead} />;
}
