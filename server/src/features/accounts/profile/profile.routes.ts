import { accountEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../../http/route.ts';
import { presentUser } from '../users.present.ts';
import type { ProfileService } from './profile.service.ts';

/** Mounts the profile. */
export function profileRoutes(service: ProfileService): Route[] {
  return [
    route(accountEndpoints.getProfile, async ({ caller }) => ({
      data: { user: presentUser(await service.getProfile(caller)) },
    })),
    route(accountEndpoints.updateProfile, async ({ caller, body, ip }) => {
      const user = await service.updateProfile({
        ...body,
        lastName: body.lastName ?? '',
        caller,
        ip,
      });
      return {
        data: { user: presentUser(user) },
        message: 'Your profile has been updated successfully.',
      };
    }),
  ];
}
