import { StaffLayout } from '../features/staff/staff-layout.tsx';
import { StaffOnly } from '../features/staff/staff-only.tsx';
import { useSubmitKey } from '../shell/shortcuts.ts';
import { NotFoundRoute } from './not-found.tsx';

/** Route `/staff`; only for staff. */
export function StaffRoute() {
  return <StaffOnly otherwise={<NotFoundRoute />} />;
}

/** Layout of the pages below {@link StaffRoute}. */
export function StaffFrame() {
  useSubmitKey();
  return <StaffLayout />;
}
