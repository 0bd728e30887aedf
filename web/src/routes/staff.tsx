import { StaffLayout } from '../features/staff/staff-layout.tsx';
import { StaffOnly } from '../features/staff/staff-only.tsx';
import { useSubmitKey } from '../shell/shortcuts.ts';
import { NotFoundRoute } from './not-found.tsx';

/** `/staff`: answers only the support team. */
export function StaffRoute() {
  return <StaffOnly otherwise={<NotFoundRoute />} />;
}

/** The frame around the pages of {@link StaffRoute}. */
export function StaffFrame() {
  useSubmitKey();
  return <StaffLayout />;
}
