import type { Database } from '../../db/transaction.ts';
import type { Accounts } from '../../features/accounts/accounts.ts';
import type { ApiKeysService, OpenApiKey } from '../../features/api-keys/api-keys.service.ts';

/** Sample user, one for each kind of person who uses the product. */
export interface SampleUser {
  readonly persona: 'developer' | 'marketer' | 'QA' | 'admin' | 'staff';
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** True: sees the staff pages. */
  readonly isStaff: boolean;
}

/** The sample users; the first one owns the sample data. */
export const sampleUsers = [
  {
    persona: 'developer',
    email: 'demo@shotwright.local',
    firstName: 'Demo',
    lastName: 'User',
    isStaff: false,
  },
  {
    persona: 'marketer',
    email: 'marketer@shotwright.local',
    firstName: 'Mia',
    lastName: 'Marketer',
    isStaff: false,
  },
  {
    persona: 'QA',
    email: 'qa@shotwright.local',
    firstName: 'Quinn',
    lastName: 'Tester',
    isStaff: false,
  },
  {
    persona: 'admin',
    email: 'admin@shotwright.local',
    firstName: 'Alex',
    lastName: 'Admin',
    isStaff: true,
  },
  {
    persona: 'staff',
    email: 'staff@shotwright.local',
    firstName: 'Sam',
    lastName: 'Support',
    isStaff: true,
  },
] as const satisfies readonly SampleUser[];

/** A sample user with a new password. */
export interface SampleSignIn {
  readonly persona: SampleUser['persona'];
  readonly email: string;
  readonly password: string;
  readonly userId: string;
  readonly organizationId: string;
}

/** Sign-ins of the sample users, and the API key of the developer. */
export interface SampleAccounts {
  readonly signIns: readonly [SampleSignIn, ...SampleSignIn[]];
  readonly apiKey: string;
  /** True if the developer did not exist before. */
  readonly isNew: boolean;
}

/** Name of the key that the banner prints. */
const demoKeyName = 'Demo key';

/**
 * Creates the sample users and the developer's API key, or reuses them. Passwords are replaced at each
 * call, so that they can be shown without being stored. `isAlone`: only the developer.
 */
export async function openSampleAccounts(
  db: Database,
  features: { readonly accounts: Accounts; readonly apiKeys: ApiKeysService },
  { isAlone }: { readonly isAlone: boolean },
): Promise<SampleAccounts> {
  const { admin } = features.accounts;
  const known = await db
    .selectFrom('users')
    .select(['email', 'is_staff'])
    .where(
      'email',
      'in',
      sampleUsers.map(({ email }) => email),
    )
    .execute();
  const open = async (user: SampleUser): Promise<SampleSignIn> => {
    const account = await admin.openDemoAccount(user);
    const isStaff = known.some(({ email, is_staff }) => email === user.email && is_staff);
    if (user.isStaff && !isStaff) await admin.grantStaff(user.email);
    return { persona: user.persona, email: user.email, ...account };
  };
  const [developer, ...others] = sampleUsers;
  // In order, so that the ids of the users are, too.
  const signIns: [SampleSignIn, ...SampleSignIn[]] = [await open(developer)];
  for (const user of isAlone ? [] : others) signIns.push(await open(user));
  const { key } = await findOrCreateDemoKey(features.apiKeys, signIns[0].organizationId);
  return { signIns, apiKey: key, isNew: known.every(({ email }) => email !== developer.email) };
}

async function findOrCreateDemoKey(
  apiKeys: ApiKeysService,
  organizationId: string,
): Promise<OpenApiKey> {
  const keys = await apiKeys.listApiKeys(organizationId);
  return (
    keys.find(({ name, isActive }) => name === demoKeyName && isActive) ??
    apiKeys.createApiKey({ organizationId, name: demoKeyName, monthlyLimit: null, projectId: null })
  );
}
