import { accountEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../../http/route.ts';
import { cookiesOf } from '../sessions/session-cookies.ts';
import { presentUser } from '../users.present.ts';
import type { IdentitySignInService } from './identity-sign-in.service.ts';

/** Mounts signing in and up with the identity provider. */
export function identitySignInRoutes(service: IdentitySignInService): Route[] {
  return [
    route(accountEndpoints.googleLogin, async ({ body, header }) => {
      const { code } = body;
      const { user, tokens } = await service.signIn({ code, userAgent: header('user-agent') });
      return {
        data: { user: presentUser(user) },
        message: 'You have been successfully logged in.',
        cookies: cookiesOf(tokens),
      };
    }),
    route(accountEndpoints.googleSignup, async ({ body, header }) => {
      const { code } = body;
      const { user, tokens } = await service.signUp({ code, userAgent: header('user-agent') });
      return {
        data: { user: presentUser(user) },
        message: 'Your account has been created.',
        cookies: cookiesOf(tokens),
      };
    }),
  ];
}
