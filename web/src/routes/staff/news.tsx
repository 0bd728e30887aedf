import { NewsPage } from '../../features/news/news-page.tsx';

/** Route `/staff/news`. */
export function StaffNewsRoute() {
  return <NewsPage />;
}
