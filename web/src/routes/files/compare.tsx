import { ComparePage } from '../../features/compare/compare-page.tsx';

/** Route `/dashboard/compare`. */
export function CompareRoute() {
  return <ComparePage />;
}
