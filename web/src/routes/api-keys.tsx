import { KeysList } from '../features/api-keys/keys-list.tsx';

/** Route `/dashboard/api-keys`. */
export function ApiKeysRoute() {
  return <KeysList />;
}
