import { apiKeyEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../http/route.ts';
import { presentApiKey } from './api-keys.present.ts';
import type { ApiKeysService } from './api-keys.service.ts';

/** Mounts the API key endpoints. */
export function apiKeysRoutes(service: ApiKeysService): Route[] {
  return [
    route(apiKeyEndpoints.listApiKeys, async ({ caller }) => {
      const keys = await service.listApiKeys(caller.organizationId);
      return { data: { apiKeys: keys.map(presentApiKey) } };
    }),
    route(apiKeyEndpoints.createApiKey, async ({ caller, body }) => {
      const key = await service.createApiKey({ organizationId: caller.organizationId, ...body });
      return { data: { apiKey: presentApiKey(key) }, message: 'API key created successfully' };
    }),
    route(apiKeyEndpoints.updateApiKey, async ({ caller, params, body }) => {
      const key = await service.changeApiKey({
        organizationId: caller.organizationId,
        id: params.id,
        ...body,
      });
      return { data: { apiKey: presentApiKey(key) }, message: 'API key updated successfully' };
    }),
    route(apiKeyEndpoints.rotateApiKey, async ({ caller, params, body }) => {
      const key = await service.rotateApiKey({
        organizationId: caller.organizationId,
        id: params.id,
        overlapHours: body.overlapHours,
      });
      return { data: { apiKey: presentApiKey(key) }, message: 'API key rotated successfully' };
    }),
    route(apiKeyEndpoints.deleteApiKey, async ({ caller, params }) => {
      await service.deleteApiKey({ organizationId: caller.organizationId, id: params.id });
      return { data: {}, message: 'API key deleted successfully' };
    }),
  ];
}
