import { AuditPage } from '../../features/audit/audit-page.tsx';

/** Route `/dashboard/audit`. */
export function AuditRoute() {
  return <AuditPage />;
}
