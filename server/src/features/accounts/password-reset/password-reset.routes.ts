import { accountEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../../http/route.ts';
import { expiredCookies } from '../sessions/session-cookies.ts';
import type { PasswordResetService } from './password-reset.service.ts';

/** Mounts the forgotten password. */
export function passwordResetRoutes(service: PasswordResetService): Route[] {
  return [
    route(accountEndpoints.forgotPassword, async ({ body }) => {
      await service.requestReset(body.email);
      return {
        data: {},
        message: 'If an account with this email exists, we have sent an email that helps.',
      };
    }),
    route(accountEndpoints.resetPassword, async ({ body }) => {
      await service.resetPassword(body);
      return {
        data: {},
        message: 'Your password has been changed. Sign in with the new one.',
        cookies: expiredCookies,
      };
    }),
  ];
}
