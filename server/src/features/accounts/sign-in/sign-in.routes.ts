import { accountEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../../http/route.ts';
import { securityLogOf } from '../../../lib/security-log.ts';
import { cookiesOf } from '../sessions/session-cookies.ts';
import { subjectOf } from '../security-subjects.ts';
import { deviceCookieName, type TrustedNetworks } from '../trusted-networks.service.ts';
import { presentUser } from '../users.present.ts';
import type { SignInService } from './sign-in.service.ts';

/** Routes for sign-in with email and password. */
export function signInRoutes(
  service: SignInService,
  trustedNetworks: Pick<TrustedNetworks, 'deviceCookie'>,
): Route[] {
  return [
    route(accountEndpoints.login, async (req) => {
      const deviceToken = req.cookie(deviceCookieName);
      const { user, tokens } = await service.signIn({
        ...req.body,
        ip: req.ip,
        userAgent: req.header('user-agent'),
        deviceToken,
        log: securityLogOf(req),
      });
      return {
        data: { user: presentUser(user) },
        actor: subjectOf(user),
        message: 'You have been successfully logged in.',
        cookies: [...cookiesOf(tokens), trustedNetworks.deviceCookie(user.id, deviceToken)],
      };
    }),
  ];
}
