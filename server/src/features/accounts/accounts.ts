import type { CaptchaVerifier } from '../../adapters/captcha/captcha-verifier.ts';
import type { IdentityProvider } from '../../adapters/identity/identity-provider.ts';
import type { PasskeyVerifier } from '../../adapters/passkeys/passkey-verifier.ts';
import type { PasswordHasher } from '../../adapters/passwords/argon2-passwords.ts';
import type { Database } from '../../db/transaction.ts';
import type { Route } from '../../http/route.ts';
import type { JobHandler, JobQueue, ScheduledJob } from '../../jobs/job.ts';
import type { Clock } from '../../lib/clock.ts';
import type { KeyRing } from '../../lib/crypto.ts';
import type { LogStaffAction } from '../staff/staff-actions.ts';
import { createAccountsAdmin, type AccountsAdmin } from './admin.service.ts';
import { createAccountFactory, type CreateAccountDependencies } from './create-account.service.ts';
import { identitySignInRoutes } from './identity/identity-sign-in.routes.ts';
import { createIdentitySignInService } from './identity/identity-sign-in.service.ts';
import { createPasskeySignIn } from './passkeys/passkey-sign-in.service.ts';
import { passkeysRoutes } from './passkeys/passkeys.routes.ts';
import { createPasskeysService } from './passkeys/passkeys.service.ts';
import { passwordResetRoutes } from './password-reset/password-reset.routes.ts';
import { createPasswordResetService } from './password-reset/password-reset.service.ts';
import { profileRoutes } from './profile/profile.routes.ts';
import { createProfileService } from './profile/profile.service.ts';
import { sessionsRoutes } from './sessions/sessions.routes.ts';
import { createSessionsService, type SessionsService } from './sessions/sessions.service.ts';
import { signInRoutes } from './sign-in/sign-in.routes.ts';
import { createSignInService } from './sign-in/sign-in.service.ts';
import { createCaptchaService } from './sign-up/captcha.service.ts';
import { signUpRoutes } from './sign-up/sign-up.routes.ts';
import { createSignUpService } from './sign-up/sign-up.service.ts';
import { createVerificationCodesService } from './sign-up/verification-codes.service.ts';
import { resetMailHandler, sweepAccountsHandler, sweepAccountsSchedule } from './accounts.jobs.ts';
import { createInvitesService } from './team/invites.service.ts';
import { createMembersService } from './team/members.service.ts';
import { teamRoutes } from './team/team.routes.ts';
import { createTrustedNetworks } from './trusted-networks.service.ts';

/** Dependencies of the accounts feature. */
export interface AccountsDependencies extends CreateAccountDependencies {
  readonly db: Database;
  readonly queue: JobQueue;
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  readonly passwords: PasswordHasher;
  readonly captcha: CaptchaVerifier;
  readonly identity: IdentityProvider | undefined;
  /** Undefined if the public URL allows no passkeys. */
  readonly passkeys: PasskeyVerifier | undefined;
  /** Origin of the dashboard, without a trailing slash. */
  readonly publicUrl: string;
  readonly logStaffAction: LogStaffAction;
}

/** Public interface of the accounts feature. */
export interface Accounts {
  readonly routes: readonly Route[];
  readonly handlers: readonly JobHandler[];
  readonly schedules: readonly ScheduledJob[];
  readonly sessions: Pick<SessionsService, 'authenticateSession' | 'endSessionByToken' | 'isStaff'>;
  readonly admin: AccountsAdmin;
}

/** Builds the feature and wires its services together. */
export function createAccounts(deps: AccountsDependencies): Accounts {
  const { db, passwords, keyRing } = deps;
  const trustedNetworks = createTrustedNetworks({ db, keyRing });
  const createAccount = createAccountFactory(deps);
  const sessions = createSessionsService({ db });
  const captcha = createCaptchaService({ db, captcha: deps.captcha });
  const codes = createVerificationCodesService(deps);
  const signUp = createSignUpService({ ...deps, captcha, codes, sessions, createAccount });
  const identity = createIdentitySignInService({
    ...deps,
    provider: deps.identity,
    sessions,
    createAccount,
  });
  const invites = createInvitesService({ ...deps, sessions });
  const members = createMembersService({ ...deps, sessions });
  const reset = createPasswordResetService({ ...deps, sessions });
  return {
    routes: [
      ...signInRoutes(
        createSignInService({ db, passwords, sessions, trustedNetworks, keyRing }),
        trustedNetworks,
      ),
      ...signUpRoutes({ captcha, signUp, trustedNetworks }),
      ...identitySignInRoutes(identity),
      ...passkeysRoutes({
        signIn: createPasskeySignIn({ ...deps, sessions, trustedNetworks }),
        passkeys: createPasskeysService(deps),
        trustedNetworks,
      }),
      ...sessionsRoutes({ db, sessions }),
      ...passwordResetRoutes(reset, keyRing),
      ...teamRoutes({ members, invites, trustedNetworks }),
      ...profileRoutes(createProfileService({ ...deps, sessions })),
    ],
    handlers: [resetMailHandler(reset), sweepAccountsHandler(db)],
    schedules: [sweepAccountsSchedule],
    sessions,
    admin: createAccountsAdmin({ ...deps, createAccount }),
  };
}
