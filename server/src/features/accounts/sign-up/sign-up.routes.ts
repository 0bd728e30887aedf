import { accountEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../../http/route.ts';
import { securityLogOf } from '../../../lib/security-log.ts';
import { subjectOf } from '../security-subjects.ts';
import { deviceCookieName, type TrustedNetworks } from '../trusted-networks.service.ts';
import { cookiesOf } from '../sessions/session-cookies.ts';
import { presentUser } from '../users.present.ts';
import type { CaptchaService } from './captcha.service.ts';
import type { SignUpService } from './sign-up.service.ts';

const sent = 'Please check your email for the OTP code.';

/** Routes for captcha, verification code and sign-up. */
export function signUpRoutes(services: {
  readonly captcha: CaptchaService;
  readonly signUp: SignUpService;
  readonly trustedNetworks: Pick<TrustedNetworks, 'deviceCookie'>;
}): Route[] {
  const { captcha, signUp, trustedNetworks } = services;
  return [
    route(accountEndpoints.requestCaptcha, async () => ({
      data: { ...(await captcha.requestChallenge()) },
      headers: { 'cache-control': 'no-store' },
    })),
    route(accountEndpoints.verifyEmail, async ({ body, ip }) => {
      const resendToken = await signUp.verifyEmail({ ...body, ip });
      return { data: { resendToken }, message: sent };
    }),
    route(accountEndpoints.resendCode, async ({ body }) => {
      await signUp.resendCode(body);
      return { data: {}, message: sent };
    }),
    route(accountEndpoints.signup, async (req) => {
      const { user, tokens } = await signUp.signUp({
        ...req.body,
        userAgent: req.header('user-agent'),
      });
      securityLogOf(req)('sign_up.succeeded', { ...subjectOf(user), method: 'password' });
      const device = trustedNetworks.deviceCookie(user.id, req.cookie(deviceCookieName));
      return {
        data: { user: presentUser(user) },
        actor: subjectOf(user),
        message: 'Your account has been created.',
        cookies: [...cookiesOf(tokens), device],
      };
    }),
  ];
}
