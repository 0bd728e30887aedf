import { KeysList } from '../features/api-keys/keys-list.tsx';

/** `/dashboard/api-keys` */
export function ApiKeysRoute() {
  return <KeysList />;
}
