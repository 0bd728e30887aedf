import { accountEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../../http/route.ts';
import { securityLogOf } from '../../../lib/security-log.ts';
import { codeOf, subjectOf } from '../security-subjects.ts';
import { cookiesOf } from '../sessions/session-cookies.ts';
import { presentUser } from '../users.present.ts';
import type { IdentitySignInService } from './identity-sign-in.service.ts';

/** Routes for sign-in and sign-up with the identity provider. */
export function identitySignInRoutes(service: IdentitySignInService): Route[] {
  return [
    route(accountEndpoints.googleLogin, async (req) => {
      const log = securityLogOf(req);
      const call = { code: req.body.code, userAgent: req.header('user-agent') };
      const { user, tokens } = await service.signIn(call).catch((error: unknown) => {
        log('sign_in.failed', { method: 'google', ...codeOf(error) });
        throw error;
      });
      log('sign_in.succeeded', { ...subjectOf(user), method: 'google' });
      return {
        data: { user: presentUser(user) },
        actor: subjectOf(user),
        message: 'You have been successfully logged in.',
        cookies: cookiesOf(tokens),
      };
    }),
    route(accountEndpoints.googleSignup, async (req) => {
      const call = { code: req.body.code, userAgent: req.header('user-agent') };
      const { user, tokens } = await service.signUp(call);
      securityLogOf(req)('sign_up.succeeded', { ...subjectOf(user), method: 'google' });
      return {
        data: { user: presentUser(user) },
        actor: subjectOf(user),
        message: 'Your account has been created.',
        cookies: cookiesOf(tokens),
      };
    }),
  ];
}
