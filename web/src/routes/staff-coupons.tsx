import { CouponsPage } from '../features/coupons/staff/coupons-page.tsx';

/** Route `/staff/coupons`. */
export function StaffCouponsRoute() {
  return <CouponsPage />;
}
