import { DestinationsPage } from '../../features/destinations/destinations-page.tsx';

/** Route `/dashboard/settings/integrations`. */
export function IntegrationsRoute() {
  return <DestinationsPage />;
}
