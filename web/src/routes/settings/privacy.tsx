import { PrivacyPage } from '../../features/accounts/privacy/privacy-page.tsx';

/** Route `/dashboard/privacy`. */
export function PrivacyRoute() {
  return <PrivacyPage />;
}
