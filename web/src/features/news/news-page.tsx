import { newsPageMessages as messages } from '../../lib/messages/news/news.ts';
import { Page } from '../../ui/page.tsx';
import { NoticesSection } from './notices-section.tsx';
import { SlidesSection } from './slides-section.tsx';

/** News slides and status notices, edited by staff. Source: acceptance SF-6. */
export function NewsPage() {
  return (
    <Page title={messages.title} lead={messages.lead}>
      <div className="grid gap-10">
        <NoticesSection />
        <SlidesSection />
      </div>
    </Page>
  );
}
