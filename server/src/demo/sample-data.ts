import type { Accounts } from '../features/accounts/accounts.ts';
import type { ApiKeysService } from '../features/api-keys/api-keys.service.ts';

/** Sign-in and API key of the demo account. */
export interface DemoAccount {
  readonly email: string;
  readonly password: string;
  readonly apiKey: string;
}

const demoEmail = 'demo@shotwright.local';
const demoKeyName = 'Demo key';

/**
 * Creates the demo account with an API key, or reuses it. Its password is replaced at each call, so
 * that it can be shown without being stored.
 */
export async function seedDemoAccount(features: {
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeysService;
}): Promise<DemoAccount> {
  const { organizationId, password } = await features.accounts.admin.openDemoAccount(demoEmail);
  const keys = await features.apiKeys.listApiKeys(organizationId);
  const known = keys.find(({ name, isActive }) => name === demoKeyName && isActive);
  const { key } =
    known ??
    (await features.apiKeys.createApiKey({
      organizationId,
      name: demoKeyName,
      monthlyLimit: null,
      projectId: null,
    }));
  return { email: demoEmail, password, apiKey: key };
}
