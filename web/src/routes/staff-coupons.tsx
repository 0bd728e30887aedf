import { CouponsPage } from '../features/coupons/staff/coupons-page.tsx';

/** `/staff/coupons` */
export function StaffCouponsRoute() {
  return <CouponsPage />;
}
