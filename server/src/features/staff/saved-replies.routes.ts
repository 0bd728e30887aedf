import { staffEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../http/route.ts';
import type { SavedRepliesService } from './saved-replies.service.ts';

/** Routes for saved replies. */
export function savedRepliesRoutes(service: SavedRepliesService): Route[] {
  return [
    route(staffEndpoints.listSavedReplies, async () => ({
      data: { savedReplies: await service.list() },
    })),
    route(staffEndpoints.createSavedReply, async ({ caller, body }) => ({
      data: { savedReply: await service.create({ actorUserId: caller.userId, ...body }) },
      message: 'The reply was saved.',
    })),
    route(staffEndpoints.deleteSavedReply, async ({ caller, params }) => {
      await service.remove({ actorUserId: caller.userId, id: params.id });
      return { data: {}, message: 'The saved reply was deleted.' };
    }),
  ];
}
