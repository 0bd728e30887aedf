import { accountEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../../http/route.ts';
import type { KeyRing } from '../../../lib/crypto.ts';
import { securityLogOf } from '../../../lib/security-log.ts';
import { accountHash, codeOf, subjectOf } from '../security-subjects.ts';
import { expiredCookies } from '../sessions/session-cookies.ts';
import type { PasswordResetService } from './password-reset.service.ts';

/** Routes for requesting and completing a password reset. */
export function passwordResetRoutes(service: PasswordResetService, keyRing: KeyRing): Route[] {
  return [
    route(accountEndpoints.forgotPassword, async (req) => {
      const { email } = req.body;
      await service.requestReset(email);
      const subject = { accountHash: accountHash(keyRing, email) };
      securityLogOf(req)('password.reset_requested', subject);
      return {
        data: {},
        message:
          'If an account with this email exists, we have sent it an email with further instructions.',
      };
    }),
    route(accountEndpoints.resetPassword, async (req) => {
      const log = securityLogOf(req);
      const user = await service.resetPassword(req.body).catch((error: unknown) => {
        log('password.reset_refused', codeOf(error));
        throw error;
      });
      log('password.reset', subjectOf(user));
      return {
        data: {},
        actor: subjectOf(user),
        message: 'Your password has been changed. Sign in with the new one.',
        cookies: expiredCookies,
      };
    }),
  ];
}
