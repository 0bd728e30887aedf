import { accountEndpoints, privacyEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../../http/route.ts';
import { securityLogOf } from '../../../lib/security-log.ts';
import { codeOf, personOf } from '../security-subjects.ts';
import { presentUser } from '../users.present.ts';
import type { ProfileService } from './profile.service.ts';

/** Routes for reading and changing the profile. */
export function profileRoutes(service: ProfileService): Route[] {
  return [
    route(accountEndpoints.getProfile, async ({ caller }) => ({
      data: { user: presentUser(await service.getProfile(caller)) },
    })),
    route(privacyEndpoints.updatePreferences, async ({ caller, body }) => ({
      data: { user: presentUser(await service.updatePreferences(caller, body)) },
      message: 'Your preferences have been saved.',
    })),
    route(accountEndpoints.updateProfile, async (req) => {
      const { caller, body, ip } = req;
      const log = body.password === undefined ? undefined : securityLogOf(req);
      const change = { ...body, lastName: body.lastName ?? '', caller, ip };
      const user = await service.updateProfile(change).catch((error: unknown) => {
        log?.('password.change_refused', { ...personOf(caller), ...codeOf(error) });
        throw error;
      });
      log?.('password.changed', personOf(caller));
      return {
        data: { user: presentUser(user) },
        message: 'Your profile has been updated successfully.',
      };
    }),
  ];
}
