import { ArrowLeft } from 'lucide-react';
import { NavLink, Outlet } from 'react-router';
import { cn } from '../../lib/cn.ts';
import { staffMessages as messages } from '../../lib/messages/staff.ts';
import { useRuntimeConfig } from '../../lib/api/runtime-config.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Logo } from '../../ui/viewfinder.tsx';
import { IsolationNotice } from './isolation-notice.tsx';

/** Pages of the staff area, in display order. */
const pages = [
  { to: '/staff/tickets', label: messages.tickets, isBilling: false },
  { to: '/staff/coupons', label: messages.coupons, isBilling: true },
  { to: '/staff/news', label: messages.news, isBilling: false },
] as const;

/** Layout of the staff area: title, navigation, and a link back to the dashboard. */
export function StaffLayout() {
  const { productName, billing: isBillingOn } = useRuntimeConfig();
  const shown = pages.filter(({ isBilling }) => isBillingOn || !isBilling);
  return (
    <div className="flex min-h-dvh flex-col">
      <header data-sticks="top" className="sticky top-0 z-10 border-b border-line bg-paper">
        <div className="mx-auto flex min-h-14 w-full max-w-[80rem] flex-wrap items-center gap-x-6 px-4 sm:px-6 lg:px-8">
          <p className="flex items-center gap-2.5 font-semibold max-sm:py-2">
            <Logo className="size-5.5" />
            <span className="max-md:sr-only">{productName}</span>
            <span className="text-table font-medium text-muted">{messages.area}</span>
          </p>
          <nav aria-label={messages.navigation} className="max-sm:order-last max-sm:w-full">
            <ul className="flex gap-5">
              {shown.map(({ to, label }) => (
                <li key={to}>
                  <StaffLink to={to}>{label}</StaffLink>
                </li>
              ))}
            </ul>
          </nav>
          <ButtonLink to="/dashboard" variant="ghost" size="sm" className="ml-auto text-muted">
            <ArrowLeft aria-hidden="true" />
            {messages.toDashboard}
          </ButtonLink>
        </div>
      </header>
      <IsolationNotice />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
    </div>
  );
}

function StaffLink(props: { to: string; children: string }) {
  return (
    <NavLink
      to={props.to}
      className={({ isActive }) =>
        cn(
          '-mb-px inline-flex h-14 items-center border-b-2 border-transparent font-medium text-muted outline-offset-[-2px] hover:text-ink max-sm:h-11',
          isActive && 'border-ink text-ink',
        )
      }
    >
      {props.children}
    </NavLink>
  );
}
